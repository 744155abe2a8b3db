import HostProtocol
import JSON
import JSONRPC
import Matching

/// Searches over the sources of fields and queries.
extension Host {
  /// `autocomplete/query`: one shot, no field, and one answer.
  mutating func query(
    _ params: AutocompleteQuery, at address: ReplyAddress
  ) throws(ResponseError) {
    let names = params.sources ?? params.source.map { [$0] } ?? []
    let request = SearchRequest(
      destination: .query, address: address, seq: 0, text: params.text, limit: params.limit,
      sources: try resolve(names),
      options: SearchOptions(requested: params.options, limits: configuration.limits),
      context: Self.contextText(params.context), showsAll: params.options.startVisible,
      beginsEditing: false)
    try checkText(params.text)
    beginSearch(request)
  }

  /// Searches for the present text of a field; an older search of it is superseded.
  mutating func searchField(
    _ name: FieldName, of session: SessionID, seq: Int, limit: Int?,
    beginsEditing: Bool = false, at address: ReplyAddress?
  ) {
    guard let field = sessions[session]?.fields[name] else { return }
    if let old = field.search { dropSearch(old) }
    if let limit { sessions[session]?.fields[name]?.limit = limit }
    let token = field.token
    let request = SearchRequest(
      destination: .field(session, name), address: address, seq: seq, text: token.typed,
      token: token.isPart ? token : nil, limit: limit ?? field.limit, sources: field.sources,
      options: field.options,
      context: field.context, showsAll: field.options.startsVisible, beginsEditing: beginsEditing)
    beginSearch(request)
  }

  private mutating func beginSearch(_ request: SearchRequest) {
    let id = SearchID(number: nextSearch)
    nextSearch += 1
    var search = Search(id: id, request)
    for source in request.sources { search.parts.append(part(for: source, request)) }
    search.limit = search.parts.map(\.limit).max() ?? search.limit
    searches[id] = search
    if case .field(let session, let name) = request.destination {
      sessions[session]?.fields[name]?.search = id
    }
    if let address = request.address {
      withInbox(of: address.party) { $0.assign(address.id, to: .search(id)) }
    }
    for index in search.parts.indices { beginPart(index, of: id, request) }
    guard searches[id] != nil, !concludeIfComplete(id) else { return }
    armPaint(of: id, request)
  }

  private mutating func part(
    for source: SourceReference, _ request: SearchRequest
  ) -> Search.Part {
    let definition = plugins[source.plugin.value].source(named: source.name)
    let options = request.options.matching(for: definition)
    var exact = options
    exact.mode = .exact
    return Search.Part(
      source: source, origin: origin(of: source, definition, request),
      query: Query(request.text, options: options),
      exactQuery: Query(request.text, options: exact),
      minimumCharacters: request.options.minimumCharacters(for: definition),
      limit: request.options.limit(for: definition, asked: request.limit),
      priority: definition?.priority ?? 0, state: .waiting)
  }

  private mutating func origin(
    of source: SourceReference, _ definition: Source?, _ request: SearchRequest
  ) -> Search.Part.Origin {
    guard definition?.mode == .query else {
      return .datasource(datasources.id(for: datasourceKey(source, context: request.context)))
    }
    return .query(
      SourceQuery.Key(
        plugin: source.plugin, source: source.name, text: request.text,
        limit: request.options.limit(for: definition, asked: request.limit),
        context: request.context))
  }

  /// Matches what is there, and asks for what is not.
  private mutating func beginPart(_ index: Int, of id: SearchID, _ request: SearchRequest) {
    guard let search = searches[id] else { return }
    let part = search.parts[index]
    switch part.origin {
    case .datasource(let datasource): beginPart(index, of: id, on: datasource, request)
    case .query where !search.wantsMatches(of: part):
      settlePart(index, of: id, .done(found: [], total: 0, isIncomplete: false))
    case .query(let key):
      let definition = plugins[part.source.plugin.value].source(named: part.source.name)
      let quiet = request.isQuery ? .zero : request.options.quiet(for: definition)
      if quiet == .zero {
        ask(key, for: id, cause: request.address, seq: request.seq)
      } else if search.quiet == nil {
        searches[id]?.quiet = timers.insert(.quiet(id), at: now + quiet)
      }
    }
  }

  private mutating func beginPart(
    _ index: Int, of id: SearchID, on datasource: DatasourceID, _ request: SearchRequest
  ) {
    guard let record = datasources[datasource] else { return }
    datasources[datasource]?.lastUse = now
    let isCurrent = record.isCurrent(beginning: request.beginsEditing)
    // A query gets one answer, so it waits for current items; a field shows the old ones meanwhile.
    if isCurrent || (record.isReady && !request.isQuery) {
      match(index, of: id, on: datasource)
    } else {
      datasources[datasource]?.waiting.append(id)
    }
    guard !isCurrent, !record.isLoading else { return }
    load(
      datasource, reason: record.staleReason ?? (request.isQuery ? .query : .beginEditing),
      cause: request.address)
  }

