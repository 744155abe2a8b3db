import HostProtocol
import JSON

/// A list as its plugin describes it when its screen opens.
struct ListDescription {
  let cellTypes: [CellType]
  let sections: [SectionText]
  let total: Int?
  let hasMore: Bool?

  /// Reads the member `list` of the answer to `screen/provide`.
  init(_ value: ScannedValue, limits: Limits) throws(ScanFault) {
    let object = try ScannedObject(value)
    cellTypes = try object.required("cellTypes", "array") { value throws(ScanFault) in
      try value.cellTypes(limit: limits.cellTypes)
    }
    sections = try object.sections() ?? []
    total = try object.total()
    hasMore = try object.optional("hasMore") { value throws(ScanFault) in try value.boolean() }
  }
}

extension ScannedValue {
  fileprivate func cellTypes(limit: Int) throws(ScanFault) -> [CellType] {
    let types = try array { type throws(ScanFault) in
      let object = try ScannedObject(type)
      return CellType(
        id: try object.required("id", "string") { id throws(ScanFault) in try id.string() },
        fields: try object.optional("fields") { names throws(ScanFault) in
          try names.array { name throws(ScanFault) in try name.string() }
        } ?? [])
    }
    guard !types.isEmpty, types.count <= limit else {
      throw .shape(
        DecodingFailure(expected: "array of 1 to \(limit)", found: "array of \(types.count)"))
    }
    var seen: Set<ExactID> = []
    for (index, type) in types.enumerated() where !seen.insert(ExactID(type.id)).inserted {
      throw ScanFault.shape(
        DecodingFailure(expected: "an id that no other cell type has", found: "\"\(type.id)\"")
      ).inside("id").inside("\(index)")
    }
    return types
  }
}

extension ScannedObject {
  /// The member `total`; nil where it is absent.
  func total() throws(ScanFault) -> Int? {
    try optional("total") { value throws(ScanFault) in
      try value.integer(in: 0...ListState.longest)
    }
  }
}
