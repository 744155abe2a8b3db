/// A run of bytes inside a frame, as 32-bit offsets from the frame's first byte.
///
/// Messages are at most 256 MiB, so 32 bits are enough and an envelope stays within two cache lines.
public struct Span: Equatable, Sendable {
  /// Bytes from the start of the frame.
  public var offset: UInt32
  /// Bytes in the run; 0 for a member that is absent (no JSON value is empty).
  public var count: UInt32

  /// The span of a member that is absent.
  public static let absent = Span(offset: 0, count: 0)

  /// Creates a span of `count` bytes at `offset`.
  public init(offset: UInt32, count: UInt32) {
    self.offset = offset
    self.count = count
  }

  /// The span of `range`; ends that 32 bits can't hold, which no message within its limit has, are cut.
  init(_ range: Range<Int>) {
    self.init(offset: UInt32(clamping: range.lowerBound), count: UInt32(clamping: range.count))
  }

  /// The bytes of the run, from the start of the frame.
  var range: Range<Int> { Int(offset)..<(Int(offset) + Int(count)) }

  /// Whether the member is there.
  public var isPresent: Bool { count > 0 }
}
