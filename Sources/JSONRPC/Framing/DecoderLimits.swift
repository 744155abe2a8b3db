/// What a decoder puts up with before it refuses a peer's bytes.
public struct DecoderLimits: Equatable, Sendable {
  /// The most bytes of a message; at most `largestMessage`.
  public var message: Int
  /// The most bytes of a header block.
  public var headerBlock: Int
  /// The most arrays and objects inside each other.
  public var depth: Int
  /// The most elements of a batch that are handled.
  public var batch: Int
  /// The most bytes of a plugin's text that is no message, from one message to the next.
  public var junk: Int

  /// 4 MiB: what people type and paste, with room; a front end has no lists to send.
  public static let frontEndMessage = 4 << 20
  /// 64 MiB: hundreds of thousands of items in one answer; more belongs into chunks.
  public static let pluginMessage = 64 << 20
  /// 256 MiB: the unfinished input of all connections may not be more either, and spans have 32 bits.
  public static let largestMessage = 256 << 20
  /// 8 KiB: real headers take fewer than 100 bytes, and HTTP servers stop here, too.
  public static let defaultHeaderBlock = 8 << 10
  /// 256: no real message comes near, and a recursive reader behind the host survives it.
  public static let defaultDepth = 256
  /// 1,024: as many as there may be requests in flight.
  public static let defaultBatch = 1024
  /// 1 MiB: a banner or a stack trace by accident, thousands of times over; more is a broken plugin.
  public static let defaultJunk = 1 << 20

  /// The limits for front ends.
  public static let frontEnd = DecoderLimits(message: frontEndMessage)
  /// The limits for plugins.
  public static let plugin = DecoderLimits(message: pluginMessage)

  /// Creates limits; `message` is cut down to `largestMessage`.
  public init(
    message: Int, headerBlock: Int = defaultHeaderBlock, depth: Int = defaultDepth,
    batch: Int = defaultBatch, junk: Int = defaultJunk
  ) {
    self.message = min(message, Self.largestMessage)
    self.headerBlock = headerBlock
    self.depth = depth
    self.batch = batch
    self.junk = junk
  }
}
