import Matching

/// Learned use in the core: what was chosen is noted, and raises what is found.
extension Host {
  /// Notes that an item was chosen, and has that kept before long.
  mutating func learn(_ item: SourceItem) {
    guard configuration.learnedUse != nil else { return }
    learnedUse.note(item.item.id, of: item.source.qualifiedName)
    guard !isLearnedUseDue else { return }
    isLearnedUseDue = true
    _ = timers.insert(.learnedUse, at: now + CoreLimits.learnedUsePause)
  }

  /// Has what was learned kept, if there is something new.
  mutating func keepLearnedUse() {
    guard isLearnedUseDue else { return }
    isLearnedUseDue = false
    effects.append(.keepLearnedUse(learnedUse.text))
  }

  /// What was found, with the items that were chosen before ahead of those that are as good.
  func raised(
    _ result: SearchResult, for part: Search.Part, in items: ItemTable, limit: Int
  ) -> SearchResult {
    let boosts = learnedUse.boosts(of: part.source.qualifiedName).compactMap { id, boost in
      items.place(id: id).map { (candidate: $0, boost: boost) }
    }
    return result.raising(boosts, in: items.snapshot, for: part.query, limit: limit)
  }
}
