import JSON

/// What is shown of a section besides its rows.
struct SectionLabel: Equatable {
  let id: ExactID
  /// The members after the id as front ends get them, each with a comma before it.
  private let others: [UInt8]

  /// Whether it says nothing but the id.
  var isBare: Bool { others.isEmpty }

  /// What the label costs the host, roughly.
  var byteCount: Int { others.count + id.text.utf8.count }

  init(_ object: ScannedObject) throws(ScanFault) {
    id = try object.required("id", "string") { value throws(ScanFault) in try value.id() }
    var others: [UInt8] = []
    for name in ["title", "header"] {
      let text = try object.optional(name) { value throws(ScanFault) in
        guard value.kind == .string else { throw value.wrong("string") }
        return WrittenText.shown(value.text)
      }
      if let text { others += ",\"\(name)\":".utf8 + text }
    }
    self.others = others
  }

  /// Writes the members of an object that the caller has begun.
  func encodeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    others.withUnsafeBytes { writer.continueRaw($0) }
  }
}

/// A section of a list as its plugin wrote it.
struct SectionText: Equatable {
  let label: SectionLabel
  /// Nil where the plugin said nothing about rows.
  var rows: [RowText]?

  init(label: SectionLabel, rows: [RowText]?) {
    self.label = label
    self.rows = rows
  }

  init(_ value: ScannedValue) throws(ScanFault) {
    let object = try ScannedObject(value)
    label = try SectionLabel(object)
    rows = try object.optional("rows") { rows throws(ScanFault) in
      try rows.array { row throws(ScanFault) in try RowText(row) }
    }
  }
}

extension ScannedObject {
  /// The sections of the member `name`; nil where it is absent.
  func sections(_ name: String = "sections") throws(ScanFault) -> [SectionText]? {
    try optional(name) { value throws(ScanFault) in
      try value.array { section throws(ScanFault) in try SectionText(section) }
    }
  }
}
