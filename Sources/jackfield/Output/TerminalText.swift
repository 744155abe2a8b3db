/// Makes text from others fit to be shown on a terminal.
struct TerminalText {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var result = String.UnicodeScalarView()
  /// Whether a search for the end of a control string has failed, so that none is begun again.
  private var hasNoTerminator = false

  /// The text in one line, without escape sequences and without `HazardousScalar`s.
  ///
  /// White space that moves the cursor becomes a blank, and whole escape sequences go, so that a
  /// coloured log line stays readable.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: HazardousScalar.contains) else { return text }
    var terminalText = TerminalText(scalars: Array(text.unicodeScalars))
    return terminalText.filtered()
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func filtered() -> String {
    while let scalar = peek() {
      next += 1
      switch scalar.value {
      case 0x09...0x0D: result.append(" ")
      case 0x1B: skipEscape()
      case 0x9B: skipControlSequence()
      case 0x90, 0x98, 0x9D...0x9F: skipControlString()
      default:
        if !HazardousScalar.contains(scalar) { result.append(scalar) }
      }
    }
    return String(result)
  }

  private func peek() -> Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  /// Skips what follows an escape character (ECMA-48, 5.3 and 5.4).
  private mutating func skipEscape() {
    switch peek() {
    case "[":
      next += 1
      skipControlSequence()
    case "]", "P", "X", "^", "_":
      next += 1
      skipControlString()
    default:
      skip(0x20...0x2F)
      skipOne(0x30...0x7E)
    }
  }

  /// Skips parameters, intermediate bytes and the final byte after a control sequence introducer.
  private mutating func skipControlSequence() {
    skip(0x30...0x3F)
    skip(0x20...0x2F)
    skipOne(0x40...0x7E)
  }

  /// Skips to BEL or the string terminator; nothing if neither comes.
  private mutating func skipControlString() {
    guard !hasNoTerminator else { return }
    var end = next
    while end < scalars.count {
      let value = scalars[end].value
      if value == 0x07 || value == 0x9C {
        next = end + 1
        return
      }
      if value == 0x1B, end + 1 < scalars.count, scalars[end + 1] == "\\" {
        next = end + 2
        return
      }
      end += 1
    }
    hasNoTerminator = true
  }

  private mutating func skip(_ range: ClosedRange<UInt32>) {
    while let scalar = peek(), range.contains(scalar.value) { next += 1 }
  }

  private mutating func skipOne(_ range: ClosedRange<UInt32>) {
    if let scalar = peek(), range.contains(scalar.value) { next += 1 }
  }
}
