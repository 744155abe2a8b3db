public import JSON

/// What a request that failed is answered with.
public struct ResponseError: Error, Equatable, Sendable {
  /// What kind of failure it is, for programs.
  public let code: ErrorCode
  /// One sentence for people.
  public let message: String
  /// More about the failure, as JSON text; empty where there is nothing more to say.
  public let data: [UInt8]

  /// Creates an error; `data` is JSON text or empty.
  public init(code: ErrorCode, message: String, data: [UInt8] = []) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Creates an error with a value as its data.
  public init(code: ErrorCode, message: String, data: some JSONEncodable) {
    self.init(code: code, message: message, data: data.jsonBytes())
  }

  /// The error -32602 for params that could not be decoded; its data tell path, expected and found.
  public static func invalidParams(_ failure: DecodingFailure) -> ResponseError {
    ResponseError(code: .invalidParams, message: "Invalid params: \(failure).", data: failure)
  }
}

extension ResponseError: JSONEncodable {
  /// Writes the value of the member `error`.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("message", message)
    if !data.isEmpty {
      writer.name("data")
      writer.raw(data)
    }
    writer.endObject()
  }
}

extension ResponseError: JSONDecodable {
  /// Reads the value of a member `error`: an integer `code`, a string `message`, any `data`.
  public init(json: JSONValue) throws(DecodingFailure) {
    let number: Int = try json.required("code")
    let message: String = try json.required("message")
    let data = json["data"].map { $0.jsonBytes() } ?? []
    self.init(code: ErrorCode(rawValue: number), message: message, data: data)
  }
}

extension ResponseError: CustomStringConvertible {
  /// The code and the message in one sentence.
  public var description: String { "\(message) (\(code))" }
}
