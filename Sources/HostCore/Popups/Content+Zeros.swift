import HostProtocol

/// Texts for people without U+0000; ids and data stay as they are.
extension Content {
  mutating func replaceZeros() {
    title = title?.withoutZeros
    body.text = body.text?.withoutZeros
    for index in actions.indices { actions[index].title = actions[index].title.withoutZeros }
    for index in body.fields?.indices ?? 0..<0 { body.fields?[index].replaceZeros() }
    for index in body.rows?.indices ?? 0..<0 { body.rows?[index].replaceZeros() }
  }
}

extension FormField {
  fileprivate mutating func replaceZeros() {
    title = title?.withoutZeros
    placeholder = placeholder?.withoutZeros
    choices = choices?.map { Choice(id: $0.id, title: $0.title.withoutZeros) }
  }
}

extension Row {
  fileprivate mutating func replaceZeros() {
    title = title.withoutZeros
    subtitle = subtitle?.withoutZeros
  }
}

extension String {
  /// The text with U+FFFD for each U+0000.
  var withoutZeros: String {
    guard utf8.contains(0) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
