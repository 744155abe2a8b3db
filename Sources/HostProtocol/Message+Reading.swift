import JSON
public import JSONRPC

extension Message {
  /// Reads the params of a message from their text, which may be empty.
  ///
  /// Absent, `null`, `{}`, `[]` and `[null]` all mean none (rule M-3).
  ///
  /// - Throws: What the request is answered with: -32602 for params of another shape or that can't be
  ///   held (M-7, M-9), -32700 for a member that stands twice (M-8), -32011 above `limit` bytes (M-19).
  public init(
    params text: UnsafeRawBufferPointer, limit: Int = ProtocolLimits.parsedBytes
  ) throws(ResponseError) {
    guard text.count <= limit else { throw .tooMuchToRead(text.count, limit: limit) }
    let params = try Self.value(of: text)
    do throws(DecodingFailure) {
      self = try Self(json: params)
    } catch {
      throw .invalidParams(error)
    }
  }

  /// The object or array that the text of params stands for.
  private static func value(
    of text: UnsafeRawBufferPointer
  ) throws(ResponseError) -> JSONValue {
    do throws(JSONParseError) {
      let value = text.isEmpty ? try JSONValue.parse("{}") : try JSONValue.parse(text)
      return value.meansNothing ? try JSONValue.parse("{}") : value
    } catch {
      throw .unreadable(error)
    }
  }
}

extension RequestMessage {
  /// Reads what `plugin` answered, from its text.
  ///
  /// - Throws: What those who wait for it are answered with: -32008 for a result of another shape,
  ///   -32011 above `limit` bytes.
  public static func result(
    _ text: UnsafeRawBufferPointer, of plugin: String, limit: Int = ProtocolLimits.parsedBytes
  ) throws(ResponseError) -> Result {
    guard text.count <= limit else { throw .tooMuchToRead(text.count, limit: limit) }
    let result: JSONValue
    do {
      result = try JSONValue.parse(text)
    } catch {
      throw .malformedAnswer(of: plugin, to: method, reason: "\(error)")
    }
    do {
      return try Result(json: result)
    } catch {
      throw .malformedAnswer(of: plugin, to: method, error)
    }
  }
}

extension JSONValue {
  /// Whether params of this value are none: `null` or `[null]`.
  fileprivate var meansNothing: Bool {
    isNull || (kind == .array && count == 1 && self[0]?.isNull == true)
  }
}
