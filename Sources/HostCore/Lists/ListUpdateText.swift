import JSON

/// The params of `list/update`, read without a tree: a plugin may replace a whole list.
struct ListUpdateText {
  /// What is done to the list.
  enum Update {
    case replace([SectionText], hasMore: Bool?)
    case change(ListChangesText)
  }

  let screen: String
  let update: Update
  /// How many rows there are then, where the plugin says so.
  let total: Int?

  init(_ value: ScannedValue) throws(ScanFault) {
    let object = try ScannedObject(value)
    let sections = try object.sections()
    let changes = try object.optional("changes") { value throws(ScanFault) in
      try ListChangesText(value)
    }
    let hasMore = try object.optional("hasMore") { value throws(ScanFault) in try value.boolean() }
    update = try Self.onlyOne(sections, changes, hasMore)
    screen = try object.required("screen", "string") { value throws(ScanFault) in
      try value.string()
    }
    total = try object.total()
  }

  private static func onlyOne(
    _ sections: [SectionText]?, _ changes: ListChangesText?, _ hasMore: Bool?
  ) throws(ScanFault) -> Update {
    switch (sections, changes) {
    case (let sections?, nil): return .replace(sections, hasMore: hasMore)
    case (nil, let changes?): return .change(changes)
    case (nil, nil), (.some, .some):
      throw .shape(
        DecodingFailure(
          expected: "exactly one of sections, changes",
          found: changes == nil ? "nothing" : "sections and changes"))
    }
  }
}

/// Changes of a list by ids, as a plugin wrote them.
struct ListChangesText {
  /// New rows and their place.
  struct Insertion {
    let section: ExactID
    let before: ExactID?
    let rows: [RowText]
  }

  let remove: [ExactID]
  let removeSections: [ExactID]
  let replace: [RowText]
  let sections: [SectionText]
  let insert: [Insertion]

  init(_ value: ScannedValue) throws(ScanFault) {
    let object = try ScannedObject(value)
    remove = try Self.ids("remove", of: object)
    removeSections = try Self.ids("removeSections", of: object)
    replace = try Self.rows("replace", of: object) ?? []
    sections = try object.sections() ?? []
    insert =
      try object.optional("insert") { value throws(ScanFault) in
        try value.array { insertion throws(ScanFault) in try Insertion(insertion) }
      } ?? []
  }

  private static func ids(
    _ name: String, of object: ScannedObject
  ) throws(ScanFault) -> [ExactID] {
    try object.optional(name) { value throws(ScanFault) in
      try value.array { id throws(ScanFault) in try id.id() }
    } ?? []
  }

  fileprivate static func rows(
    _ name: String, of object: ScannedObject
  ) throws(ScanFault) -> [RowText]? {
    try object.optional(name) { value throws(ScanFault) in
      try value.array { row throws(ScanFault) in try RowText(row) }
    }
  }
}

extension ListChangesText.Insertion {
  fileprivate init(_ value: ScannedValue) throws(ScanFault) {
    let object = try ScannedObject(value)
    section = try object.required("section", "string") { value throws(ScanFault) in
      try value.id()
    }
    before = try object.optional("before") { value throws(ScanFault) in try value.id() }
    rows = try object.required("rows", "array") { value throws(ScanFault) in
      try value.array { row throws(ScanFault) in try RowText(row) }
    }
  }
}
