import HostProtocol
import JSON
import JSONRPC

/// The params of `plugin/didFail`; the error as it came.
struct FailureNotice: JSONEncodable {
  let plugin: String
  let call: String
  let subject: DelegateSubject
  let error: ResponseError

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("plugin", plugin)
    writer.member("call", call)
    writer.member("screen", subject.screen?.description)
    writer.member("field", subject.field?.text)
    writer.member("popup", subject.popup?.description)
    writer.member("error", error)
    writer.endObject()
  }
}
