import JSON
import JSONRPC
import Testing

@Suite("Response errors")
struct ResponseErrorTests {
  @Test("an error is written with its data, or without any")
  func writing() {
    let plain = ResponseError(code: .methodNotFound, message: "There is no \"x\".")
    #expect(
      plain.jsonBytes() == Array(#"{"code":-32601,"message":"There is no \"x\"."}"#.utf8))
    let failure = DecodingFailure(path: "/a", expected: "string", found: "nothing")
    #expect(
      ResponseError.invalidParams(failure).jsonBytes()
        == Array(
          (#"{"code":-32602,"message":"Invalid params: expected string at /a, found nothing.","#
            + #""data":{"path":"/a","expected":"string","found":"nothing"}}"#).utf8))
  }

  @Test("an error is read back as it was written")
  func reading() throws {
    let error = ResponseError(
      code: ErrorCode(rawValue: -32011), message: "too large", data: Array("[1,2]".utf8))
    let read = try ResponseError(json: JSONValue.parse(error.jsonBytes()))
    #expect(read == error)
    #expect(read.description == "too large (-32011)")
    #expect(throws: DecodingFailure.self) { try ResponseError(json: .parse(#"{"code":"1"}"#)) }
  }

  @Test("the codes are those of JSON-RPC 2.0")
  func codes() {
    let codes: [ErrorCode] = [
      .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError,
    ]
    #expect(codes.map(\.rawValue) == [-32700, -32600, -32601, -32602, -32603])
  }
}
