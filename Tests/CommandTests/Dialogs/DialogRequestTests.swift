import HostProtocol
import JSON
import Testing

@testable import jackfield

/// What a command line of `jackfield ask` asks for, and what it prints.
@Suite struct DialogRequestTests {
  private func request(_ words: [String]) throws -> DialogRequest {
    try DialogRequest(ArgumentParser.parse(words[...], of: AskCommand.command))
  }

  struct Row: CustomTestStringConvertible {
    let words: [String]
    let name: String
    let arguments: String

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Row(words: ["Really?"], name: "dialogs/confirm", arguments: #"{"text":"Really?"}"#),
    Row(
      words: ["Really?", "--actions", "ok,cancel", "--title", "T"], name: "dialogs/confirm",
      arguments: #"{"text":"Really?","title":"T","actions":["ok","cancel"]}"#),
    Row(
      words: ["?", "--actions", "yes=Do it,no=Don't=do it"], name: "dialogs/confirm",
      arguments:
        #"{"text":"?","actions":[{"id":"yes","title":"Do it"},{"id":"no","title":"Don't=do it"}]}"#),
    Row(
      words: ["Which?", "--choice", "a", "--choice", "b=Bee"], name: "dialogs/choice",
      arguments: #"{"text":"Which?","choices":["a",{"id":"b","title":"Bee"}]}"#),
    Row(
      words: ["Sign in", "--field", "user", "--secret", "key=Password"], name: "dialogs/form",
      arguments:
        #"{"title":"Sign in","fields":[{"name":"user","kind":"text"},{"name":"key","title":"Password","kind":"secret"}]}"#
    ),
  ])
  func reading(row: Row) throws {
    let request = try request(row.words)
    #expect(try request.popup.name == row.name)
    #expect(try request.popup.arguments?.serialized() == row.arguments)
    let params = try JSONValue.parse(request.callParams)
    #expect("dialogs/" + (params["kind"]?.string ?? "") == row.name)
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      ["?", "--choice", "a", "--field", "b"], ["?", "--actions", "a,,b"], ["?", "--choice", ""],
      ["?", "--choice", "=x"],
    ])
  func refusing(words: [String]) throws {
    #expect(throws: Failure.self) {
      try request(words)
    }
  }

  @Test(
    "what is printed",
    arguments: [
      (DialogRequest.Kind.confirm, #""component","action":"ok","object":null"#, "ok\n", false),
      (.confirm, #""component","action":"cancel","object":null"#, "cancel\n", true),
      (.confirm, #""outsideTap","action":null,"object":null"#, "", true),
      (.confirm, #""timeout","action":null,"object":null"#, "", true),
      (.choice, #""component","action":"ok","object":{"choice":"b"}"#, "b\n", false),
      (
        .form, #""component","action":"ok","object":{"a":"1","b":2}"#, "{\"a\":\"1\",\"b\":2}\n",
        false
      ),
      (.form, #""component","action":"cancel","object":null"#, "cancel\n", true),
    ])
  func printing(kind: DialogRequest.Kind, members: String, text: String, isCancelled: Bool) throws {
    let ended = try PopupOpened(json: .parse(#"{"popup":"popup-1","reason":\#(members)}"#))
    #expect(DialogAnswer(ended, kind: kind).text(asJSON: false) == text)
    #expect(ended.isCancelled == isCancelled)
  }
}
