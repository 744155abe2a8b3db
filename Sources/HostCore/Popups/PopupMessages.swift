import HostProtocol
import JSON

/// How a popup ended, on the wire.
struct CallbackParams: JSONEncodable {
  let popup: PopupID
  let end: PopupEnd

  func encode(into writer: inout JSONWriter) {
    PopupCallback(
      popup: popup.description, reason: end.reason, action: end.action, object: end.object
    ).encode(into: &writer)
  }
}

/// A popup as a front end shows it; its content is text already.
struct PresentedParams: JSONEncodable {
  let popup: Popup
  let content: CheckedContent
  let plugin: String

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("popup", popup.id.description)
    writer.member("plugin", plugin)
    writer.layout(popup.layout)
    writer.name("content")
    writer.raw(content.text)
    writer.member("level", popup.level)
    writer.member("transition", content.content.transition)
    writer.member("background", content.content.background)
    writer.endObject()
  }
}

/// What changed of a popup that is shown.
struct ChangedParams: JSONEncodable {
  let popup: PopupID
  let layout: PopupLayout?
  /// Nil where it has not changed.
  var content: CheckedContent?
  var errors: [String: String]?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("popup", popup.description)
    writer.layout(layout)
    if let content {
      writer.name("content")
      writer.raw(content.text)
    }
    writer.member("errors", errors)
    writer.endObject()
  }
}

/// What a plugin is asked when an action is pressed; the values are text already.
struct ActionParams: JSONEncodable {
  let popup: PopupID
  let action: String
  let values: [UInt8]?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("popup", popup.description)
    writer.member("action", action)
    if let values {
      writer.name("values")
      writer.raw(values)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func layout(_ layout: PopupLayout?) {
    name("frame")
    if let layout { value(layout.frame) } else { null() }
    name("overflow")
    if let layout { value(layout.overflow) } else { null() }
  }
}