  /// The text has stood still: the sources that are asked for each text are asked now.
  mutating func askQuerySources(of id: SearchID) {
    searches[id]?.quiet = nil
    guard let search = searches[id] else { return }
    for part in search.parts {
      guard case .query(let key) = part.origin, case .waiting = part.state else { continue }
      ask(key, for: id, cause: search.address, seq: search.seq)
    }
  }

  // MARK: Matching

  private mutating func match(_ index: Int, of id: SearchID, on datasource: DatasourceID) {
    guard let search = searches[id] else { return }
    guard search.wantsMatches(of: search.parts[index]), let record = datasources[datasource],
      record.isReady
    else {
      return settlePart(index, of: id, .done(found: [], total: 0, isIncomplete: false))
    }
    startJob(
      index, of: search, on: record.items,
      as: .datasource(datasource, generation: record.generation))
  }

  mutating func match(_ index: Int, of id: SearchID, in items: ItemTable, isIncomplete: Bool) {
    guard let search = searches[id] else { return }
    startJob(index, of: search, on: items, as: .answer(items, isIncomplete: isIncomplete))
  }

  private mutating func startJob(
    _ index: Int, of search: Search, on items: ItemTable, as place: SearchPart.Items
  ) {
    let job = MatchJob.ID(nextJob)
    nextJob += 1
    jobs[job] = SearchPart(search: search.id, part: index, items: place)
    searches[search.id]?.parts[index].state = .matching(job)
    let (narrowing, keepsSurvivors) = survivors(of: search.parts[index], search, place)
    effects.append(
      .match(
        MatchJob(
          id: job, snapshot: items.snapshot, query: search.parts[index].query,
          limit: search.parts[index].limit, narrowing: narrowing, keepsSurvivors: keepsSurvivors)))
  }

  /// What the search before this one of the same field found in the same source, and whether the next may
  /// want to know what this one finds: the matcher decides whether it saves work.
  private func survivors(
    of part: Search.Part, _ search: Search, _ place: SearchPart.Items
  ) -> (Survivors?, isKept: Bool) {
    guard case .datasource = place, case .field(let session, let name) = search.destination else {
      return (nil, false)
    }
    return (sessions[session]?.fields[name]?.survivors[part.source.qualifiedName], true)
  }

  mutating func matched(_ job: MatchJob.ID, _ result: SearchResult) {
    guard let place = jobs.removeValue(forKey: job), let search = searches[place.search] else {
      return
    }
    if case .partial(let items) = place.items { return partialMatched(job, place, result, items) }
    guard case .matching(job) = search.parts[place.part].state else { return }
    switch place.items {
    case .partial: break
    case .answer(let items, let isIncomplete):
      settle(place, result, in: items, isIncomplete: isIncomplete)
    case .datasource(let datasource, let generation):
      guard let record = datasources[datasource] else { return }
      guard record.generation == generation else {
        // The items were loaded anew meanwhile; places in the old ones mean nothing now.
        match(place.part, of: place.search, on: datasource)
        return settled(place.search)
      }
      if let survivors = result.survivors, case .field(let session, let name) = search.destination {
        let source = search.parts[place.part].source.qualifiedName
        sessions[session]?.fields[name]?.survivors[source] = survivors
      }
      settle(place, result, in: record.items, isIncomplete: false)
    }
  }

  private mutating func settle(
    _ place: SearchPart, _ result: SearchResult, in items: ItemTable, isIncomplete: Bool
  ) {
    guard let search = searches[place.search] else { return }
    let part = search.parts[place.part]
    let result = raised(result, for: part, in: items, limit: part.limit)
    settlePart(
      place.part, of: place.search,
      .done(
        found: part.found(by: result, in: items), total: result.total, isIncomplete: isIncomplete))
    settled(place.search)
  }

  mutating func settlePart(_ index: Int, of id: SearchID, _ state: Search.State) {
    searches[id]?.parts[index].state = state
    guard let job = searches[id]?.parts[index].partialJob else { return }
    searches[id]?.parts[index].partialJob = nil
    dropJob(job)
  }

  // MARK: Datasources that come, or do not

  /// The load that the search waited for has ended.
  mutating func datasourceSettled(_ datasource: DatasourceID, for id: SearchID) {
    guard let search = searches[id], let record = datasources[datasource] else { return }
    for (index, part) in search.parts.enumerated() where part.isWaiting(for: datasource) {
      switch record.state {
      case .ready: match(index, of: id, on: datasource)
      case .none, .absent:
        settlePart(index, of: id, .done(found: [], total: 0, isIncomplete: false))
      case .failed(let failure): settlePart(index, of: id, .failed(failure))
      }
    }
    settled(id)
  }

