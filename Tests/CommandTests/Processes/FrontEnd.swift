import HostProtocol
import JSON
import JackfieldClient
import SystemIO
import Testing

/// A front end of a room's host: it asks, and keeps what it is told.
final class FrontEnd {
  /// How long an answer or a notification may take on a machine that does much else.
  private static let patience = Duration.seconds(30)

  private let connection: ClientConnection
  private var told: [IncomingNotification] = []

  /// Connects to the host of `room`, which must run.
  init(_ room: Room, features: [String] = ["popups"]) throws {
    connection = try ClientConnection(
      UnixSocket.connect(to: SocketPath(room.socket)), as: PeerInfo(name: "test"),
      features: features, until: .after(Self.patience))
    connection.onNotification = { [unowned self] in told.append($0) }
  }

  /// Calls one of the protocol's methods.
  func call<Request: RequestMessage>(_ request: Request) throws -> Request.Result {
    try connection.call(request, until: .after(Self.patience))
  }

  /// The next notification of a type, in the order in which they came; waits where there is none.
  func next<Notification: NotificationMessage>(
    _ type: Notification.Type = Notification.self
  ) throws -> Notification {
    let deadline = Deadline.after(Self.patience)
    while true {
      let method = Notification.method.rawValue
      if let index = told.firstIndex(where: { $0.method == method }) {
        return try Notification(json: JSONValue.parse(told.remove(at: index).params))
      }
      try connection.receive(until: deadline)
    }
  }
}
