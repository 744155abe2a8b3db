import HostProtocol
import JSON
import JSONRPC

/// The envelopes of JSON-RPC 2.0.
extension MessageComposer {
  mutating func beginMessage() {
    writer.beginObject()
    writer.name("jsonrpc")
    writer.value("2.0")
  }

  mutating func beginAnswer(to id: RequestID) {
    beginMessage()
    writer.name("id")
    id.withBytes { writer.raw($0) }
  }

  mutating func writeError(_ error: ResponseError, id: RequestID?) {
    beginMessage()
    writer.name("id")
    if let id { id.withBytes { writer.raw($0) } } else { writer.null() }
    writer.member("error", error)
    writer.endObject()
  }

  mutating func beginRequest(_ id: RequestID, method: Method) {
    beginAnswer(to: id)
    writer.name("method")
    writer.value(method.rawValue)
  }

  mutating func beginRequest(_ id: RequestID, methodJSON: UnsafeRawBufferPointer) {
    beginAnswer(to: id)
    writer.name("method")
    writer.raw(methodJSON)
  }

  mutating func write<Notice: NotificationMessage>(_ notice: Notice) {
    beginNotification(method: Notice.method)
    writer.member("params", notice)
    writer.endObject()
  }

  mutating func beginNotification(method: Method) {
    beginMessage()
    writer.name("method")
    writer.value(method.rawValue)
  }

  mutating func beginNotification(methodJSON: UnsafeRawBufferPointer) {
    beginMessage()
    writer.name("method")
    writer.raw(methodJSON)
  }
}
