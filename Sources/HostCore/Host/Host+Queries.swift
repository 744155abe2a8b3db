import HostProtocol
import JSON
import JSONRPC
import Matching

/// Sources in mode `query`: their plugin is asked for each text (protocol, section 5).
extension Host {
  /// Asks a source for the text of a search, or joins those who have asked the same.
  mutating func ask(_ key: SourceQuery.Key, for search: SearchID, cause: ReplyAddress?, seq: Int) {
    if queries[key] != nil {
      queries[key]?.waiting.append(search)
      return
    }
    do throws(ResponseError) {
      guard plugins[key.plugin.value].mayGet(.autocompleteQuery) else {
        throw .methodNotImplemented(plugins[key.plugin.value].name, .autocompleteQuery)
      }
      let call = try call(
        key.plugin, .made(.autocompleteQuery, params: Self.params(of: key, seq: seq)),
        for: .querySource(key), cause: cause)
      queries[key] = SourceQuery(call: call, waiting: [search])
    } catch {
      settleQuery(of: search, key, .failed(SearchFailure(error)))
    }
  }

  private static func params(of key: SourceQuery.Key, seq: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("source", key.source)
    writer.member("text", key.text)
    writer.member("seq", seq)
    writer.member("limit", key.limit)
    writer.name("context")
    writer.raw(Array((key.context.isEmpty ? "{}" : key.context).utf8))
    writer.endObject()
    return writer.bytes
  }

  /// The question has left: from now on the plugin's time counts, not its start.
  mutating func sourceAsked(_ key: SourceQuery.Key) {
    for search in queries[key]?.waiting ?? [] { sourceCanAnswer(search) }
  }

  /// A search no longer waits; the last one that leaves cancels the call.
  mutating func leaveQuery(_ key: SourceQuery.Key, _ search: SearchID) {
    queries[key]?.waiting.removeAll { $0 == search }
    guard let query = queries[key], query.waiting.isEmpty else { return }
    queries[key] = nil
    cancelCall(query.call, of: key.plugin)
  }

  mutating func queryAnswered(_ answer: PluginAnswer, for key: SourceQuery.Key) {
    guard let query = queries.removeValue(forKey: key) else { return }
    let result = queryResult(answer, for: key)
    for search in query.waiting { settleQuery(of: search, key, result) }
  }

  mutating func queryFailed(_ key: SourceQuery.Key, _ error: ResponseError) {
    guard let query = queries.removeValue(forKey: key) else { return }
    for search in query.waiting { settleQuery(of: search, key, .failed(SearchFailure(error))) }
  }

  private enum QueryResult {
    case items(ItemTable, isFiltered: Bool, isIncomplete: Bool)
    case failed(SearchFailure)
  }

  private mutating func queryResult(
    _ answer: PluginAnswer, for key: SourceQuery.Key
  ) -> QueryResult {
    if let failure = answer.errorSummary { return .failed(failure) }
    let list = ItemList(result: answer.value.bytes)
    guard let head = list.head else {
      return .failed(
        SearchFailure(
          .malformedAnswer(
            plugin: plugins[key.plugin.value].name, "the answer to a query must be an object.")))
    }
    for fault in list.faults {
      note("source \(key.source): \(fault); it is left out", in: key.plugin)
    }
    var items = ItemTable()
    items.append(list.items)
    return .items(items, isFiltered: head.isFiltered, isIncomplete: head.isIncomplete)
  }

  private mutating func settleQuery(
    of id: SearchID, _ key: SourceQuery.Key, _ result: QueryResult
  ) {
    guard let search = searches[id] else { return }
    for (index, part) in search.parts.enumerated() where part.isWaiting(for: key) {
      switch result {
      case .failed(let failure):
        settlePart(index, of: id, .failed(failure))
      case .items(let items, isFiltered: true, let isIncomplete):
        let found = items.all.prefix(search.limit).map {
          Found(source: part.source, item: $0, score: 0, ranges: [])
        }
        settlePart(
          index, of: id,
          .done(found: Array(found), total: items.count, isIncomplete: isIncomplete))
      case .items(let items, isFiltered: false, let isIncomplete):
        match(index, of: id, in: items, isIncomplete: isIncomplete)
      }
    }
    settled(id)
  }
}

extension SearchFailure {
  /// What an error of the host's own says about a source.
  init(_ error: ResponseError) {
    self.init(code: error.code.rawValue, message: error.message)
  }
}
