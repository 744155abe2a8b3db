/// Walks JSON text without building a tree: for lists too long for one.
///
/// The text must be valid already, for instance because the envelope scanner has seen it. Of invalid text
/// some part is reported; nothing is ever read outside of it.
public enum JSONCursor {
  /// Calls `body` for each member of the object `text`, in order; not at all for any other value.
  ///
  /// `name` is what stands between the quotes, escapes as written; `value` has no blanks around it.
  public static func members<E: Error>(
    of text: UnsafeRawBufferPointer,
    _ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    var walk = Walk(text: text)
    guard walk.take(UInt8(ascii: "{")) else { return }
    while walk.isAt(UInt8(ascii: "\"")) {
      let quoted = walk.takeValue()
      guard quoted.count >= 2, walk.take(UInt8(ascii: ":")) else { return }
      let name = UnsafeRawBufferPointer(rebasing: quoted[1..<(quoted.count - 1)])
      try body(name, walk.takeValue())
      guard walk.take(UInt8(ascii: ",")) else { return }
    }
  }

  /// Calls `body` for each element of the array `text`, in order; not at all for any other value.
  public static func elements<E: Error>(
    of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    var walk = Walk(text: text)
    guard walk.take(UInt8(ascii: "[")), !walk.isAt(UInt8(ascii: "]")) else { return }
    repeat {
      let value = walk.takeValue()
      guard !value.isEmpty else { return }
      try body(value)
    } while walk.take(UInt8(ascii: ","))
  }
}

/// A place in a text.
private struct Walk {
  let text: UnsafeRawBufferPointer
  var index = 0

  /// Whether the next byte that is not white space is `byte`.
  mutating func isAt(_ byte: UInt8) -> Bool {
    while index < text.count, text[index] <= 0x20 { index += 1 }
    return index < text.count && text[index] == byte
  }

  /// Goes past `byte` if it comes next after white space.
  mutating func take(_ byte: UInt8) -> Bool {
    guard isAt(byte) else { return false }
    index += 1
    return true
  }

  /// Goes past the value that comes next; empty where there is none.
  mutating func takeValue() -> UnsafeRawBufferPointer {
    while index < text.count, text[index] <= 0x20 { index += 1 }
    let start = index
    guard start < text.count else { return UnsafeRawBufferPointer(rebasing: text[start..<start]) }
    switch text[start] {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
    default: skipScalar()
    }
    return UnsafeRawBufferPointer(rebasing: text[start..<index])
  }

  /// Goes past a string, from its first quote.
  private mutating func skipString() {
    index += 1
    while true {
      index = ByteScan.endOfUnescaped(in: text, from: index)
      guard index < text.count else { return }
      if text[index] == UInt8(ascii: "\"") {
        index += 1
        return
      }
      // A backslash and what it escapes; in valid text never the last byte.
      index = min(index + 2, text.count)
    }
  }

  /// Goes past an array or an object: brackets are counted, whatever their kind.
  private mutating func skipContainer() {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return }
    }
  }

  /// Goes past a number or a literal.
  private mutating func skipScalar() {
    while index < text.count, text[index] > 0x20 {
      switch text[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): return
      default: index += 1
      }
    }
  }
}
