import HostProtocol
import JSONRPC

/// A screen of a session: what it is about, who provides it, and what it has (protocol, section 3).
struct Screen {
  let id: ScreenID
  let session: SessionID
  /// The plugin that provides it; nil for a front end's own.
  let plugin: PluginIndex?
  /// The short name under which the plugin provides it; empty for a front end's own.
  let name: String
  /// What it was opened with, as JSON.
  let arguments: [UInt8]
  /// What it is about, as JSON.
  var context: [UInt8]
  /// The run that was asked to provide it and has not refused: it is told when the screen closes.
  var provider: RunID?
  /// Whether what happens to it can't be told to its plugin: the process that provided it is gone, or did
  /// not provide it again.
  var isOrphaned = false
  /// Who waits for it; nil once it is open.
  var opening: ScreenOpening?

  var bar: NavigationBarState?
  var list: ListState?
  var field: FieldSetup?

  /// Whether front ends may know it.
  var isOpen: Bool { opening == nil }
}

/// A screen that is being provided, and who waits for it.
struct ScreenOpening {
  /// How it comes to its front end.
  enum Kind {
    /// As the answer to the front end's request.
    case opened(ReplyAddress)
    /// As a notification, after a plugin's request or effect.
    case pushed(Caller, isAnimated: Bool)
  }

  let kind: Kind
  /// The call that asks for it, once there is one.
  var call: RequestID?
}