  /// A plugin that was starting can be asked now: the first paint counts from here.
  mutating func sourceCanAnswer(_ id: SearchID) {
    guard let search = searches[id], case .field = search.destination, search.address != nil,
      let paint = search.firstPaint
    else { return }
    timers.remove(paint)
    searches[id]?.firstPaint = timers.insert(.firstPaint(id), at: now + search.paintDelay)
    armSourceLimit(of: id)
  }

  /// Only a limit below those of the calls is watched here; they end the calls themselves.
  private mutating func armSourceLimit(of id: SearchID) {
    guard let search = searches[id], search.sourcesDue == nil,
      search.parts.contains(where: { search.sourceLimit < sourceLimit(of: $0.source.plugin) })
    else { return }
    searches[id]?.sourcesDue = timers.insert(.sourcesDue(id), at: now + search.sourceLimit)
  }

  /// Sources that have not answered in the time that the field gives them count as failed.
  mutating func sourcesDue(_ id: SearchID) {
    searches[id]?.sourcesDue = nil
    failWaitingParts(of: id)
    settled(id)
  }

  private mutating func armPaint(of id: SearchID, _ request: SearchRequest) {
    let mayPaint = request.sources.contains { plugins[$0.plugin.value].acceptingRun != nil }
    let delay: Duration =
      switch request.destination {
      case .query: .milliseconds(configuration.limits.callMs)
      case .field:
        mayPaint ? request.options.firstPaint : .milliseconds(configuration.limits.startPaintMs)
      }
    searches[id]?.firstPaint = timers.insert(.firstPaint(id), at: now + delay)
    if mayPaint { armSourceLimit(of: id) }
  }

  // MARK: Answers

  /// The time for a complete answer is over: what was found so far is the answer.
  mutating func firstPaint(_ id: SearchID) {
    searches[id]?.firstPaint = nil
    guard let search = searches[id] else { return }
    if case .query = search.destination {
      failWaitingParts(of: id)
      answer(id)
      return dropSearch(id)
    }
    answer(id)
  }

  private mutating func failWaitingParts(of id: SearchID) {
    guard let search = searches[id] else { return }
    for (index, part) in search.parts.enumerated() where !part.isSettled {
      let plugin = plugins[part.source.plugin.value].name
      settlePart(index, of: id, .failed(SearchFailure(.deadlineExceeded(plugin: plugin))))
    }
  }

  /// Some part has got further: answers when all are done, or tells a field that was answered before.
  mutating func settled(_ id: SearchID) {
    guard let search = searches[id] else { return }
    if concludeIfComplete(id) { return }
    guard search.address == nil, search.firstPaint == nil, search.hasNews else { return }
    notifyChange(of: search)
  }

  private mutating func concludeIfComplete(_ id: SearchID) -> Bool {
    guard let search = searches[id], search.isComplete else { return false }
    if search.address != nil { answer(id) } else { notifyChange(of: search) }
    dropSearch(id)
    return true
  }

  private mutating func answer(_ id: SearchID) {
    guard let search = searches[id] else { return }
    if let paint = search.firstPaint { timers.remove(paint) }
    searches[id]?.firstPaint = nil
    searches[id]?.address = nil
    searches[id]?.toldParts = search.settledParts
    let answer = completions(of: search)
    searches[id]?.toldBest = answer.best?.found.sourceItem
    if let address = search.address { reply(to: address, with: answer) }
    guard case .field(let session, let name) = search.destination else { return }
    adopt(answer, in: name, of: session)
    finishPendingReturn(of: name, session)
    guard search.isOutdated, sessions[session]?.fields[name]?.search == id else { return }
    searchField(name, of: session, seq: search.seq, limit: nil, at: nil)
  }

  mutating func notifyChange(of search: Search) {
    guard case .field(let session, let name) = search.destination else { return }
    searches[search.id]?.toldParts = search.settledParts
    let answer = completions(of: search)
    adopt(answer, in: name, of: session)
    notify(session) { composer in
      composer.beginNotification(method: .autocompleteDidChange)
      composer.writer.member("params", answer)
      composer.writer.endObject()
    }
  }

  private mutating func adopt(
    _ answer: CompletionsAnswer, in name: FieldName, of session: SessionID
  ) {
    sessions[session]?.fields[name]?.shown = answer.matches.map(\.sourceItem)
    _ = sessions[session]?.fields[name]?.machine.handle(
      .found(best: answer.best?.found.sourceItem))
  }

  private mutating func finishPendingReturn(of name: FieldName, _ session: SessionID) {
    guard let address = sessions[session]?.fields[name]?.pendingReturn else { return }
    sessions[session]?.fields[name]?.pendingReturn = nil
    finishReturn(of: name, chosen: nil, at: address, of: session)
  }

