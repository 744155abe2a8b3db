/// The variables of a check: a table's row, what patterns captured, what the handshake told.
struct Variables {
  private var values: [String: Value] = [:]

  /// The value of the variable `name`.
  subscript(_ name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The value with each `${name}` in its strings replaced.
  func substitute(in value: Value) throws(Interruption) -> Value {
    switch value {
    case .string(let text): return try interpolate(text)
    case .array(let elements):
      return .array(
        try elements.map { element throws(Interruption) in try substitute(in: element) })
    case .object(let members):
      return .object(
        try members.map { member throws(Interruption) in
          (member.name, try substitute(in: member.value))
        })
    case .null, .boolean, .number: return value
    }
  }

  /// A string with each `${name}` replaced: by the value itself where the string is nothing else, by
  /// its text in a longer one. `$${` stands for a plain `${`.
  func interpolate(_ text: String) throws(Interruption) -> Value {
    var parts = References(text: text)
    var result = ""
    while let part = parts.next() {
      switch part {
      case .text(let text): result += text
      case .reference(let reference, isAlone: true): return try value(of: reference)
      case .reference(let reference, isAlone: false):
        result += try value(of: reference).inserted
      }
    }
    return .string(result)
  }

  /// A string with each `${name}` replaced by its text.
  func text(of text: String) throws(Interruption) -> String {
    try interpolate(text).inserted
  }

  /// What `name` or `name/json/pointer` refers to: a variable that is not there is the scenario's fault,
  /// a part that is not there the host's.
  private func value(of reference: Substring) throws(Interruption) -> Value {
    let name = reference.prefix { $0 != "/" }
    guard let value = values[String(name)] else {
      throw .fault(ScenarioFault("there is no variable '\(name)'"))
    }
    let pointer = JSONPointer(reference[name.endIndex...])
    guard let part = pointer.resolve(in: value) else {
      throw .failure(Failure("the host did not tell '\(reference)'"))
    }
    return part
  }
}

/// Cuts a string into plain text and references, code point by code point: a `}` before a combining
/// mark is a `}` all the same.
private struct References {
  enum Part {
    case text(Substring)
    case reference(Substring, isAlone: Bool)
  }

  private let whole: Substring.UnicodeScalarView
  private var rest: Substring.UnicodeScalarView

  init(text: String) {
    whole = text[...].unicodeScalars
    rest = whole
  }

  mutating func next() -> Part? {
    guard !rest.isEmpty else { return nil }
    guard let mark = rest.firstRange(of: "${".unicodeScalars) else {
      return takeText(rest.endIndex)
    }
    guard mark.lowerBound == rest.startIndex else { return takeText(before: mark) }
    guard let end = rest[mark.upperBound...].firstIndex(of: "}") else {
      return takeText(rest.endIndex)
    }
    let name = Substring(rest[mark.upperBound..<end])
    let isWhole = rest.startIndex == whole.startIndex
    rest = rest[rest.index(after: end)...]
    return .reference(name, isAlone: isWhole && rest.isEmpty)
  }

  /// The text before the next `${`; of `$${` one sign goes and the others are text.
  private mutating func takeText(before mark: Range<String.Index>) -> Part {
    let text = rest[..<mark.lowerBound]
    guard text.last == "$" else { return takeText(mark.lowerBound) }
    rest = rest[mark.upperBound...]
    return .text(Substring(text.dropLast()) + "${")
  }

  private mutating func takeText(_ end: String.Index) -> Part {
    defer { rest = rest[end...] }
    return .text(Substring(rest[..<end]))
  }
}
