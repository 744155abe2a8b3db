/// What a search is asked for.
struct SearchRequest {
  let destination: Search.Destination
  /// The request that waits for the first answer; nil for a search that nobody asked for.
  let address: ReplyAddress?
  let seq: Int
  /// What is searched for.
  let text: String
  /// The field's text around it, for a field that holds several.
  var token: EditedToken?
  let limit: Int?
  let sources: [SourceReference]
  let options: SearchOptions
  /// The context as JSON with sorted members; empty for none.
  let context: String
  /// Whether an empty text matches everything.
  let showsAll: Bool
  /// Whether it is the first of an editing, when a source is asked again that had nothing.
  let beginsEditing: Bool

  /// Whether the answer is the only one.
  var isQuery: Bool {
    if case .query = destination { true } else { false }
  }
}
