/// Learned use: some candidates weigh more than their index says.
extension SearchResult {
  /// The same result with some candidates' weights raised; the best stay at most `limit`.
  ///
  /// It is what a search with these weights would have found. Where weights don't count, in modes
  /// `prefix` and `exact` and for an empty query, nothing changes.
  ///
  /// - Parameters:
  ///   - boosts: candidates, removed ones among them, and what is added to the weight of each; a weight
  ///     does not rise above 255.
  ///   - snapshot: what was searched.
  ///   - query: what was searched for.
  ///   - limit: at most so many matches.
  /// - Returns: the same result with other places of these candidates.
  public func raising(
    _ boosts: [(candidate: CandidateID, boost: Int)], in snapshot: Snapshot, for query: Query,
    limit: Int
  ) -> SearchResult {
    let isWeighted = query.options.mode == .fuzzy || query.options.mode == .contains
    guard !boosts.isEmpty, isWeighted, !query.isEmpty else { return self }
    var scorer = Scorer(query)
    var raised: [CandidateID: Match] = [:]
    for (candidate, boost) in boosts where snapshot.contains(candidate) {
      let segment = snapshot.parts[Int(candidate.segment)].segment
      if let score = segment.score(candidate.row, boost: boost, &scorer) {
        raised[candidate] = Match(candidate: candidate, score: score)
      }
    }
    let others = matches.filter { raised[$0.candidate] == nil }
    let best = (others + raised.values).sorted(by: >).prefix(limit)
    return SearchResult(matches: Array(best), total: total, survivors: survivors)
  }
}

extension Segment {
  /// The score of a row with a higher weight; nil if it does not match.
  fileprivate func score(_ row: UInt32, boost: Int, _ scorer: inout Scorer) -> Int? {
    let place = Int(places[Int(row)])
    return SegmentColumns.with(self) { columns in
      let weight = min(Int(columns.weight(ofPlace: place)) + max(boost, 0), Rank.maximumWeight)
      return scorer.score(
        columns.bytes(ofPlace: place), original: columns.original(ofPlace: place),
        weight: UInt8(weight))
    }
  }
}
