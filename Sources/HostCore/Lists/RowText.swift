import JSON

/// One row of a list as its plugin wrote it.
///
/// It is kept as JSON text: the host looks at two members, and `data` comes back as it was written.
struct RowText: Equatable {
  let id: ExactID
  let cellType: ExactID
  /// The object as front ends get it, without its closing brace.
  private let json: [UInt8]
  /// Where `data` stands in `json`.
  private let data: Range<Int>?

  /// What the row costs the host, roughly.
  var byteCount: Int { json.count + id.text.utf8.count }

  /// Reads a row; members that the protocol does not know are left out.
  init(_ value: ScannedValue) throws(ScanFault) {
    let object = try ScannedObject(value)
    id = try object.required("id", "string") { value throws(ScanFault) in try value.id() }
    cellType = try object.required("cellType", "string") { value throws(ScanFault) in
      try value.id()
    }
    var json: [UInt8] = []
    for name in ["id", "cellType"] {
      try Self.copy(name, of: object, to: &json) { WrittenText.onOneLine($0.text) }
    }
    _ = try object.required("title", "string") { value throws(ScanFault) in
      try Self.checkString(value)
    }
    for name in ["title", "subtitle", "image"] {
      try Self.copy(name, of: object, to: &json) { value throws(ScanFault) in
        try Self.checkString(value)
        return WrittenText.shown(value.text)
      }
    }
    try Self.copy("fields", of: object, to: &json) { value throws(ScanFault) in
      _ = try ScannedObject(value)
      return value.kind == .object ? WrittenText.shown(value.text) : Array("{}".utf8)
    }
    let written = try Self.copy("data", of: object, to: &json) { WrittenText.onOneLine($0.text) }
    data = written > 0 ? json.count - written..<json.count : nil
    self.json = json
  }

  /// Copies a member that is there; returns the length of its value.
  @discardableResult
  private static func copy(
    _ name: String, of object: ScannedObject, to json: inout [UInt8],
    _ text: (ScannedValue) throws(ScanFault) -> [UInt8]
  ) throws(ScanFault) -> Int {
    guard let value = try object.optional(name, text) else { return 0 }
    json.append(UInt8(ascii: json.isEmpty ? "{" : ","))
    json += "\"\(name)\":".utf8
    json += value
    return value.count
  }

  private static func checkString(_ value: ScannedValue) throws(ScanFault) {
    guard value.kind == .string else { throw value.wrong("string") }
  }

  /// Writes the row as an object; in a window it names its section.
  func encode(into writer: inout JSONWriter, section: ExactID? = nil) {
    writer.raw(json)
    if let section {
      var end = JSONWriter(appendingTo: Array(",\"section\":".utf8))
      section.encode(into: &end)
      end.bytes.withUnsafeBytes { writer.continueRaw($0) }
    }
    [UInt8(ascii: "}")].withUnsafeBytes { writer.continueRaw($0) }
  }

  /// Writes `data` as a value; null where there is none.
  func encodeData(into writer: inout JSONWriter) {
    if let data { writer.raw(Array(json[data])) } else { writer.null() }
  }
}
