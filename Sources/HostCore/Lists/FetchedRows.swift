/// Rows of a list that its plugin is asked for, window by window: those asked for last, at their places.
///
/// Only a bounded number is kept, whatever the length of the list. Places that are not known cost nothing.
struct FetchedRows {
  /// A row and the section that it is in.
  typealias Placed = (row: RowText, label: SectionLabel)

  private struct Entry {
    let row: RowText
    let section: ExactID
    /// The window that asked for it last.
    var use: Int
  }

  private var entries: [Int: Entry] = [:]
  private var labels: [ExactID: SectionLabel] = [:]
  private var lastUse = 0
  /// So many rows there are at least.
  private var leastTotal = 0
  /// How many rows there are, where that is known for sure.
  private(set) var exactTotal: Int?
  /// What the rows that are kept cost.
  private(set) var byteCount = 0
  let capacity: ListCapacity

  /// Creates a list of which nothing is known but, perhaps, its length.
  init(total: Int?, capacity: ListCapacity) {
    exactTotal = total
    self.capacity = capacity
  }

  /// How many rows there are, as far as known.
  var total: Int { exactTotal ?? leastTotal }

  /// How many rows are kept.
  var keptCount: Int { entries.count }

  /// The rows that are kept, by their ids.
  var places: [ExactID: Int] {
    Dictionary(entries.map { ($0.value.row.id, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// The row with this id, if it is kept.
  func row(_ id: ExactID) -> RowText? {
    place(of: id).flatMap { entries[$0]?.row }
  }

  func place(of id: ExactID) -> Int? {
    entries.first { $0.value.row.id == id }?.key
  }

  /// Whether the row at a place is kept.
  func has(_ place: Int) -> Bool { entries[place] != nil }

  // MARK: Windows

  /// Notes that a window is put together; what it asks for goes last when room is needed.
  mutating func beginWindow() { lastUse += 1 }

  /// At most `count` rows from place `first` on, up to the first that is not kept.
  func rows(from first: Int, count: Int) -> [Placed] {
    var rows: [Placed] = []
    while rows.count < count, let entry = entries[first + rows.count],
      let label = labels[entry.section]
    {
      rows.append((entry.row, label))
    }
    return rows
  }

  /// Notes that rows were asked for just now.
  mutating func touch(from first: Int, count: Int) {
    for place in first..<first + count { entries[place]?.use = lastUse }
  }

  // MARK: Pages

  /// Takes rows that were asked for: as many as were, and as there is room for.
  mutating func take(_ text: PageText, at page: ListPageRequest) {
    let rows = text.rows.prefix(page.limit)
    removeRows(Set(rows.map(\.row.id)))
    for place in page.offset..<page.offset + page.limit { removeEntry(at: place) }
    // What has no room is asked for when it is looked at; to look for room again for each row of a page
    // of thousands would cost a second.
    for (index, (row, label)) in rows.enumerated() {
      guard makeRoom(for: row) else { break }
      insert(row, of: label, at: page.offset + index)
    }
    learn(text, page, page.offset + rows.count)
    dropUnusedLabels()
  }

  mutating func insert(_ row: RowText, of label: SectionLabel, at place: Int) {
    // A section that goes on from the page before need not say its title again.
    if labels[label.id] == nil || !label.isBare { labels[label.id] = label }
    entries[place] = Entry(row: row, section: label.id, use: lastUse)
    byteCount += row.byteCount
  }

  /// Takes over what a page whose rows end at `end` tells of the list's length.
  private mutating func learn(_ text: PageText, _ page: ListPageRequest, _ end: Int) {
    guard end - page.offset == text.rows.count, !text.hasMore(at: end) else {
      leastTotal = max(leastTotal, end)
      if let total = text.total, total > end {
        exactTotal = total
      } else if let known = exactTotal, known <= end {
        exactTotal = nil
      }
      return
    }
    guard !text.rows.isEmpty || end <= leastTotal else {
      // Nothing far behind the last known row does not tell where the list ends.
      exactTotal = nil
      return
    }
    setTotal(end)
  }

  // MARK: Forgetting

  /// Forgets all rows: they are asked for again when somebody wants to see them.
  mutating func forgetRows() {
    entries = [:]
    labels = [:]
    byteCount = 0
  }

  /// Sets the length, and forgets what lies behind it.
  mutating func setTotal(_ total: Int) {
    exactTotal = total
    leastTotal = total
    for place in entries.keys where place >= total { removeEntry(at: place) }
  }

  /// Forgets the length: there are at least as many rows as this, and as the last that is kept tells.
  mutating func setLeastTotal(_ least: Int) {
    exactTotal = nil
    leastTotal = max(least, entries.keys.max().map { $0 + 1 } ?? 0)
  }

  /// How many rows there are at least.
  var knownLeast: Int { leastTotal }

  private mutating func removeRows(_ ids: Set<ExactID>) {
    for (place, entry) in entries where ids.contains(entry.row.id) { removeEntry(at: place) }
  }

  private mutating func removeEntry(at place: Int) {
    guard let entry = entries.removeValue(forKey: place) else { return }
    byteCount -= entry.row.byteCount
  }

  /// Drops rows that were asked for longest ago until one more fits; false where only rows of the window
  /// at hand are left.
  private mutating func makeRoom(for row: RowText) -> Bool {
    while entries.count >= capacity.cachedRows || byteCount + row.byteCount > capacity.bytes {
      guard let oldest = entries.values.lazy.map(\.use).min(), oldest < lastUse else {
        return false
      }
      for (place, entry) in entries where entry.use == oldest { removeEntry(at: place) }
    }
    return true
  }

  private mutating func dropUnusedLabels() {
    guard labels.count > entries.count else { return }
    let used = Set(entries.values.map(\.section))
    labels = labels.filter { used.contains($0.key) }
  }

  // MARK: Moving

  /// Takes rows out; those behind them move up.
  mutating func removeRows(at places: Set<Int>) {
    guard !places.isEmpty else { return }
    let sorted = places.sorted()
    for place in sorted { removeEntry(at: place) }
    move { place in place - sorted.lowerBound(of: place) }
  }

  /// Puts another row in the place of the one with its id, if that is kept.
  mutating func replaceRow(_ row: RowText, at place: Int) {
    guard let old = entries[place] else { return }
    byteCount += row.byteCount - old.row.byteCount
    entries[place] = Entry(row: row, section: old.section, use: old.use)
  }

  /// Shows a section under another title.
  mutating func relabel(_ label: SectionLabel) {
    if labels[label.id] != nil { labels[label.id] = label }
  }

  /// Puts new rows before one that is kept; false where that is not possible.
  mutating func insertRows(of insertion: ListChangesText.Insertion) -> Bool {
    guard !insertion.rows.isEmpty else { return true }
    guard let label = labels[insertion.section],
      let start = insertion.before.flatMap({ place(of: $0) })
    else { return false }
    move { place in place < start ? place : place + insertion.rows.count }
    for (index, row) in insertion.rows.enumerated() {
      insert(row, of: label, at: start + index)
    }
    return entries.count <= capacity.cachedRows && byteCount <= capacity.bytes
  }

  private mutating func move(_ newPlace: (Int) -> Int) {
    entries = Dictionary(uniqueKeysWithValues: entries.map { (newPlace($0.key), $0.value) })
  }
}

extension [Int] {
  /// How many elements of a sorted array are below `value`.
  fileprivate func lowerBound(of value: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
