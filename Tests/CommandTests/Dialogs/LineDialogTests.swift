import HostProtocol
import JSON
import Testing

@testable import jackfield

/// Popups asked in lines of text.
@Suite struct LineDialogTests {
  private func dialog(_ content: String) throws -> LineDialog {
    LineDialog(try Content(json: .parse(content)))
  }

  private static let confirm = #"""
    {"title":"Careful","body":{"kind":"confirm","text":"Delete 3 files?"},
     "actions":[{"id":"cancel","title":"Cancel","role":"cancel"},
                {"id":"ok","title":"OK","role":"default"}]}
    """#

  private static let form = #"""
    {"body":{"kind":"form","fields":[
      {"name":"user","kind":"text","title":"User","value":"me","required":true},
      {"name":"key","kind":"secret","title":"Password","required":true},
      {"name":"age","kind":"number"},
      {"name":"size","kind":"choice","choices":[{"id":"s","title":"Small"},{"id":"l","title":"Large"}]},
      {"name":"mail","kind":"toggle","value":false}]},
     "actions":[{"id":"cancel","title":"Cancel","role":"cancel"},{"id":"ok","title":"OK"}]}
    """#

  @Test func aQuestionIsAskedWithItsAnswers() throws {
    var dialog = try dialog(Self.confirm)
    #expect(
      dialog.begin()
        == .ask(
          notes: ["Careful", "Delete 3 files?"], prompt: "1 Cancel   2 OK [OK]: ",
          isSecret: false))
  }

  @Test(
    "an answer is a number, an id, a title, or the beginning of one",
    arguments: [
      ("", "ok"), ("2", "ok"), ("ok", "ok"), ("OK", "ok"), ("o", "ok"), (" Ok  ", "ok"),
      ("1", "cancel"), ("c", "cancel"), ("CANCEL", "cancel"),
    ])
  func answers(line: String, action: String) throws {
    var dialog = try dialog(Self.confirm)
    _ = dialog.begin()
    #expect(dialog.take(line) == .press(action: action, values: [:]))
  }

  @Test("what is no answer is told, and asked again", arguments: ["3", "0", "-1", "x", "okay"])
  func wrongAnswers(line: String) throws {
    var dialog = try dialog(Self.confirm)
    _ = dialog.begin()
    #expect(
      dialog.take(line)
        == .ask(
          notes: ["'\(line)' is none of them."], prompt: "1 Cancel   2 OK [OK]: ",
          isSecret: false))
    #expect(dialog.take("ok") == .press(action: "ok", values: [:]))
  }

  @Test("the end of input is the cancel action, or leaving where there is none")
  func endOfInput() throws {
    var dialog = try dialog(Self.confirm)
    _ = dialog.begin()
    #expect(dialog.take(nil) == .press(action: "cancel", values: [:]))
    var alert = try self.dialog(
      #"{"body":{"kind":"text","text":"Hi"},"actions":[{"id":"ok","title":"OK"}]}"#)
    _ = alert.begin()
    #expect(alert.take(nil) == .leave)
  }

  @Test("Return does not take something away for good")
  func destructive() throws {
    var dialog = try dialog(
      #"""
      {"body":{"kind":"confirm","text":"?"},"actions":[
        {"id":"cancel","title":"Cancel","role":"cancel"},
        {"id":"delete","title":"Delete","role":"destructive"}]}
      """#)
    #expect(
      dialog.begin()
        == .ask(notes: ["?"], prompt: "1 Cancel   2 Delete: ", isSecret: false))
    #expect(
      dialog.take("") == .ask(notes: [], prompt: "1 Cancel   2 Delete: ", isSecret: false))
  }

  @Test func aFormIsAskedFieldByFieldAndGoesOnByItself() throws {
    var dialog = try dialog(Self.form)
    #expect(dialog.begin() == .ask(notes: [], prompt: "User [me]: ", isSecret: false))
    #expect(dialog.take("") == .ask(notes: [], prompt: "Password: ", isSecret: true))
    #expect(
      dialog.take("")
        == .ask(notes: ["! It must be filled in."], prompt: "Password: ", isSecret: true))
    #expect(dialog.take("s3cret") == .ask(notes: [], prompt: "age: ", isSecret: false))
    #expect(
      dialog.take("old")
        == .ask(notes: ["! 'old' is no number."], prompt: "age: ", isSecret: false))
    #expect(
      dialog.take("1.5")
        == .ask(notes: ["  1 Small", "  2 Large"], prompt: "size: ", isSecret: false))
    #expect(dialog.take("2") == .ask(notes: [], prompt: "mail (y/n) [n]: ", isSecret: false))
    let step = dialog.take("y")
    #expect(
      step
        == .press(
          action: "ok",
          values: [
            "user": .given(try .parse(#""me""#)), "key": .text("s3cret"), "age": .number(1.5),
            "size": .text("l"), "mail": .toggle(true),
          ]))
  }

  @Test("a field that its plugin refuses is asked for again, with what was typed")
  func errors() throws {
    var dialog = try dialog(Self.form)
    _ = dialog.begin()
    for line in ["arya", "needle", "", "", ""] { _ = dialog.take(line) }
    #expect(
      dialog.take(errors: ["user": "is taken", "other": "The moon is full."])
        == .ask(
          notes: ["The moon is full.", "! is taken"], prompt: "User [arya]: ", isSecret: false))
    guard case .press("ok", let values) = dialog.take("sansa") else {
      Issue.record("the form did not go on")
      return
    }
    #expect(values["user"] == .text("sansa"))
    #expect(values["key"] == .text("needle"))
    #expect(values["age"] == nil)
  }

  @Test("a secret that was typed is not shown again")
  func secrets() throws {
    var dialog = try dialog(Self.form)
    _ = dialog.begin()
    for line in ["arya", "needle", "", "", ""] { _ = dialog.take(line) }
    #expect(
      dialog.take(errors: ["key": "is too short"])
        == .ask(notes: ["! is too short"], prompt: "Password [unchanged]: ", isSecret: true))
  }

  @Test func otherContentBeginsAnew() throws {
    var dialog = try dialog(Self.form)
    _ = dialog.begin()
    #expect(
      dialog.take(content: try Content(json: .parse(Self.confirm)))
        == .ask(
          notes: ["Careful", "Delete 3 files?"], prompt: "1 Cancel   2 OK [OK]: ",
          isSecret: false))
  }

  @Test(
    "numbers keep their kind",
    arguments: [
      ("7", EnteredValue.whole(7)), ("-3", .whole(-3)), ("7.0", .number(7)), ("1e3", .number(1000)),
      ("9223372036854775807", .whole(.max)),
    ])
  func numbers(line: String, value: EnteredValue) throws {
    let field = try FormField(json: .parse(#"{"name":"n","kind":"number"}"#))
    #expect(FieldQuestion(field, value: nil, error: nil).answer(line) == .value(value))
  }

  @Test("what is no number is refused", arguments: ["", "NaN", "inf", "1,5", "0x10", "1e999"])
  func noNumbers(line: String) throws {
    let field = try FormField(json: .parse(#"{"name":"n","kind":"number","required":true}"#))
    guard case .wrong = FieldQuestion(field, value: nil, error: nil).answer(line) else {
      Issue.record("\(line) was taken")
      return
    }
  }
}
