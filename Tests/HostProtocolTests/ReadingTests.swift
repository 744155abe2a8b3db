import HostProtocol
import JSON
import JSONRPC
import Testing

@Suite("Reading params and results from their text")
struct ReadingTests {
  @Test(
    "FC-033: absent, null, {}, [] and [null] mean none",
    arguments: ["", "null", "{}", "[]", "[null]", " [ null ] "])
  func none(text: String) throws {
    #expect(try params(PluginList.self, text) == PluginList())
    #expect(throws: ResponseError.self) { try params(HostSubscribe.self, text) }
  }

  @Test("FC-039: a missing member is -32602 with its path")
  func missing() {
    check(-32602, #"{"path":"/topics","expected":"array","found":"nothing"}"#) {
      try params(HostSubscribe.self, "")
    }
  }

  @Test("FC-034: a member that stands twice is -32700", arguments: [#"{"topics":[],"topics":[]}"#])
  func duplicate(text: String) {
    check(-32700) { try params(HostSubscribe.self, text) }
  }

  @Test(
    "FC-031, FC-045: JSON that can't be held is -32602",
    arguments: ["9223372036854775808", "1e999", #"{"a\u0000":1}"#])
  func unrepresentable(value: String) {
    check(-32602) { try params(PluginLog.self, #"{"plugin":"a","lines":\#(value)}"#) }
  }

  @Test("params above the limit are -32011 with the limit")
  func tooLong() {
    check(-32011, #"{"limit":10,"got":14}"#) {
      let text = Array(#"{"plugin":"a"}"#.utf8)
      return try text.withUnsafeBytes { try PluginLog(params: $0, limit: 10) }
    }
  }

  @Test("members that a message does not know are ignored")
  func unknownMembers() throws {
    #expect(
      try params(PluginLog.self, #"{"plugin":"a","lines":3.0,"later":{}}"#)
        == PluginLog(plugin: "a", lines: 3))
  }

  @Test("null takes the default, as absence does")
  func null() throws {
    #expect(
      try params(PluginLog.self, #"{"plugin":"a","lines":null}"#) == PluginLog(plugin: "a"))
    #expect(PluginLog(plugin: "a").lines == 100)
  }

  @Test("a result that is not of the method's type is -32008 and names the plugin")
  func malformedAnswer() {
    check(
      -32008,
      #"{"plugin":"people","path":"/items/0/id","expected":"string","found":"nothing"}"#
    ) {
      try result(AutocompleteProvideDatasource.self, #"{"items":[{"text":"a"}]}"#)
    }
    check(-32008) { try result(AutocompleteProvideDatasource.self, "{") }
  }

  @Test("where no result is named any answer will do", arguments: ["{}", "null", "7", "[1]"])
  func anyResult(text: String) throws {
    #expect(try result(AutocompleteReturned.self, text) == Empty())
  }

  @Test(
    "FC-058: a cancel names its id by type and value, of any size",
    arguments: [
      (#"{"id":1}"#, "1"), (#"{"id":"1"}"#, "\"1\""), (#"{ "x":{"id":2}, "id" : 3 }"#, "3"),
      (#"{"\u0069d":4}"#, "4"), (#"{"id":18446744073709551616}"#, "18446744073709551616"),
      (#"{"id":-1.5}"#, "-1.5"),
    ])
  func cancel(text: String, id: String) {
    let expected = Array(id.utf8).withUnsafeBytes { RequestID(verbatim: $0) }
    #expect(cancelled(text) == expected)
  }

  @Test(
    "FC-058: a cancel without a usable id names none",
    arguments: ["", "null", "[1]", "{}", #"{"id":null}"#, #"{"id":{}}"#, #"{"id":true}"#])
  func cancelOfNothing(text: String) {
    #expect(cancelled(text) == nil)
  }

  private func cancelled(_ text: String) -> RequestID? {
    Array(text.utf8).withUnsafeBytes { CancelRequest.id(inParams: $0) }
  }

  private func params<T: Message>(_ type: T.Type, _ text: String) throws -> T {
    try Array(text.utf8).withUnsafeBytes { try T(params: $0) }
  }

  private func result<T: RequestMessage>(_ type: T.Type, _ text: String) throws -> T.Result {
    try Array(text.utf8).withUnsafeBytes { try T.result($0, of: "people") }
  }

  private func check<T>(_ code: Int, _ data: String? = nil, _ body: () throws -> T) {
    let error = #expect(throws: ResponseError.self) { _ = try body() }
    #expect(error?.code.rawValue == code)
    if let data { #expect(error.map { String(decoding: $0.data, as: UTF8.self) } == data) }
  }
}
