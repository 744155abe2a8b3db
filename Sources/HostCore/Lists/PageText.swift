import JSON

/// Rows that a plugin is asked for.
struct ListPageRequest: Equatable {
  let offset: Int
  let limit: Int
}

/// Rows that a plugin was asked for, as it wrote them.
struct PageText {
  let sections: [SectionText]
  let rows: [FetchedRows.Placed]
  let total: Int?
  private let hasMore: Bool?

  /// Reads the answer to `list/fetchData`; null is an empty one.
  init(_ value: ScannedValue) throws(ScanFault) {
    guard value.kind != .null else {
      self.init(sections: [], total: nil, hasMore: nil)
      return
    }
    let object = try ScannedObject(value)
    let hasMore = try object.optional("hasMore") { value throws(ScanFault) in
      try value.boolean()
    }
    self.init(
      sections: try object.sections() ?? [], total: try object.total(), hasMore: hasMore)
  }

  init(sections: [SectionText], total: Int?, hasMore: Bool?) {
    self.sections = sections
    self.total = total
    self.hasMore = hasMore
    rows = sections.flatMap { section in (section.rows ?? []).map { ($0, section.label) } }
  }

  /// Whether there are rows after these, which end at place `end`; where the plugin is silent, `total`
  /// tells.
  func hasMore(at end: Int) -> Bool {
    hasMore ?? total.map { $0 > end } ?? false
  }
}
