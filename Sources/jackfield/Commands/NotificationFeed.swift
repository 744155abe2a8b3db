import JSON
import JackfieldClient

/// Prints notifications as they come, one JSON object a line.
final class NotificationFeed {
  private let console: Console
  private var failure: Failure?

  init(console: Console) { self.console = console }

  /// Prints one; what goes wrong is told by `follow`.
  func print(_ notification: IncomingNotification) {
    do throws(Failure) {
      try console.write(JSONText.formatted(Self.text(of: notification), as: .compact) + [0x0A])
      try console.flush()
    } catch {
      failure = error
    }
  }

  /// Prints what comes until the host goes, or the reader of the output does.
  func follow(_ conversation: Conversation) throws(Failure) -> Never {
    try console.flush()
    while true {
      if let failure { throw failure }
      do {
        try conversation.connection.receive()
      } catch {
        throw Failure(error)
      }
    }
  }

  private static func text(of notification: IncomingNotification) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("method", notification.method)
    if !notification.params.isEmpty {
      writer.name("params")
      writer.raw(notification.params)
    }
    writer.endObject()
    return writer.bytes
  }
}
