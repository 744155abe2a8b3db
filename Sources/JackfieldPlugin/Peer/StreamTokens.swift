import HostProtocol
import JSON
import JSONRPC

/// What a request says about being answered in parts.
struct StreamTokens {
  /// The token for items in `$/progress`.
  private(set) var partialResult: ProgressToken?
  /// The token for how the work goes on.
  private(set) var workDone: ProgressToken?
  /// How many items may be sent; nil for any number.
  private(set) var credit: Int?

  /// Reads the JSON text of params, which a handler reads as well; what is of another type is the
  /// method's own business.
  init(params: [UInt8]) {
    params.withUnsafeBytes { text in
      JSONCursor.members(of: text) { name, value in
        switch String(decoding: name, as: UTF8.self) {
        case "partialResultToken": partialResult = Self.token(value)
        case "workDoneToken": workDone = Self.token(value)
        case "credit": credit = Int(String(decoding: value, as: UTF8.self)).map { max($0, 0) }
        default: break
        }
      }
    }
  }

  /// A token is a string or an integer, written like an id.
  private static func token(_ value: UnsafeRawBufferPointer) -> ProgressToken? {
    guard let first = value.first else { return nil }
    switch first {
    case UInt8(ascii: "\""): return RequestID(verbatim: value).string.map { .string($0) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return RequestID(verbatim: value).integer.map { .integer(Int($0)) }
    default: return nil
    }
  }
}
