import HostProtocol
import JSON
import JSONRPC

/// The params of a plugin's request or effect, with what its cause says where they are silent.
struct PluginParams {
  /// How they are there: parsed, or as text that is read where it is needed.
  private enum Form {
    case parsed(JSONValue)
    case text(FrameSlice)
  }

  private let form: Form

  /// Takes params that may be long, as they came.
  init(_ text: FrameSlice) {
    form = .text(text)
  }

  /// Takes params as they came; `subject` fills in the session, and for effects the screen.
  init(
    _ value: JSONValue, subject: DelegateSubject?, isEffect: Bool
  ) throws(ResponseError) {
    guard let subject else {
      form = .parsed(value)
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
    do { form = .parsed(try JSONValue.parse(writer.bytes)) } catch {
      throw .unreadableParams(error)
    }
  }

  /// The params as a typed value.
  func decoded<Params: JSONDecodable>() throws(ResponseError) -> Params {
    let value = try parsed()
    do { return try Params(json: value) } catch { throw .invalidParams(error) }
  }

  private func parsed() throws(ResponseError) -> JSONValue {
    switch form {
    case .parsed(let value): return value
    case .text(let text):
      do { return try JSONValue.parse(text.bytes) } catch { throw .unreadableParams(error) }
    }
  }

  /// The params read without a tree.
  func scanned<Result>(
    _ read: (ScannedValue) throws(ScanFault) -> Result
  ) throws(ResponseError) -> Result {
    do {
      switch form {
      case .parsed(let value): return try value.jsonBytes().scanned(read)
      case .text(let text): return try read(ScannedValue(text.bytes))
      }
    } catch {
      throw .unusableParams(error)
    }
  }
}

extension JSONValue {
  /// Whether a member is absent or null, which mean the same.
  fileprivate func lacks(_ name: String) -> Bool { self[name]?.isNull ?? true }
}
