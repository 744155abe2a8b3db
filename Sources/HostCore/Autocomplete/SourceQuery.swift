import JSONRPC

/// A question to a source that is asked for each text; identical ones in flight are one.
struct SourceQuery {
  /// What makes two questions the same.
  struct Key: Hashable {
    let plugin: PluginIndex
    /// The source's short name.
    let source: String
    let text: String
    let limit: Int
    /// The context as JSON with sorted members; empty for none.
    let context: String
  }

  /// The number of a question, under which its items come in `$/progress`: `q12`.
  struct Token: NumberedID {
    static let prefix = "q"

    let number: UInt64
  }

  /// Items of one question at most: nobody looks further down than a thousand, and a source that never
  /// ends must not fill the memory.
  static let maximumItems = 20_000

  /// The call to the plugin.
  let call: RequestID
  let token: Token
  /// The searches that wait for the answer.
  var waiting: [SearchID]
  /// What came in `$/progress` so far.
  var items = ItemTable()
  /// Whether the items are to be shown as they are.
  var isFiltered = false
  /// Whether items were left out, since there were too many.
  var isCut = false

  /// Takes a chunk.
  mutating func append(_ list: ItemList) {
    isFiltered = isFiltered || list.isFiltered
    let room = Self.maximumItems - items.count
    isCut = isCut || list.items.count > room
    var rows = list.items
    rows.keep(first: room)
    items.append(rows)
  }
}
