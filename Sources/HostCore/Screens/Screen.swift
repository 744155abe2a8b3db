import HostProtocol
import JSONRPC

/// A screen of a session: what it is about, who provides it, and what it has (protocol, section 3).
struct Screen {
  /// What its plugin knows of it.
  enum Delegation: Equatable {
    /// Nothing: it is a front end's own, or just what a plugin's `provides` says.
    case none
    /// This run was asked to provide it, and is told when it closes.
    case asked(RunID)
    /// The run that was asked is gone, or could not provide it again.
    case lost
  }

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
  var delegation: Delegation
  /// Who waits for it; nil once it is open.
  var opening: ScreenOpening?

  var bar: NavigationBarState?
  var list: ListState?
  var field: FieldSetup?

  /// Whether front ends may know it.
  var isOpen: Bool { opening == nil }

  /// Whether what happens to it can't be told to its plugin, until that provides it again.
  var isOrphaned: Bool { delegation == .lost }
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
