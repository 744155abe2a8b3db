import HostProtocol
import JSONRPC

/// One popup of a session, from the request that opened it to its callback.
struct Popup {
  let id: PopupID
  let session: SessionID
  /// The name that it was opened by; nil for content of the opener's own.
  let name: QualifiedName?
  /// Whose content it shows.
  let provider: PluginIndex
  /// The process that made the content; nil until it has.
  var providerRun: RunID?
  let opener: PopupOpener
  let precedence: Precedence
  let origin: PopupOrigin
  /// The call whose deadline stands still while it is open.
  let cause: PopupCause?

  /// The call that asks for its content, while that is open.
  var contentCall: RequestID?
  /// Nil until its plugin has made it.
  var content: CheckedContent?
  var machine = PopupMachine()
  /// How many popups stand below it, once it was presented.
  var level = 0
  /// Where it stands, while it is presented and its content has a size.
  var layout: PopupLayout?
  /// The press that its plugin has not answered.
  var press: PopupPressed?
  var timer: DeadlineQueue<Timer>.Handle?

  /// Whether its plugin knows it by its id; a message is known to its opener by its answer alone.
  var hasDelegate: Bool { !origin.isMessage }

  /// Whether a plugin may see it and end it: it opened it, or made its content.
  func belongs(to plugin: PluginIndex) -> Bool {
    provider == plugin || opener.plugin == plugin
  }

  /// Where its content stands in a viewport; nil where the front end places it.
  func layout(in viewport: Viewport) -> PopupLayout? {
    guard let content = content?.content, let size = content.size else { return nil }
    return PopupLayout(size, content.sizing, in: viewport)
  }
}

/// What a popup came from, which says where it is shown.
enum PopupOrigin {
  /// Nothing that is shown.
  case screen
  /// An action of another popup.
  case action(of: PopupID)
  /// `message/show` with actions, and the popup whose action caused it.
  case question(from: PopupID?)
  /// `message/show` without actions.
  case notice

  fileprivate var isMessage: Bool {
    switch self {
    case .screen, .action: false
    case .question, .notice: true
    }
  }
}

/// A name as others than its plugin say it: `plugin/name`.
struct QualifiedName: Equatable, CustomStringConvertible {
  let plugin: String
  let short: String

  var description: String { "\(plugin)/\(short)" }
}

/// The call that made a plugin open a popup and wait for it.
struct PopupCause: Hashable {
  let plugin: PluginIndex
  let call: RequestID
}

/// A press, or a tap that counts as one, that the plugin has not answered.
struct PopupPressed {
  /// What waits for the plugin.
  enum Kind {
    case press
    case outsideTap

    /// Why the popup ends with it.
    var reason: PopupReason {
      switch self {
      case .press: .component
      case .outsideTap: .outsideTap
      }
    }
  }

  let kind: Kind
  let action: PopupAction
  /// The host's call to the plugin.
  let call: RequestID
  /// The front end's request; nil once it was answered, since the plugin asks its user something else.
  var address: ReplyAddress?
}
