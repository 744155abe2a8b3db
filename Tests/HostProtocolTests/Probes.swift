import HostProtocol
import JSON

/// What the tests do with a type of values.
struct ValueProbe: Sendable {
  /// Decodes the value, encodes it, and decodes that again; returns the encoded text.
  let roundTrip: @Sendable (JSONValue) throws -> RoundTrip

  init<T: JSONDecodable & JSONEncodable & Equatable & Sendable>(_ type: T.Type) {
    roundTrip = { json in
      let value = try T(json: json)
      let encoded = try JSONValue.parse(value.jsonBytes())
      return RoundTrip(encoded: encoded, isEqual: try T(json: encoded) == value)
    }
  }
}

/// What came of a round trip.
struct RoundTrip {
  /// What the value wrote.
  let encoded: JSONValue
  /// Whether reading that gave an equal value.
  let isEqual: Bool
}

/// What the tests do with a message.
struct MessageProbe: Sendable {
  /// The method that the type names.
  let method: Method
  /// The params.
  let params: ValueProbe
  /// The result; nil for a notification.
  let result: ValueProbe?

  init<T: RequestMessage & Equatable>(request type: T.Type) where T.Result: Equatable {
    method = T.method
    params = ValueProbe(T.self)
    result = ValueProbe(T.Result.self)
  }

  init<T: NotificationMessage & Equatable>(notification type: T.Type) {
    method = T.method
    params = ValueProbe(T.self)
    result = nil
  }
}
