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
      let token = SourceQuery.Token(number: nextQuery)
      nextQuery += 1
      let call = try call(
        key.plugin, .made(.autocompleteQuery, params: Self.params(of: key, seq: seq, token)),
        for: .querySource(key), cause: cause)
      queries[key] = SourceQuery(call: call, token: token, waiting: [search])
      queryKeys[token] = key
    } catch {
      settleQuery(of: search, key, .failed(SearchFailure(error)))
    }
  }

  private static func params(
    of key: SourceQuery.Key, seq: Int, _ token: SourceQuery.Token
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("source", key.source)
    writer.member("text", key.text)
    writer.member("seq", seq)
    writer.member("limit", key.limit)
    writer.name("context")
    writer.raw(Array((key.context.isEmpty ? "{}" : key.context).utf8))
    writer.member("credit", CoreLimits.itemCredit)
    writer.member("partialResultToken", token.description)
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
    _ = takeQuery(key)
    cancelCall(query.call, of: key.plugin)
  }

  private mutating func takeQuery(_ key: SourceQuery.Key) -> SourceQuery? {
    guard let query = queries.removeValue(forKey: key) else { return nil }
    queryKeys[query.token] = nil
    return query
  }

  // MARK: What the plugin sends

  /// Items in `$/progress`: fields show them before the answer is whole.
  mutating func queryProgressed(
    _ token: SourceQuery.Token, _ message: Inbound, by index: PluginIndex
  ) {
    guard let key = queryKeys[token], key.plugin == index else {
      counters.lateAnswers += 1
      return
    }
    let list = ItemList(progress: message.frame[message.envelope.params].bytes)
    noteFaults(list.faults, of: key)
    queries[key]?.append(list)
    guard let query = queries[key] else { return }
    restartDeadline(of: query.call, to: index)
    if !query.isCut { grantCredit(list.count, token: token.description, to: index) }
    for search in query.waiting { showPartial(query, of: search, key) }
  }

  mutating func queryAnswered(_ answer: PluginAnswer, for key: SourceQuery.Key) {
    guard let query = takeQuery(key) else { return }
    let result = queryResult(answer, of: query, for: key)
    for search in query.waiting { settleQuery(of: search, key, result) }
  }

  mutating func queryFailed(_ key: SourceQuery.Key, _ error: ResponseError) {
    guard let query = takeQuery(key) else { return }
    for search in query.waiting { settleQuery(of: search, key, .failed(SearchFailure(error))) }
  }

  private enum QueryResult {
    case items(ItemTable, isFiltered: Bool, isIncomplete: Bool)
    case failed(SearchFailure)
  }

  private mutating func queryResult(
    _ answer: PluginAnswer, of query: SourceQuery, for key: SourceQuery.Key
  ) -> QueryResult {
    if let failure = answer.errorSummary { return .failed(failure) }
    let list = ItemList(result: answer.value.bytes)
    guard let head = list.head else {
      return .failed(
        SearchFailure(
          .malformedAnswer(
            plugin: plugins[key.plugin.value].name, "the answer to a query must be an object.")))
    }
    noteFaults(list.faults, of: key)
    var whole = query
    whole.append(list)
    return .items(
      whole.items, isFiltered: whole.isFiltered, isIncomplete: head.isIncomplete || whole.isCut)
  }

  private mutating func noteFaults(_ faults: [String], of key: SourceQuery.Key) {
    for fault in faults {
      note("source \(key.source): \(fault); it is left out", in: key.plugin)
    }
  }

  // MARK: What searches get

  private mutating func settleQuery(
    of id: SearchID, _ key: SourceQuery.Key, _ result: QueryResult
  ) {
    guard let search = searches[id] else { return }
    for (index, part) in search.parts.enumerated() where part.isWaiting(for: key) {
      switch result {
      case .failed(let failure):
        settlePart(index, of: id, .failed(failure))
      case .items(let items, isFiltered: true, let isIncomplete):
        settlePart(
          index, of: id,
          .done(
            found: Self.shown(items, from: part.source, limit: part.limit), total: items.count,
            isIncomplete: isIncomplete))
      case .items(let items, isFiltered: false, let isIncomplete):
        match(index, of: id, in: items, isIncomplete: isIncomplete)
      }
    }
    settled(id)
  }

  /// What has come of a question so far is shown at once where nothing is to be compared, else once it
  /// is matched.
  private mutating func showPartial(_ query: SourceQuery, of id: SearchID, _ key: SourceQuery.Key) {
    guard let search = searches[id], !search.destination.isQuery else { return }
    for (index, part) in search.parts.enumerated() where part.isWaiting(for: key) {
      if query.isFiltered {
        let found = Self.shown(query.items, from: part.source, limit: part.limit)
        searches[id]?.parts[index].partial = Search.Partial(found: found, total: query.items.count)
        partialArrived(id)
      } else {
        matchPartial(index, of: id, in: query.items)
      }
    }
  }

  /// Items as their source ordered them.
  private static func shown(
    _ items: ItemTable, from source: SourceReference, limit: Int
  ) -> [Found] {
    items.first(limit).map {
      Found(source: source, item: $0, score: 0, ranges: [], isUnranked: true)
    }
  }
}

extension SearchFailure {
  /// What an error of the host's own says about a source.
  init(_ error: ResponseError) {
    self.init(code: error.code.rawValue, message: error.message)
  }
}
