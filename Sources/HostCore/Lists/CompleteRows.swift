/// The rows of a list whose plugin handed all of them over: nobody else has them, so all are kept.
struct CompleteRows {
  /// A section and all of its rows.
  typealias Section = ListSlice.Group

  private(set) var sections: [Section]
  private(set) var count: Int

  /// Takes the sections of a list that were checked before.
  init(_ sections: [SectionText], capacity: ListCapacity) throws(ScanFault) {
    try self.init(
      groups: sections.map { Section(label: $0.label, rows: $0.rows ?? []) }, capacity: capacity)
  }

  init(groups: [Section], capacity: ListCapacity) throws(ScanFault) {
    sections = groups
    count = groups.reduce(0) { $0 + $1.rows.count }
    guard groups.count <= capacity.sections else {
      throw .tooMany("sections", limit: capacity.sections, got: groups.count)
    }
    guard count <= capacity.rows else {
      throw .tooMany("rows", limit: capacity.rows, got: count)
    }
    let bytes = groups.reduce(0) { sum, group in
      group.rows.reduce(sum + group.label.byteCount) { $0 + $1.byteCount }
    }
    guard bytes <= capacity.bytes else {
      throw .tooMany("bytes of rows", limit: capacity.bytes, got: bytes)
    }
  }

  /// The row with this id.
  func row(_ id: ExactID) -> RowText? {
    for section in sections {
      if let row = section.rows.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  /// At most `count` rows from place `first` on, with the sections without rows that stand among them.
  func slice(first: Int, count wanted: Int) -> ListSlice {
    var slice = ListSlice()
    let end = min(first + wanted, count)
    let window = min(first, end)..<end
    var place = 0
    for section in sections {
      let places = place..<place + section.rows.count
      place = places.upperBound
      if places.isEmpty {
        let isLast = place == count && end == count && first <= count
        if isLast || window.contains(place) { slice.groups.append(section) }
        continue
      }
      let overlap = places.clamped(to: window)
      guard !overlap.isEmpty else { continue }
      let start = overlap.lowerBound - places.lowerBound
      let rows = Array(section.rows[start..<start + overlap.count])
      slice.groups.append(Section(label: section.label, rows: rows))
    }
    return slice
  }
}
