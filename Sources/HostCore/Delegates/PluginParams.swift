import HostProtocol
import JSON
import JSONRPC

/// The params of a plugin's request or effect, with what its cause says where they are silent.
struct PluginParams {
  private let value: JSONValue

  /// Takes params as they came; `subject` fills in the session, and for effects the screen.
  init(
    _ value: JSONValue, subject: DelegateSubject?, isEffect: Bool
  ) throws(ResponseError) {
    guard let subject else {
      self.value = value
      return
    }
    var writer = JSONWriter()
    writer.beginObject()
    if value.lacks("session") { writer.member("session", subject.session.description) }
    if isEffect, value.lacks("screen"), let screen = subject.screen {
      writer.member("screen", screen.description)
    }
    for member in value.members where !member.value.isNull {
      writer.name(member.name)
      writer.value(member.value)
    }
    writer.endObject()
    do { self.value = try JSONValue.parse(writer.bytes) } catch { throw .unreadableParams(error) }
  }

  /// The params as a typed value.
  func decoded<Params: JSONDecodable>() throws(ResponseError) -> Params {
    do { return try Params(json: value) } catch { throw .invalidParams(error) }
  }
}

extension JSONValue {
  /// Whether a member is absent or null, which mean the same.
  fileprivate func lacks(_ name: String) -> Bool { self[name]?.isNull ?? true }
}
