import Matching

/// Streams of items: what a question to a source has brought is shown before it is all there.
extension Host {
  /// Searches what has come of an answer so far; one such search at a time, and the next chunk brings
  /// the next.
  mutating func matchPartial(_ index: Int, of id: SearchID, in items: ItemTable) {
    guard let search = searches[id], search.parts[index].partialJob == nil else { return }
    let job = MatchJob.ID(nextJob)
    nextJob += 1
    jobs[job] = SearchPart(search: id, part: index, items: .partial(items))
    searches[id]?.parts[index].partialJob = job
    effects.append(
      .match(
        MatchJob(
          id: job, snapshot: items.snapshot, query: search.parts[index].query,
          limit: search.parts[index].limit))
    )
  }

  mutating func partialMatched(
    _ job: MatchJob.ID, _ place: SearchPart, _ result: SearchResult, _ items: ItemTable
  ) {
    guard let part = searches[place.search]?.parts[place.part], part.partialJob == job else {
      return
    }
    searches[place.search]?.parts[place.part].partialJob = nil
    searches[place.search]?.parts[place.part].partial = Search.Partial(
      found: part.found(by: result, in: items), total: result.total)
    partialArrived(place.search)
    guard case .query(let key) = part.origin, let query = queries[key],
      query.items.count > items.count
    else { return }
    matchPartial(place.part, of: place.search, in: query.items)
  }

  /// More was found: it is told after the first answer, and not too often.
  mutating func partialArrived(_ id: SearchID) {
    guard let search = searches[id], search.address == nil, search.firstPaint == nil,
      search.partialNotice == nil
    else { return }
    searches[id]?.partialNotice = timers.insert(.partial(id), at: now + CoreLimits.partialPause)
  }

  mutating func tellPartial(_ id: SearchID) {
    searches[id]?.partialNotice = nil
    guard let search = searches[id] else { return }
    notifyChange(of: search)
  }
}
