/// Looks for the member `id` of an object that is broken before it.
///
/// The grammar is of no help any more; only strings and brackets are followed. What is found decides
/// whose call fails at once instead of after its deadline, nothing else.
struct IDSearch {
  /// The id, once it has been read: a string or a number.
  private(set) var id = Span.absent
  /// Where the id begins, while it is being read.
  private(set) var openStart: Int?

  private var depth: Int
  private var place: Place
  /// Where the string or number that is being read begins.
  private var start = 0
  /// How many bytes of `id` the string has spelled so far; 3 where it spells something else.
  private var matched = 3

  private enum Place {
    /// Between tokens; `afterName` where the last one may have been the name `id`.
    case outside
    case afterName
    /// After the name `id` and its colon.
    case beforeValue
    case string
    case escape
    case number
  }

  /// Starts behind a fault, with `depth` arrays and objects open.
  init(depth: Int, isInsideString: Bool) {
    self.depth = depth
    place = isInsideString ? .string : .outside
  }

  /// Looks at the next bytes, the first of which stands at `offset`.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    var index = 0
    while index < bytes.count, !id.isPresent {
      scan(bytes[index], at: offset + index)
      index += 1
    }
  }

  private mutating func scan(_ byte: UInt8, at offset: Int) {
    switch place {
    case .string: scanString(byte, at: offset)
    case .escape: place = .string
    case .number where !Self.isNumeric(byte): found(before: offset)
    case .number: break
    case .beforeValue where byte == UInt8(ascii: "\"") || Self.isNumeric(byte):
      (start, openStart) = (offset, offset)
      (place, matched) = (byte == UInt8(ascii: "\"") ? .string : .number, 3)
    case .afterName where byte == UInt8(ascii: ":"): place = .beforeValue
    case .afterName where byte <= 0x20, .beforeValue where byte <= 0x20: break
    default: scanStructure(byte, at: offset)
    }
  }

  private mutating func scanStructure(_ byte: UInt8, at offset: Int) {
    place = .outside
    switch byte {
    case UInt8(ascii: "\""):
      (place, start) = (.string, offset)
      matched = depth == 1 ? 0 : 3
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }

  private mutating func scanString(_ byte: UInt8, at offset: Int) {
    switch (byte, matched) {
    case (UInt8(ascii: "\""), _) where openStart != nil: found(before: offset + 1)
    case (UInt8(ascii: "\""), 2): place = .afterName
    case (UInt8(ascii: "\""), _): place = .outside
    case (UInt8(ascii: "\\"), _): (place, matched) = (.escape, 3)
    case (UInt8(ascii: "i"), 0), (UInt8(ascii: "d"), 1): matched += 1
    default: matched = 3
    }
  }

  private mutating func found(before end: Int) {
    id = Span(start..<end)
    openStart = nil
    place = .outside
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
