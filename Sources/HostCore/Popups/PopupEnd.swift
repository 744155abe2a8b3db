import HostProtocol
import JSON

/// How a popup ended, as its opener is told.
struct PopupEnd: Equatable {
  let reason: PopupReason
  /// The action that ended it, if one did.
  let action: String?
  /// What the plugin of its content answered to that action, or the form's values.
  let object: JSONValue?

  init(_ reason: PopupReason, action: String? = nil, object: JSONValue? = nil) {
    self.reason = reason
    self.action = action
    self.object = object
  }
}
