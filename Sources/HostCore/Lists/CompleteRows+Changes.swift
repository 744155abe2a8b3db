import JSON

extension CompleteRows {
  /// The rows after changes; what can't be used changes nothing.
  func changed(
    by changes: ListChangesText, check: RowCheck, capacity: ListCapacity
  ) throws(ScanFault) -> CompleteRows {
    var check = check
    check.note(sections.lazy.flatMap(\.rows).map(\.id))
    var groups = removing(changes, &check)
    groups = try Self.replacing(changes.replace, in: groups, check)
    groups = try Self.merging(changes.sections, into: groups, &check)
    try Self.insert(changes.insert, into: &groups, &check)
    return try CompleteRows(groups: groups, capacity: capacity)
  }

  private func removing(_ changes: ListChangesText, _ check: inout RowCheck) -> [Section] {
    let gone = Set(changes.remove)
    let goneSections = Set(changes.removeSections)
    var left: [Section] = []
    for var section in sections {
      let isGone = goneSections.contains(section.label.id)
      for row in section.rows where isGone || gone.contains(row.id) { check.forget(row.id) }
      guard !isGone else { continue }
      if !gone.isEmpty { section.rows.removeAll { gone.contains($0.id) } }
      left.append(section)
    }
    return left
  }

  private static func replacing(
    _ rows: [RowText], in groups: [Section], _ check: RowCheck
  ) throws(ScanFault) -> [Section] {
    guard !rows.isEmpty else { return groups }
    for (index, row) in rows.enumerated() {
      try inside("replace") { () throws(ScanFault) in
        try inside("\(index)") { () throws(ScanFault) in try check.checkType(of: row) }
      }
    }
    let replacements = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return groups.map { group in
      Section(label: group.label, rows: group.rows.map { replacements[$0.id] ?? $0 })
    }
  }

  /// Puts sections in the place of those with the same ids, and new ones after the last.
  private static func merging(
    _ sections: [SectionText], into groups: [Section], _ check: inout RowCheck
  ) throws(ScanFault) -> [Section] {
    guard !sections.isEmpty else { return groups }
    var groups = groups
    var places = Dictionary(
      groups.enumerated().map { ($1.label.id, $0) }, uniquingKeysWith: { first, _ in first })
    for section in sections where section.rows != nil {
      guard let place = places[section.label.id] else { continue }
      for row in groups[place].rows { check.forget(row.id) }
    }
    do { try check.add(sections) } catch { throw error.inside("sections") }
    for section in sections {
      if let place = places[section.label.id] {
        groups[place] = Section(label: section.label, rows: section.rows ?? groups[place].rows)
      } else {
        places[section.label.id] = groups.count
        groups.append(Section(label: section.label, rows: section.rows ?? []))
      }
    }
    return groups
  }

  private static func insert(
    _ insertions: [ListChangesText.Insertion], into groups: inout [Section],
    _ check: inout RowCheck
  ) throws(ScanFault) {
    guard !insertions.isEmpty else { return }
    let places = Dictionary(
      groups.enumerated().map { ($1.label.id, $0) }, uniquingKeysWith: { first, _ in first })
    var inserted: [Int: InsertedRows] = [:]
    for (index, insertion) in insertions.enumerated() {
      do {
        let place = try place(of: insertion.section, places)
        try inside("rows") { () throws(ScanFault) in try check.add(insertion.rows) }
        var rows = inserted.removeValue(forKey: place) ?? InsertedRows(groups[place].rows)
        rows.insert(insertion)
        inserted[place] = rows
      } catch {
        throw error.inside("\(index)").inside("insert")
      }
    }
    for (place, rows) in inserted { groups[place].rows = rows.all }
  }

  private static func place(
    of section: ExactID, _ places: [ExactID: Int]
  ) throws(ScanFault) -> Int {
    guard let place = places[section] else {
      throw ScanFault.shape(
        DecodingFailure(expected: "the id of a section", found: "\"\(section.text)\"")
      ).inside("section")
    }
    return place
  }
}

/// The rows of a section while others are inserted: each insertion takes as long as its own rows, since
/// a plugin may send thousands.
private struct InsertedRows {
  private let rows: [RowText]
  private var known: Set<ExactID>
  /// What comes before the row with an id, in order.
  private var before: [ExactID: [RowText]] = [:]
  private var last: [RowText] = []

  init(_ rows: [RowText]) {
    self.rows = rows
    known = Set(rows.map(\.id))
  }

  mutating func insert(_ insertion: ListChangesText.Insertion) {
    if let anchor = insertion.before, known.contains(anchor) {
      before[anchor, default: []] += insertion.rows
    } else {
      last += insertion.rows
    }
    known.formUnion(insertion.rows.lazy.map(\.id))
  }

  /// All rows in order. Rows may come before rows that are new themselves, as deep as there are rows, so
  /// this is a loop and no recursion.
  var all: [RowText] {
    var result: [RowText] = []
    var before = before
    var waiting = Array((rows + last).reversed())
    while let row = waiting.popLast() {
      if let earlier = before.removeValue(forKey: row.id) {
        waiting.append(row)
        waiting += earlier.reversed()
      } else {
        result.append(row)
      }
    }
    return result
  }
}
