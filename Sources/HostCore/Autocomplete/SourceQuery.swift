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

  /// The call to the plugin.
  let call: RequestID
  /// The searches that wait for the answer.
  var waiting: [SearchID]
}
