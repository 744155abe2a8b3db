import JSON

/// An id that a plugin chose, told apart by its bytes.
///
/// As Swift strings, ids that are canonically equal would be one and the same.
struct ExactID: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactID, right: ExactID) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactID: JSONEncodable {
  func encode(into writer: inout JSONWriter) { writer.value(text) }
}

extension ScannedValue {
  /// The text of a string that is an id.
  func id() throws(ScanFault) -> ExactID { ExactID(try string()) }
}
