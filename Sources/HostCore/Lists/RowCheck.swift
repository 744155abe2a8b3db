import HostProtocol
import JSON

/// What holds for all rows of a list: each names a declared cell type, and no id stands twice.
struct RowCheck {
  private let cellTypes: Set<ExactID>
  private let names: String
  private var seen: Set<ExactID> = []

  init(cellTypes: [CellType]) {
    self.cellTypes = Set(cellTypes.map { ExactID($0.id) })
    names = cellTypes.map(\.id).joined(separator: ", ")
  }

  /// Notes ids that rows of the list have already.
  mutating func note(_ ids: some Sequence<ExactID>) { seen.formUnion(ids) }

  /// Forgets the id of a row that goes.
  mutating func forget(_ id: ExactID) { seen.remove(id) }

  /// Whether a row of the list has this id.
  func has(_ id: ExactID) -> Bool { seen.contains(id) }

  /// Checks one row that comes.
  mutating func add(_ row: RowText) throws(ScanFault) {
    try checkType(of: row)
    guard seen.insert(row.id).inserted else {
      throw ScanFault.shape(
        DecodingFailure(expected: "an id that no other row has", found: "\"\(row.id.text)\"")
      ).inside("id")
    }
  }

  /// Checks one row that takes the place of another.
  func checkType(of row: RowText) throws(ScanFault) {
    guard cellTypes.contains(row.cellType) else {
      throw ScanFault.shape(
        DecodingFailure(expected: "one of \(names)", found: "\"\(row.cellType.text)\"")
      ).inside("cellType")
    }
  }

  /// Checks rows that come, in their order.
  mutating func add(_ rows: [RowText]) throws(ScanFault) {
    for (index, row) in rows.enumerated() {
      try inside("\(index)") { () throws(ScanFault) in try add(row) }
    }
  }

  /// Checks the rows of sections, and that no section stands twice.
  mutating func add(_ sections: [SectionText]) throws(ScanFault) {
    var labels: Set<ExactID> = []
    for (index, section) in sections.enumerated() {
      try inside("\(index)") { () throws(ScanFault) in
        guard labels.insert(section.label.id).inserted else {
          throw ScanFault.shape(
            DecodingFailure(
              expected: "an id that no other section has", found: "\"\(section.label.id.text)\"")
          ).inside("id")
        }
        try inside("rows") { () throws(ScanFault) in try add(section.rows ?? []) }
      }
    }
  }
}
