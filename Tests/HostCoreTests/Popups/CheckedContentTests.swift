import HostProtocol
import JSON
import Testing

@testable import HostCore

/// What a popup may show.
@Suite struct CheckedContentTests {
  @Test(
    "what is wrong is named by its path",
    arguments: [
      (#"{"body":{"kind":"text"}}"#, "/body/text"),
      (#"{"body":{"kind":"markdown"}}"#, "/body/text"),
      (#"{"body":{"kind":"confirm"}}"#, "/body/text"),
      (#"{"body":{"kind":"form"}}"#, "/body/fields"),
      (#"{"body":{"kind":"list"}}"#, "/body/rows"),
      (#"{"body":{"kind":"image"}}"#, "/body/image"),
      (#"{"body":{"kind":"custom"}}"#, "/body/format"),
      (#"{"body":{"kind":"poem","text":""}}"#, "/body/kind"),
      (#"{"body":{"kind":"text","text":""},"size":{"width":-1,"height":2}}"#, "/size/width"),
      (#"{"body":{"kind":"text","text":""},"size":{"width":1}}"#, "/size/height"),
      (#"{"body":{"kind":"text","text":""},"sizing":{"rule":"stretch"}}"#, "/sizing/rule"),
      (#"{"body":{"kind":"text","text":""},"sizing":{"multiple":1.5}}"#, "/sizing/multiple"),
      (
        #"{"body":{"kind":"text","text":""},"actions":[{"id":"a","title":""},{"id":"a","title":""}]}"#,
        "/actions/1/id"
      ),
      (form(#"{"name":"a","kind":"text"},{"name":"a","kind":"text"}"#), "/body/fields/1/name"),
      (form(#"{"name":"a","kind":"choice"}"#), "/body/fields/0/choices"),
      (
        form(
          #"{"name":"a","kind":"choice","choices":[{"id":"x","title":""},{"id":"x","title":""}]}"#),
        "/body/fields/0/choices/1/id"
      ),
      (
        form(#"{"name":"a","kind":"choice","value":"y","choices":[{"id":"x","title":""}]}"#),
        "/body/fields/0/value"
      ),
      (form(#"{"name":"a","kind":"autocomplete"}"#), "/body/fields/0/source"),
      (form(#"{"name":"a","kind":"number","value":"1"}"#), "/body/fields/0/value"),
    ])
  func faults(text: String, path: String) throws {
    #expect(try failure(text)?.path == path)
  }

  @Test func aQuestionHasCancelAndOKByDefault() throws {
    let content = try content(#"{"body":{"kind":"confirm","text":"Sure?"}}"#).content
    #expect(content.actions.map(\.id) == ["cancel", "ok"], "0 is cancel, 1 the other")
    #expect(content.actions.map(\.role) == [.cancel, .default])
    let own = try self.content(
      #"{"body":{"kind":"confirm","text":"?"},"actions":[{"id":"go","title":"Go"}]}"#)
    #expect(own.content.actions.map(\.id) == ["go"])
    let text = try self.content(#"{"body":{"kind":"text","text":"!"}}"#)
    #expect(text.content.actions.isEmpty)
  }

  @Test func sourcesGetTheirFullNames() throws {
    let content = try content(
      Self.form(
        #"{"name":"a","kind":"autocomplete","source":"s"},{"name":"b","kind":"autocomplete","source":"q/s"}"#
      ))
    #expect(content.content.body.fields?.map(\.source) == ["p/s", "q/s"])
  }

  @Test func sourcesKeepTheirContext() throws {
    let content = try content(
      Self.form(#"{"name":"a","kind":"autocomplete","source":"s","context":{"folder":"/x"}}"#))
    #expect(content.content.body.fields?.first?.context?.serialized() == #"{"folder":"/x"}"#)
  }

  @Test func aFormatThatTheFrontEndDoesNotListIsItsTextOrNothing() throws {
    let chart = #"{"body":{"kind":"custom","format":"chart/1","payload":[1,2],"text":"1, 2"}}"#
    let known = try content(chart, features: ["chart/1"]).content.body
    #expect(known.kind == .custom)
    #expect(known.payload?.serialized() == "[1,2]")
    #expect(try content(chart).content.body == Body(kind: .text, text: "1, 2"))
    #expect(throws: ContentFault.unknownFormat("chart/2")) {
      try content(#"{"body":{"kind":"custom","format":"chart/2"}}"#)
    }
  }

  @Test func limitsHold() throws {
    let actions = (1...17).map { #"{"id":"\#($0)","title":""}"# }.joined(separator: ",")
    #expect(throws: ContentFault.tooMany("actions", limit: 16, got: 17)) {
      try content(#"{"body":{"kind":"text","text":""},"actions":[\#(actions)]}"#)
    }
    let fields = (1...65).map { #"{"name":"\#($0)","kind":"text"}"# }.joined(separator: ",")
    #expect(throws: ContentFault.tooMany("fields", limit: 64, got: 65)) {
      try content(Self.form(fields))
    }
    let long = String(repeating: "x", count: 65536)
    #expect(throws: ContentFault.self) {
      try content(#"{"body":{"kind":"text","text":"\#(long)"}}"#)
    }
  }

  @Test("U+0000 becomes U+FFFD in what is shown, and nowhere else")
  func zeros() throws {
    let content = try content(
      #"""
      {"title":"a\u0000","body":{"kind":"form","fields":[{"name":"n\u0000","kind":"choice",
       "title":"t\u0000","placeholder":"p\u0000","choices":[{"id":"i\u0000","title":"c\u0000"}]}]},
       "actions":[{"id":"b\u0000","title":"o\u0000\u0301"}]}
      """#
    ).content
    #expect(content.title == "a\u{FFFD}")
    let field = try #require(content.body.fields?.first)
    #expect(field.name == "n\0")
    #expect(field.title == "t\u{FFFD}" && field.placeholder == "p\u{FFFD}")
    #expect(field.choices == [Choice(id: "i\0", title: "c\u{FFFD}")])
    #expect(content.actions.first?.id == "b\0")
    #expect(content.actions.first?.title.unicodeScalars.first == "o")
    #expect(content.actions.first?.title.utf8.contains(0) == false)
    let list = try self.content(
      #"{"body":{"kind":"list","rows":[{"id":"r","cellType":"c","title":"\u0000","data":"\u0000"}]}}"#
    )
    #expect(list.content.body.rows?.first?.title == "\u{FFFD}")
    #expect(list.content.body.rows?.first?.data?.string == "\0")
  }

  // MARK: Forms

  static let fields = #"""
    {"name":"user","kind":"text","required":true},
    {"name":"password","kind":"secret"},
    {"name":"age","kind":"number","value":7},
    {"name":"colour","kind":"choice","choices":[{"id":"red","title":"Red"}]},
    {"name":"news","kind":"toggle","value":false},
    {"name":"other","kind":"knob"}
    """#

  @Test(
    "values are those sent, else those that the fields began with",
    arguments: [
      ("{}", #"{"age":7,"news":false}"#, ["user"]),
      (#"{"user":""}"#, #"{"user":"","age":7,"news":false}"#, ["user"]),
      (#"{"user":" "}"#, #"{"user":" ","age":7,"news":false}"#, []),
      (#"{"user":null,"age":null}"#, #"{"age":7,"news":false}"#, ["user"]),
      (
        #"{"other":[1],"news":true,"colour":"red","password":"p","user":"u","age":1.5,"more":1}"#,
        #"{"user":"u","password":"p","age":1.5,"colour":"red","news":true,"other":[1]}"#, []
      ),
    ])
  func values(sent: String, got: String, missing: [String]) throws {
    let fields = try #require(content(Self.form(Self.fields)).fields)
    let values = try FormValues(JSONValue.parse(sent), of: fields)
    #expect(String(decoding: values.text, as: UTF8.self) == got)
    #expect(values.missing == missing)
  }

  @Test(
    "a value of another type is refused and not repeated",
    arguments: [
      (#"{"user":1}"#, "/user", "integer"), (#"{"age":"1"}"#, "/age", "string"),
      (#"{"news":"yes"}"#, "/news", "string"),
      (#"{"colour":"blue"}"#, "/colour", "another string"),
      (#"{"password":["hunter2"]}"#, "/password", "array"),
    ])
  func wrongValues(sent: String, path: String, found: String) throws {
    let fields = try #require(content(Self.form(Self.fields)).fields)
    let failure = #expect(throws: DecodingFailure.self) {
      try FormValues(JSONValue.parse(sent), of: fields)
    }
    #expect(failure?.path == path)
    #expect(failure?.found == found)
  }

  @Test func onlyFormsHaveFields() throws {
    #expect(try content(#"{"body":{"kind":"text","text":"","fields":[]}}"#).fields == nil)
  }

  // MARK: Support

  private static func form(_ fields: String) -> String {
    #"{"body":{"kind":"form","fields":[\#(fields)]}}"#
  }

  private func content(
    _ text: String, features: Set<String> = []
  ) throws -> CheckedContent {
    try CheckedContent(
      Content(json: JSONValue.parse(text)), of: "p", for: features, limits: .standard)
  }

  private func failure(_ text: String) throws -> DecodingFailure? {
    do {
      _ = try content(text)
      return nil
    } catch ContentFault.malformed(let failure) {
      return failure
    } catch let failure as DecodingFailure {
      return failure
    }
  }
}
