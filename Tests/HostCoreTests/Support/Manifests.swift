/// Manifests that several tests need.
enum Manifests {
  /// A plugin with methods and topics of its own.
  static let tool = #"""
    {"name":"tool","version":"1.0.0","command":["./tool"],
     "provides":{"methods":["echo","slow"],"topics":["news"]}}
    """#

  /// A plugin that asks for integers as ids.
  static let counter = #"""
    {"name":"counter","version":"1.0.0","command":["./counter"],"ids":"integer",
     "provides":{"methods":["next"]}}
    """#

  /// A plugin with sources.
  static let people = #"""
    {"name":"people","version":"1.0.0","command":["./people"],
     "implements":["autocomplete/provideDatasource","autocomplete/returned",
      "autocomplete/textFieldCleared"],
     "provides":{"sources":[
      {"name":"people","mode":"datasource","match":"prefix","caseSensitivity":"sensitive"},
      {"name":"anyone","mode":"datasource","match":"contains"}]}}
    """#

  /// A plugin whose sources are asked for each text.
  static let dictionary = #"""
    {"name":"dictionary","version":"1.0.0","command":["./dictionary"],
     "implements":["autocomplete/query"],
     "provides":{"sources":[
      {"name":"words","mode":"query","match":"prefix"},
      {"name":"slow","mode":"query","match":"prefix","debounceMs":100}]}}
    """#

  /// A plugin with popups, which is asked when their actions are pressed.
  static let quotes = #"""
    {"name":"quotes","version":"1.0.0","command":["./quotes"],
     "implements":["popup/content","popup/action"],
     "provides":{"popups":[{"name":"store"},{"name":"form"}],"methods":["ask"]}}
    """#

  /// A plugin with popups that does not want to be asked.
  static let plain = #"""
    {"name":"plain","version":"1.0.0","command":["./plain"],"implements":["popup/content"],
     "provides":{"popups":[{"name":"alert"}],"methods":["ask"]}}
    """#

  /// The fixture of the contracts, as the result of `provideDatasource`.
  static let persons = datasource([
    "Jon Snow", "Daenerys Targaryen", "Gregor Clegane", "Cersei Lannister", "Tyrion Lannister",
    "Joffrey Baratheon", "Sandor Clegane", "Sansa Stark",
  ])

  static func datasource(_ names: [String], version: Int = 1) -> String {
    let items = names.map { name in
      let id = name.replacing(" ", with: "")
      return #"{"id":"\#(id)","text":"\#(name)","image":"\#(id)","data":{"name":"\#(name)"}}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))],"version":\#(version)}"#
  }
}
