import HostProtocol
import JSON

/// A screen as front ends get it.
struct ScreenAnswer: JSONEncodable {
  let screen: Screen
  /// The name of its plugin.
  let plugin: String?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screen", screen.id.description)
    writer.nullableMember("name", plugin.map { "\($0)/\(screen.name)" })
    writer.nullableMember("plugin", plugin)
    writer.nullableMember("navigationBar", screen.bar?.published)
    writer.nullableMember("list", screen.list?.head)
    writer.nullableMember("field", field)
    writer.endObject()
  }

  private var field: ScreenField? {
    guard let setup = screen.field, let plugin else { return nil }
    return ScreenField(
      field: screen.id.description,
      sources: setup.sources.map { $0.contains("/") ? $0 : "\(plugin)/\($0)" },
      options: setup.options, context: setup.context, placeholder: setup.placeholder)
  }
}

/// The params of `screen/didPush`.
struct PushNotice: JSONEncodable {
  let screen: ScreenAnswer
  let isAnimated: Bool

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screen", screen)
    writer.member("animated", isAnimated)
    writer.endObject()
  }
}

/// The params of `screen/provide`.
struct ScreenProvideParams: JSONEncodable {
  let screen: Screen

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screen", screen.id.description)
    writer.member("session", screen.session.description)
    writer.member("name", screen.name)
    writer.name("arguments")
    writer.raw(screen.arguments)
    writer.name("context")
    writer.raw(screen.context)
    writer.endObject()
  }
}

/// The params of `list/didSelectRow`; `data` as the plugin wrote it.
struct RowSelection: JSONEncodable {
  let screen: ScreenID
  let session: SessionID
  let row: RowText

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screen", screen.description)
    writer.member("session", session.description)
    writer.member("item", row.id)
    writer.name("data")
    row.encodeData(into: &writer)
    writer.endObject()
  }
}
