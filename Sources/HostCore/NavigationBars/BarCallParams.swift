import HostProtocol
import JSON

/// The params of a delegate call of a bar.
struct BarCallParams: JSONEncodable {
  let call: BarCall
  let screen: Screen
  /// What the plugin calls one of its own things.
  let shortName: (String) -> String

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screen", screen.id.description)
    writer.member("session", screen.session.description)
    switch call {
    case .click(_, let sender): writer.member("sender", sender)
    case .search(let keyword): writer.member("keyword", keyword)
    case .item(let id):
      // An action's id is qualified in bars; a plugin's own item has the id that the plugin gave it.
      writer.member("item", screen.plugin == nil ? shortName(id) : id)
      writer.name("context")
      writer.raw(screen.context)
    }
    writer.endObject()
  }
}
