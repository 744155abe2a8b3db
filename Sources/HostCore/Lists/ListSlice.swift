/// Some rows of a list that follow one another, and where they stand.
struct ListSlice: Equatable {
  /// A section, and the rows of it that are in the slice.
  struct Group: Equatable {
    let label: SectionLabel
    var rows: [RowText]
  }

  /// The sections in order, those without rows among them.
  var groups: [Group] = []

  var rowCount: Int { groups.reduce(0) { $0 + $1.rows.count } }

  /// Appends a row, which begins a group where its section is another than the last one's.
  mutating func append(_ row: RowText, of label: SectionLabel) {
    if let last = groups.indices.last, groups[last].label.id == label.id {
      groups[last].rows.append(row)
    } else {
      groups.append(Group(label: label, rows: [row]))
    }
  }
}
