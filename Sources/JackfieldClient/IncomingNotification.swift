import JSON
import JSONRPC

/// A notification from the host.
public struct IncomingNotification: Sendable {
  /// The method's name.
  public let method: String
  /// The JSON text of the params; empty if there are none.
  public let params: [UInt8]

  /// Creates a notification.
  public init(method: String, params: [UInt8]) {
    self.method = method
    self.params = params
  }

  init(_ envelope: Envelope, in slice: FrameSlice) {
    var name: [UInt8] = []
    JSONCursor.appendUnescaped(slice[envelope.method].bytes, to: &name)
    self.init(
      method: String(decoding: name, as: UTF8.self), params: Array(slice[envelope.params].bytes))
  }
}
