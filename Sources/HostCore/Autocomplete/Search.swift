import HostProtocol
import Matching

/// One text looked for in one or more sources, from the request until the last source has answered.
struct Search {
  /// Who waits for what is found.
  enum Destination {
    /// `autocomplete/query`: one answer, and nobody to tell what comes later.
    case query
    /// A field: an answer to its newest request, then `autocomplete/didChange` for what is late.
    case field(SessionID, FieldName)

    /// Whether there is one answer only.
    var isQuery: Bool {
      if case .query = self { true } else { false }
    }
  }

  let id: SearchID
  let destination: Destination
  /// The request that waits for the first answer; nil once it was given.
  var address: ReplyAddress?
  let seq: Int
  /// What is searched for.
  let text: String
  /// The field's text around it, for a field that holds several.
  let token: EditedToken?
  /// Matches in one answer at most: what was asked for, else what the most generous source says.
  var limit: Int
  let showsAll: Bool
  /// How long the first answer is held back once a source can be asked.
  let paintDelay: Duration
  var parts: [Part] = []
  /// Items have changed since the search began; its field is searched anew after the answer.
  var isOutdated = false
  /// Armed until the first answer.
  var firstPaint: DeadlineQueue<Timer>.Handle?
  /// Armed while the text must stand still before query sources are asked.
  var quiet: DeadlineQueue<Timer>.Handle?
  /// Armed where the field gives its sources less time than the host does.
  var sourcesDue: DeadlineQueue<Timer>.Handle?
  /// How long sources may take.
  let sourceLimit: Duration

  init(id: SearchID, _ request: SearchRequest) {
    self.id = id
    destination = request.destination
    address = request.address
    seq = request.seq
    text = request.text
    token = request.token
    limit = request.options.limit(for: nil, asked: request.limit)
    showsAll = request.showsAll
    paintDelay = request.options.firstPaint
    sourceLimit = request.options.sourceLimit
  }

  /// One source's share.
  struct Part {
    let source: SourceReference
    let origin: Origin
    let query: Query
    /// Finds what equals the text.
    let exactQuery: Query
    let minimumCharacters: Int
    /// Matches of this source at most.
    let limit: Int
    /// Ties between sources go to the higher one.
    let priority: Int
    var state: State
    /// What of a stream of items is found so far, until the state has all.
    var partial: Partial?
    /// A search of such items that is under way.
    var partialJob: MatchJob.ID?

    /// What the part has found.
    var found: [Found] {
      if case .done(let found, _, _) = state { found } else { partial?.found ?? [] }
    }

    /// How many items match.
    var total: Int {
      if case .done(_, let total, _) = state { total } else { partial?.total ?? 0 }
    }

    /// What of `item` follows `text`; nil where it does not begin with it.
    func completion(of text: String, to item: String) -> String? {
      var options = query.options
      options.mode = .prefix
      guard let typed = Query(text, options: options).ranges(in: item).first, typed.lowerBound == 0
      else { return nil }
      return String(decoding: item.utf8.dropFirst(typed.upperBound), as: UTF8.self)
    }

    /// Where the items of a source come from.
    enum Origin {
      /// The host keeps them.
      case datasource(DatasourceID)
      /// The plugin is asked for this text.
      case query(SourceQuery.Key)
    }

    /// Whether the items of this datasource are still to come.
    func isWaiting(for datasource: DatasourceID) -> Bool {
      guard case .waiting = state, case .datasource(datasource) = origin else { return false }
      return true
    }

    /// Whether the answer to this question is still to come.
    func isWaiting(for key: SourceQuery.Key) -> Bool {
      guard case .waiting = state, case .query(key) = origin else { return false }
      return true
    }

    /// Whether the source has more than it gave.
    var isIncomplete: Bool {
      if case .done(_, _, isIncomplete: true) = state { true } else { false }
    }

    /// Whether nothing more will come.
    var isSettled: Bool {
      switch state {
      case .done, .failed: true
      case .waiting, .matching: false
      }
    }
  }

  /// What was found among the items that have come so far.
  struct Partial {
    let found: [Found]
    let total: Int
  }

  /// How far one source has come.
  enum State {
    /// The datasource is being loaded.
    case waiting
    /// The matcher works.
    case matching(MatchJob.ID)
    case done(found: [Found], total: Int, isIncomplete: Bool)
    case failed(SearchFailure)
  }

  /// The best match that the front end was told first.
  var toldBest: SourceItem?
  /// How many sources had answered or failed when the front end was told last.
  var toldParts = 0
  /// Armed while more of a stream was found than the front end was told.
  var partialNotice: DeadlineQueue<Timer>.Handle?

