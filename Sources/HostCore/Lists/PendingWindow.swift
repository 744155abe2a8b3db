import HostProtocol
import JSONRPC

/// The number of a window that waits for its plugin; never used twice.
struct WindowID: Hashable, Comparable {
  let number: UInt64

  static func < (left: WindowID, right: WindowID) -> Bool { left.number < right.number }
}

/// A window of a list whose rows are being asked for.
struct PendingWindow {
  let screen: ScreenID
  let address: ReplyAddress
  /// After it the plugin is not asked on: what has come is the answer.
  let end: Instant
  var window: RowWindow
  /// What the plugin is being asked for, and which revision the list had then.
  var page: ListPageRequest
  var revision: Int
  var call: RequestID?
}
