import HostProtocol
import Matching

/// One autocomplete field of a session.
struct Field {
  let name: FieldName
  /// The sources in the order in which the front end named them.
  let sources: [SourceReference]
  let options: SearchOptions
  /// The context as JSON with sorted members; empty for none.
  let context: String
  var machine = FieldMachine<SourceItem>()
  /// Where the cursor stands, in bytes; nil at the end.
  var cursor: Int?
  /// The matches that the front end was told last: what its user can choose.
  var shown: [SourceItem] = []
  /// The `seq` of the newest change.
  var seq = 0
  /// The limit of the newest change that had one.
  var limit: Int?
  /// The newest search; it may be answered already and still wait for late sources.
  var search: SearchID?
  /// What the newest text's search of each datasource found, which the next letter narrows; by the
  /// source's qualified name.
  var survivors: [String: Survivors] = [:]
  /// A Return that waits for the search's first answer.
  var pendingReturn: ReplyAddress?

  /// What of the text is completed.
  var token: EditedToken {
    EditedToken(machine.text, cursor: cursor, delimiter: options.delimiter)
  }
}

/// A source of a plugin, found by its qualified name.
struct SourceReference: Hashable {
  let plugin: PluginIndex
  /// The short name.
  let name: String
  /// `plugin/name`.
  let qualifiedName: String
}

/// An item by source and id, with its text and its JSON as the plugin wrote it.
struct SourceItem: Equatable {
  let source: SourceReference
  let item: ItemText

  static func == (left: SourceItem, right: SourceItem) -> Bool {
    left.source == right.source && left.item.id == right.item.id
  }
}