  /// How many sources have answered or failed.
  var settledParts: Int { parts.count { $0.isSettled } }

  /// Whether a source has answered since the front end was told last.
  var hasNews: Bool { settledParts > toldParts }

  /// Whether a source was late, failed, or has more than it gave.
  var isIncomplete: Bool {
    parts.contains { part in
      switch part.state {
      case .waiting, .matching, .failed: true
      case .done: part.isIncomplete
      }
    }
  }

  /// Whether nothing more will come.
  var isComplete: Bool {
    parts.allSatisfy(\.isSettled)
  }

  /// Whether a source is searched for this text at all.
  func wantsMatches(of part: Part) -> Bool {
    text.isEmpty ? showsAll : text.count >= part.minimumCharacters
  }

  /// What is shown: the matches in their order, and the one that Return would select.
  ///
  /// The best is what equals the text, else what was told as best before: late results must not put
  /// something else under the finger that is about to press Return. Else it is the first.
  var shown: (matches: [Found], best: CompletionsAnswer.BestMatch?) {
    var matches = merged
    guard !text.isEmpty, let place = bestPlace(in: matches) else { return (matches, nil) }
    let best = matches[place]
    if best.isSame(as: toldBest) { matches.insert(matches.remove(at: place), at: 0) }
    let completion = part(of: best)?.completion(of: text, to: best.item.text)
    return (matches, CompletionsAnswer.BestMatch(found: best, completion: completion))
  }

  private func bestPlace(in matches: [Found]) -> Int? {
    guard let first = matches.first else { return nil }
    if isExact(first) { return 0 }
    return matches.firstIndex { $0.isUnranked && isExact($0) }
      ?? matches.firstIndex { $0.isSame(as: toldBest) } ?? 0
  }

  private func isExact(_ found: Found) -> Bool {
    guard let exact = part(of: found)?.exactQuery else { return false }
    return !exact.ranges(in: found.item.text).isEmpty
  }

  private func part(of found: Found) -> Part? {
    parts.first { $0.source == found.source }
  }

  /// What was found so far, best first: by score, then source priority, then the order of the sources
  /// and of their items.
  var merged: [Found] {
    var all: [(found: Found, priority: Int, part: Int, place: Int)] = []
    for (index, part) in parts.enumerated() {
      for (place, one) in part.found.enumerated() { all.append((one, part.priority, index, place)) }
    }
    guard parts.count > 1 else { return all.map(\.found) }
    all.sort { left, right in
      if left.found.score != right.found.score { return left.found.score > right.found.score }
      if left.priority != right.priority { return left.priority > right.priority }
      return (left.part, left.place) < (right.part, right.place)
    }
    return all.prefix(limit).map(\.found)
  }

  /// Matches in all sources, also those beyond the limit.
  var total: Int {
    parts.reduce(0) { $0 + $1.total }
  }

  /// The sources that could not be searched.
  var failures: [(source: SourceReference, failure: SearchFailure)] {
    parts.compactMap { part in
      if case .failed(let failure) = part.state { (part.source, failure) } else { nil }
    }
  }
}

/// Where the result of a matcher's job belongs.
struct SearchPart {
  let search: SearchID
  let part: Int
  /// The items that were searched.
  let items: Items

  /// Where the items stand that a job searched.
  enum Items {
    /// In a datasource, at this load of it.
    case datasource(DatasourceID, generation: Int)
    /// In an answer that nobody keeps.
    case answer(ItemTable, isIncomplete: Bool)
    /// In what has come of an answer so far.
    case partial(ItemTable)
  }
}

/// One match with its item.
struct Found {
  let source: SourceReference
  let item: ItemText
  let score: Int
  /// Bytes of the item's text that the query matched.
  let ranges: [Range<Int>]
  /// Whether its source ordered it, so that nobody has compared it with the text.
  var isUnranked = false

  /// The item by its source and id.
  var sourceItem: SourceItem { SourceItem(source: source, item: item) }

  /// Whether it is this item.
  func isSame(as other: SourceItem?) -> Bool { sourceItem == other }
}

extension Search.Part {
  /// The items that a search of `items` found.
  func found(by result: SearchResult, in items: ItemTable) -> [Found] {
    result.matches.compactMap { match in
      items.item(at: match.candidate).map { item in
        Found(
          source: source, item: item, score: match.score, ranges: query.ranges(in: item.text))
      }
    }
  }
}
