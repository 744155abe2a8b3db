/// The part of a field's text that is completed: all of it, or the token that the cursor stands in.
///
/// With a delimiter a field holds several texts, such as the addresses of a letter. What stands before
/// the cursor in its token is searched for; the whole token is what an item takes the place of.
struct EditedToken: Equatable {
  /// The field's text before the token, with the blanks between them.
  let before: String
  /// The token up to the cursor: what is searched for.
  let typed: String
  /// The token from the cursor on; an item takes its place too.
  let rest: String
  /// What follows, from the next delimiter on.
  let after: String
  /// Whether the text is cut at all.
  let isPart: Bool

  /// Cuts a text; `cursor` counts UTF-8 bytes and is at the end where it is nil or beyond it.
  init(_ text: String, cursor: Int? = nil, delimiter: String?) {
    guard let delimiter, !delimiter.isEmpty else {
      (before, typed, rest, after, isPart) = ("", text, "", "", false)
      return
    }
    let bytes = Array(text.utf8)
    let mark = Array(delimiter.utf8)
    let place = Self.characterBorder(
      atOrBefore: min(max(cursor ?? bytes.count, 0), bytes.count), bytes)
    var start = 0
    while let next = bytes.firstIndex(of: mark, from: start, upTo: place) {
      start = next + mark.count
    }
    while start < place, Self.isBlank(bytes[start]) { start += 1 }
    let end = bytes.firstIndex(of: mark, from: place, upTo: bytes.count) ?? bytes.count
    before = String(decoding: bytes[..<start], as: UTF8.self)
    typed = String(decoding: bytes[start..<place], as: UTF8.self)
    rest = String(decoding: bytes[place..<end], as: UTF8.self)
    after = String(decoding: bytes[end...], as: UTF8.self)
    isPart = true
  }

  /// The field's text.
  var whole: String { before + typed + rest + after }

  /// The field's text with the token replaced.
  func replaced(by text: String) -> String { before + text + after }

  /// The place of the token in the field's text, in bytes.
  var range: Range<Int> {
    before.utf8.count..<(before.utf8.count + typed.utf8.count + rest.utf8.count)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// A cursor inside a character, from a front end that counts otherwise, stands before it.
  private static func characterBorder(atOrBefore place: Int, _ bytes: [UInt8]) -> Int {
    var border = place
    while border > 0, border < bytes.count, bytes[border] & 0xC0 == 0x80 { border -= 1 }
    return border
  }
}

extension [UInt8] {
  /// Where `mark` begins first, whole between `start` and `end`.
  fileprivate func firstIndex(of mark: [UInt8], from start: Int, upTo end: Int) -> Int? {
    var place = start
    while place + mark.count <= end {
      if self[place..<(place + mark.count)].elementsEqual(mark) { return place }
      place += 1
    }
    return nil
  }
}
