import HostProtocol

/// Texts for people without U+0000; ids and data stay as they are.
extension Content {
  mutating func replaceZeros() {
    title = title?.shown
    body.text = body.text?.shown
    for index in actions.indices { actions[index].title = actions[index].title.shown }
    for index in body.fields?.indices ?? 0..<0 { body.fields?[index].replaceZeros() }
    for index in body.rows?.indices ?? 0..<0 { body.rows?[index].replaceZeros() }
  }
}

extension FormField {
  fileprivate mutating func replaceZeros() {
    title = title?.shown
    placeholder = placeholder?.shown
    choices = choices?.map { Choice(id: $0.id, title: $0.title.shown) }
  }
}

extension Row {
  fileprivate mutating func replaceZeros() {
    title = title.shown
    subtitle = subtitle?.shown
  }
}
