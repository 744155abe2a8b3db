extension FetchedRows {
  /// So many insertions are worth the trouble of moving the rows behind them; after more of them the
  /// rows are asked for again.
  private static let movedInsertions = 64

  /// Whether every row of the list is kept.
  private var isWhole: Bool { exactTotal == keptCount }

  /// Takes over changes of rows, most of which may not be known here; what can't be used changes
  /// nothing.
  ///
  /// What is known is changed in place. Where a change leaves open at which places the others stand now,
  /// they are forgotten, and asked for again when somebody wants to see them.
  mutating func change(by changes: ListChangesText, check: RowCheck) throws(ScanFault) {
    if isWhole {
      try changeAll(by: changes, check)
    } else {
      try checkRows(of: changes, check)
      changeKnown(by: changes)
    }
  }

  private mutating func changeAll(
    by changes: ListChangesText, _ check: RowCheck
  ) throws(ScanFault) {
    var slice = ListSlice()
    for (row, label) in rows(from: 0, count: keptCount) { slice.append(row, of: label) }
    let all = try CompleteRows(groups: slice.groups, capacity: capacity)
    let changed = try all.changed(by: changes, check: check, capacity: capacity)
    forgetRows()
    setTotal(changed.count)
    guard changed.count <= capacity.cachedRows else { return }
    let rows = changed.sections.flatMap { group in group.rows.map { ($0, group.label) } }
    for (place, (row, label)) in rows.enumerated() { insert(row, of: label, at: place) }
  }

  /// Rows that come are checked against each other and against those that are here and stay.
  private func checkRows(of changes: ListChangesText, _ check: RowCheck) throws(ScanFault) {
    var others = check
    do { try others.add(changes.sections) } catch { throw error.inside("sections") }
    var check = check
    check.note(Set(places.keys).subtracting(changes.remove))
    for (index, row) in changes.replace.enumerated() {
      try inside("replace") { () throws(ScanFault) in
        try inside("\(index)") { () throws(ScanFault) in try check.checkType(of: row) }
      }
    }
    for (index, insertion) in changes.insert.enumerated() {
      do { try check.add(insertion.rows) } catch {
        throw error.inside("rows").inside("\(index)").inside("insert")
      }
    }
  }

  private mutating func changeKnown(by changes: ListChangesText) {
    let places = places
    let gone = Set(changes.remove.compactMap { places[$0] })
    let keepsSections =
      changes.removeSections.isEmpty && changes.sections.allSatisfy { $0.rows == nil }
    for row in changes.replace { places[row.id].map { replaceRow(row, at: $0) } }
    removeRows(at: gone)
    for section in changes.sections where section.rows == nil { relabel(section.label) }
    let isClear =
      keepsSections && changes.remove.allSatisfy { places[$0] != nil }
      && changes.insert.count <= Self.movedInsertions
      && changes.insert.allSatisfy { insertRows(of: $0) }
      && byteCount <= capacity.bytes
    if !isClear { forgetRows() }
    let inserted = changes.insert.reduce(0) { $0 + $1.rows.count }
    if let total = exactTotal, keepsSections {
      setTotal(max(total + inserted - gone.count, 0))
    } else {
      setLeastTotal(keepsSections ? max(knownLeast - changes.remove.count, 0) : 0)
    }
  }
}