  private func completions(of search: Search) -> CompletionsAnswer {
    let (matches, best) = search.shown
    var field: FieldName?
    var encoding = TextUnit.utf8
    switch search.destination {
    case .query:
      if case .session(let session)? = search.address?.party {
        encoding = sessions[session]?.textUnit ?? .utf8
      }
    case .field(let session, let name):
      field = name
      encoding = sessions[session]?.textUnit ?? .utf8
    }
    return CompletionsAnswer(
      field: field, seq: search.seq, text: search.text, token: search.token, matches: matches,
      best: best, total: search.total, isIncomplete: search.isIncomplete,
      failures: search.failures, encoding: encoding)
  }

  // MARK: Ending

  mutating func cancelSearch(_ id: SearchID) {
    guard let address = searches[id]?.address else { return }
    searches[id]?.address = nil
    reply(to: address, with: .cancelled())
    guard let search = searches[id], case .query = search.destination else { return }
    dropSearch(id)
  }

  /// Forgets a search; a request that still waits for it is answered that another one took its place.
  mutating func dropSearch(_ id: SearchID) {
    guard let search = searches.removeValue(forKey: id) else { return }
    if let address = search.address {
      reply(to: address, with: .superseded("its field changed again"))
    }
    let armed = [search.firstPaint, search.quiet, search.sourcesDue, search.partialNotice]
    for timer in armed.compactMap(\.self) {
      timers.remove(timer)
    }
    for part in search.parts { dropPart(part, of: id) }
    if case .field(let session, let name) = search.destination,
      sessions[session]?.fields[name]?.search == id
    {
      sessions[session]?.fields[name]?.search = nil
    }
  }

  private mutating func dropPart(_ part: Search.Part, of id: SearchID) {
    if case .matching(let job) = part.state { dropJob(job) }
    if let job = part.partialJob { dropJob(job) }
    switch part.origin {
    case .datasource(let datasource):
      datasources[datasource]?.waiting.removeAll { $0 == id }
    case .query(let key):
      leaveQuery(key, id)
    }
  }

  private mutating func dropJob(_ job: MatchJob.ID) {
    jobs[job] = nil
    effects.append(.cancelMatch(job))
  }

  // MARK: Fields on a datasource that changed

  /// A field of a session that is being edited.
  struct EditedField {
    let session: SessionID
    let field: Field

    /// Whether one of these searches is the field's newest.
    func isSearching(any searches: [SearchID]) -> Bool {
      field.search.map { searches.contains($0) } ?? false
    }
  }

  /// The fields that are being edited on a datasource, in the order of their sessions and names.
  func fieldsEditing(on id: DatasourceID) -> [EditedField] {
    sessions.values.sorted { $0.id.number < $1.id.number }.flatMap { session in
      session.fields.values.sorted { $0.name.text < $1.name.text }
        .filter { $0.machine.isEditing && uses(id, $0) }
        .map { EditedField(session: session.id, field: $0) }
    }
  }

  /// Searches again for fields whose items have changed, and tells them.
  mutating func refresh(_ fields: [EditedField]) {
    for edited in fields {
      let field = edited.field
      // An empty field shows nothing that could have changed.
      guard !field.machine.text.isEmpty || field.options.startsVisible else { continue }
      if let search = field.search, searches[search]?.address != nil {
        // Its answer comes first, perhaps still from the old items.
        searches[search]?.isOutdated = true
        continue
      }
      searchField(field.name, of: edited.session, seq: field.seq, limit: nil, at: nil)
    }
  }

  private func uses(_ id: DatasourceID, _ field: Field) -> Bool {
    guard let key = datasources[id]?.key, key.context == field.context else { return false }
    return field.sources.contains { $0.plugin == key.plugin && $0.name == key.source }
  }

  // MARK: Sources by name

  /// The sources with these qualified names; one that no plugin has is -32004.
  func resolve(_ names: [String]) throws(ResponseError) -> [SourceReference] {
    let limit = configuration.limits.sourcesPerField
    guard names.count <= limit else {
      throw .overloaded("A field has at most \(limit) sources.", limit: limit)
    }
    return try names.map { (name) throws(ResponseError) in try resolve(name) }
  }

  private func resolve(_ name: String) throws(ResponseError) -> SourceReference {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let index = pluginsByName[String(parts[0])] else {
      throw .unknownObject("source", name)
    }
    let plugin = plugins[index.value]
    guard !plugin.isProvidesKnown || plugin.source(named: String(parts[1])) != nil else {
      throw .unknownObject("source", name)
    }
    return SourceReference(plugin: index, name: String(parts[1]), qualifiedName: name)
  }
}
