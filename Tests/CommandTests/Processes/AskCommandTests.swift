import HostProtocol
import JSON
import JackfieldClient
import SystemIO
import Testing

/// `jackfield ask`, on a real terminal and at a front end, with the plugin dialogs.
@Suite struct AskCommandTests {
  /// A room with a host that knows the plugin dialogs.
  private func room() throws -> Room {
    let room = try Room()
    let folder = try room.plugins("Plugins/dialogs")
    #expect(try room.run("plugins", "--plugins", folder).code == 0)
    return room
  }

  @Test(
    "what is typed on the terminal is what a script gets",
    arguments: [
      ("ok\\n", "--actions ok,cancel", "got ok, 0"), ("\\n", "", "got ok, 0"),
      ("1\\n", "", "got cancel, 1"), ("nonsense\\n2\\n", "", "got ok, 0"),
      ("2\\n", "--choice red --choice green", "got green, 0"),
      ("7\\n\\n1\\n", "--choice red --choice green", "got red, 0"),
      ("arya\\nneedle\\n", "--field user --secret key", #"got {"user":"arya","key":"needle"}, 0"#),
    ])
  func typing(keys: String, options: String, expected: String) throws {
    let room = try room()
    let outcome = try room.terminal(
      #"answer=$(jackfield ask "Really?" \#(options)); echo "got $answer, $?""#,
      typing: keys.replacing("\\n", with: "\n"))
    #expect(outcome.output.contains(expected), "\(outcome.output)")
    #expect(outcome.output.contains("Really?"))
  }

  @Test("without a terminal and a front end nobody can be asked, and that is told")
  func nobody() throws {
    let outcome = try room().run("ask", "Really?")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("front end"))
  }

  @Test("without the plugin the command says what is missing")
  func noPlugin() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run("ask", "Really?")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("dialogs"))
  }

  @Test(
    "elsewhere a front end shows the question and its user answers",
    arguments: [("ok", "ok\n", Int32(0)), ("cancel", "cancel\n", 1)])
  func elsewhere(action: String, output: String, code: Int32) throws {
    let room = try room()
    let editor = try ClientConnection(
      UnixSocket.connect(to: SocketPath(room.socket)), as: PeerInfo(name: "editor", version: "1"),
      features: ["popups"], until: .after(.seconds(30)))
    var presented: PresentedPopup?
    editor.onNotification = { notification in
      guard notification.method == Method.popupPresent.rawValue else { return }
      do { presented = try PresentedPopup(json: .parse(notification.params)) } catch {
        Issue.record("the popup can't be read: \(error)")
      }
    }
    let asking = try room.start("ask", "--elsewhere", "Delete 3 files?")
    while presented == nil { try editor.receive(until: .after(.seconds(30))) }
    let popup = try #require(presented)
    #expect(popup.content.body.text == "Delete 3 files?")
    let press = PopupPress(popup: popup.popup, action: action)
    #expect(try editor.call(press, until: .after(.seconds(30))).dismissed)
    let outcome = asking.finish()
    #expect(outcome.output == output)
    #expect(outcome.code == code)
  }

  @Test("when the script is ended its question goes too")
  func interrupted() throws {
    let room = try room()
    let editor = try ClientConnection(
      UnixSocket.connect(to: SocketPath(room.socket)), as: PeerInfo(name: "editor", version: "1"),
      features: ["popups"], until: .after(.seconds(30)))
    var methods: [String] = []
    editor.onNotification = { methods.append($0.method) }
    let asking = try room.start("ask", "--elsewhere", "Delete 3 files?")
    while !methods.contains("popup/present") { try editor.receive(until: .after(.seconds(30))) }
    asking.signal(.terminate)
    _ = asking.finish()
    while !methods.contains("popup/dismiss") { try editor.receive(until: .after(.seconds(30))) }
  }
}
