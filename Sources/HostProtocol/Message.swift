public import JSON

/// The params of a message, as a type of their own.
public protocol Message: JSONDecodable, JSONEncodable, Sendable {
  /// The method that the message names.
  static var method: Method { get }
}

/// A message that is answered.
public protocol RequestMessage: Message {
  /// What it is answered with.
  associatedtype Result: JSONDecodable, JSONEncodable, Sendable

  /// What goes with the request: its deadline, a trace, its cause.
  var meta: Meta? { get set }
}

/// A message that is not answered.
public protocol NotificationMessage: Message {}
