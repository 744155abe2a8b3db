import JSON

/// The places of an item's members, found in one walk over its JSON.
struct ItemMembers {
  let json: UnsafeRawBufferPointer
  private(set) var id: Range<Int>?
  private(set) var text: Range<Int>?
  private(set) var subtitle: Range<Int>?
  private(set) var image: Range<Int>?
  private(set) var filterText: Range<Int>?
  private(set) var data: Range<Int>?
  private var weightValue: Range<Int>?

  /// Finds the members of valid JSON; none where it is no object.
  init(_ json: UnsafeRawBufferPointer) {
    self.json = json
    JSONCursor.members(of: json) { name, value in
      note(name, Self.place(of: value, in: json))
    }
  }

  /// What is matched: `filterText` where there is one.
  var matched: Range<Int>? { filterText ?? text }

  /// Checks what an item must have and what type its members must be of.
  func check() throws(ItemText.Fault) {
    guard json.first == UInt8(ascii: "{") else { throw .notAnObject }
    guard id != nil else { throw .missing("id") }
    try checkString(id, "id")
    guard text != nil else { throw .missing("text") }
    try checkString(text, "text")
    try checkString(filterText, "filterText")
    _ = try weight()
    try checkString(subtitle, "subtitle")
    try checkString(image, "image")
  }

  private func checkString(_ range: Range<Int>?, _ name: String) throws(ItemText.Fault) {
    guard let range, json[range.lowerBound] != UInt8(ascii: "\"") else { return }
    throw .wrongType(member: name, expected: "a string")
  }

  /// The weight, within its limits; 0 where there is none.
  func weight() throws(ItemText.Fault) -> Int {
    guard let range = weightValue else { return 0 }
    let text = UnsafeRawBufferPointer(rebasing: json[range])
    if let whole = Self.smallInteger(text) { return whole }
    guard let value = Double(String(decoding: text, as: UTF8.self)) else {
      throw .wrongType(member: "weight", expected: "a number")
    }
    let limit = Double(ItemText.maximumWeight)
    return Int(min(max(value, -limit), limit).rounded())
  }

  /// The value of up to three digits; nil for anything else.
  private static func smallInteger(_ text: UnsafeRawBufferPointer) -> Int? {
    guard (1...3).contains(text.count) else { return nil }
    var value = 0
    for byte in text {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The text of a JSON string with its quotes at `range`.
  static func decode(_ json: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    return withBytes(of: json, range, scratch: &bytes) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the UTF-8 of a JSON string with its quotes at `range`; `scratch` takes it where it
  /// has escapes.
  static func withBytes<Result>(
    of json: UnsafeRawBufferPointer, _ range: Range<Int>, scratch: inout [UInt8],
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inner = UnsafeRawBufferPointer(rebasing: json[range.lowerBound + 1..<range.upperBound - 1])
    guard ByteScan.endOfUnescaped(in: inner, from: 0) < inner.count else { return body(inner) }
    scratch.removeAll(keepingCapacity: true)
    JSONCursor.appendUnescaped(inner, to: &scratch)
    return scratch.withUnsafeBytes(body)
  }

  private static func place(
    of value: UnsafeRawBufferPointer, in json: UnsafeRawBufferPointer
  ) -> Range<Int> {
    guard let start = value.baseAddress, let base = json.baseAddress else { return 0..<0 }
    let offset = start - base
    return offset..<(offset + value.count)
  }

  private mutating func note(_ name: UnsafeRawBufferPointer, _ value: Range<Int>) {
    if value.isEmpty || json[value.lowerBound] == UInt8(ascii: "n") { return }
    switch name.count {
    case 2 where name.holds("id"): id = value
    case 4 where name.holds("text"): text = value
    case 4 where name.holds("data"): data = value
    case 5 where name.holds("image"): image = value
    case 6 where name.holds("weight"): weightValue = value
    case 8 where name.holds("subtitle"): subtitle = value
    case 10 where name.holds("filterText"): filterText = value
    default: break
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of `text`, which has as many.
  @inline(__always)
  fileprivate func holds(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { $0.elementsEqual(self) }
  }
}
