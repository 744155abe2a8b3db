import HostProtocol
import JSON
import JSONRPC
import Testing

@Suite("Reading messages")
struct ReadingTests {
  @Test("M-4: members that a message does not know are ignored")
  func unknownMembers() throws {
    #expect(
      try PluginLog(json: .parse(#"{"plugin":"a","later":{"plugin":1},"Lines":7}"#))
        == PluginLog(plugin: "a"))
  }

  @Test("M-5, FC-027: null takes the default, as absence does")
  func null() throws {
    #expect(
      try PluginLog(json: .parse(#"{"plugin":"a","lines":null}"#)) == PluginLog(plugin: "a"))
    #expect(PluginLog(plugin: "a").lines == 100)
    #expect(try Datasource(json: .parse(#"{"items":null}"#)) == Datasource())
  }

  @Test("M-5: null where a member must be is its absence")
  func requiredNull() {
    #expect(throws: DecodingFailure(path: "/plugin", expected: "string", found: "nothing")) {
      try PluginLog(json: .parse(#"{"plugin":null}"#))
    }
  }

  @Test("M-6: an empty array is an empty object, and the other way round")
  func emptyContainers() throws {
    #expect(try PluginList(json: .parse("[]")) == PluginList())
    #expect(
      try HostSubscribe(json: .parse(#"{"topics":{}}"#)) == HostSubscribe(topics: []))
  }

  @Test("M-9: a number without a fraction is an integer however it is written")
  func integers() throws {
    for text in ["3", "3.0", "30e-1"] {
      let params = try PluginLog(json: .parse(#"{"plugin":"a","lines":\#(text)}"#))
      #expect(params.lines == 3)
    }
    #expect(throws: DecodingFailure(path: "/lines", expected: "integer", found: "number")) {
      try PluginLog(json: .parse(#"{"plugin":"a","lines":3.5}"#))
    }
  }

  @Test("M-12: where no result is named any answer will do", arguments: ["{}", "null", "7", "[1]"])
  func anyResult(text: String) throws {
    #expect(try Shutdown.Result(json: .parse(text)) == Empty())
    #expect(Empty().jsonBytes() == Array("{}".utf8))
  }

  @Test("a member that is nullable is written as null, one that is optional is left out")
  func absence() {
    let notice = AutocompleteDidSelect(field: "name", item: nil)
    #expect(text(notice) == #"{"field":"name","item":null}"#)
    #expect(text(ItemReference(source: "a/b", id: "1")) == #"{"source":"a/b","id":"1"}"#)
    #expect(text(LogMessage(text: "a")) == #"{"level":"info","text":"a"}"#)
  }

  @Test("an id keeps its type, its value and the way in which it was written")
  func ids() throws {
    for id in ["1", "\"1\"", "-7", "\"\"", "\"s3:42/people#7\""] {
      let cancel = try CancelRequest(json: .parse("{\"id\":\(id)}"))
      #expect(text(cancel) == "{\"id\":\(id)}")
    }
    #expect(
      try CancelRequest(json: .parse(#"{"id":1}"#)).id
        != CancelRequest(json: .parse(#"{"id":"1"}"#)).id)
  }

  private func text(_ value: some JSONEncodable) -> String {
    String(decoding: value.jsonBytes(), as: UTF8.self)
  }
}
