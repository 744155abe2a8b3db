import HostProtocol
import JSON
package import JSONRPC

/// A request as it came.
package struct IncomingRequest: Sendable {
  /// Its id, to be echoed.
  package let id: RequestID
  /// The method's name.
  package let method: String
  /// The JSON text of the params; empty if there are none.
  package let params: [UInt8]
}

/// The params of a message, read for a handler.
enum Params {
  /// Reads params; absent, `null`, `{}`, `[]` and `[null]` all mean none.
  ///
  /// - Throws: The error to answer with, which has the path of what is wrong.
  static func decode<Value: JSONDecodable>(
    _ text: [UInt8], as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value {
    do {
      return try Value(json: parse(text))
    } catch let failure as DecodingFailure {
      throw .invalidParams(failure)
    } catch let failure as JSONParseError {
      throw .unreadableParams(failure)
    } catch {
      throw ResponseError(code: .internalError, message: "\(error)")
    }
  }

  private static func parse(_ text: [UInt8]) throws(JSONParseError) -> JSONValue {
    guard !text.isEmpty else { return try JSONValue.parse("{}") }
    let value = try JSONValue.parse(text)
    return value.meansNone ? try JSONValue.parse("{}") : value
  }
}

extension JSONValue {
  fileprivate var meansNone: Bool {
    switch kind {
    case .null: true
    case .array: count == 0 || (count == 1 && self[0]?.isNull == true)
    default: false
    }
  }
}
