import JSON

/// One item as its plugin wrote it: the JSON text and where its members stand in it.
///
/// Members are kept as written, so that `data` comes back byte for byte and nothing is parsed that
/// nobody asks for. The text has been validated by the scanner before.
struct ItemText {
  /// Why an item of a list can't be used.
  enum Fault: Error, Equatable {
    case notAnObject
    case missing(String)
    case wrongType(member: String, expected: String)

    /// The end of a sentence that begins with the item's place.
    var description: String {
      switch self {
      case .notAnObject: "is not an object"
      case .missing(let member): "has no \(member)"
      case .wrongType(let member, let expected): "has a \(member) that is not \(expected)"
      }
    }
  }

  /// The whole object.
  let json: [UInt8]
  /// The id, unique within its source.
  let id: String
  /// What is shown, and what Return puts into the field.
  let text: String
  /// What is matched instead of `text`, where the plugin gives it.
  let filterText: String?
  /// The plugin's own preference, from -1000 to 1000; it orders near-ties only.
  let weight: Int
  private let subtitle: Range<Int>?
  private let image: Range<Int>?
  private let data: Range<Int>?

  /// Weights beyond it count as it: a source must not be able to buy a class.
  static let maximumWeight = 1000

  /// What the matcher compares with the text that was typed.
  var matchedText: String { filterText ?? text }

  /// Reads an item from valid JSON.
  init(_ json: UnsafeRawBufferPointer) throws(Fault) {
    guard json.first == UInt8(ascii: "{") else { throw .notAnObject }
    let members = ItemMembers(json)
    guard let id = try members.string(\.id, "id") else { throw .missing("id") }
    guard let text = try members.string(\.text, "text") else { throw .missing("text") }
    self.id = id
    self.text = text
    filterText = try members.string(\.filterText, "filterText")
    weight = try members.weight()
    subtitle = try members.checkedString(\.subtitle, "subtitle")
    image = try members.checkedString(\.image, "image")
    data = members.data
    self.json = Array(json)
  }

  /// Writes the item's members as the members of an object that the caller has begun.
  ///
  /// U+0000 in what is shown becomes U+FFFD, since some front ends drop a message that holds one.
  func encodeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("text", text.shown)
    if let subtitle { encodeShown(subtitle, "subtitle", into: &writer) }
    if let image { encodeShown(image, "image", into: &writer) }
    if let filterText { writer.member("filterText", filterText) }
    if weight != 0 { writer.member("weight", weight) }
    if let data {
      writer.name("data")
      writer.raw(Array(json[data]))
    }
  }

  /// Writes `data` as a value; null where there is none.
  func encodeData(into writer: inout JSONWriter) {
    if let data { writer.raw(Array(json[data])) } else { writer.null() }
  }

  private func encodeShown(_ range: Range<Int>, _ name: StaticString, into writer: inout JSONWriter)
  {
    writer.name(name)
    writer.value(json.withUnsafeBytes { ItemMembers.decode($0, range) }.shown)
  }
}

/// The places of an item's members, found in one walk.
private struct ItemMembers {
  let json: UnsafeRawBufferPointer
  var id: Range<Int>?
  var text: Range<Int>?
  var subtitle: Range<Int>?
  var image: Range<Int>?
  var filterText: Range<Int>?
  var weightValue: Range<Int>?
  var data: Range<Int>?

  init(_ json: UnsafeRawBufferPointer) {
    self.json = json
    JSONCursor.members(of: json) { name, value in
      note(name, Self.place(of: value, in: json))
    }
  }

  private static func place(
    of value: UnsafeRawBufferPointer, in json: UnsafeRawBufferPointer
  ) -> Range<Int> {
    guard let start = value.baseAddress, let base = json.baseAddress else { return 0..<0 }
    let offset = start - base
    return offset..<(offset + value.count)
  }

  private mutating func note(_ name: UnsafeRawBufferPointer, _ value: Range<Int>) {
    if json[value.lowerBound] == UInt8(ascii: "n") { return }
    switch String(decoding: name, as: UTF8.self) {
    case "id": id = value
    case "text": text = value
    case "subtitle": subtitle = value
    case "image": image = value
    case "filterText": filterText = value
    case "weight": weightValue = value
    case "data": data = value
    default: break
    }
  }

  func checkedString(
    _ path: KeyPath<ItemMembers, Range<Int>?>, _ name: String
  ) throws(ItemText.Fault) -> Range<Int>? {
    guard let range = self[keyPath: path] else { return nil }
    guard json[range.lowerBound] == UInt8(ascii: "\"") else {
      throw .wrongType(member: name, expected: "a string")
    }
    return range
  }

  func string(
    _ path: KeyPath<ItemMembers, Range<Int>?>, _ name: String
  ) throws(ItemText.Fault) -> String? {
    try checkedString(path, name).map { Self.decode(json, $0) }
  }

  /// The text of a JSON string with its quotes at `range`.
  static func decode(_ json: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    let inner = UnsafeRawBufferPointer(rebasing: json[range.dropFirst().dropLast()])
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var bytes: [UInt8] = []
    JSONCursor.appendUnescaped(inner, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func weight() throws(ItemText.Fault) -> Int {
    guard let range = weightValue else { return 0 }
    let digits = String(decoding: json[range], as: UTF8.self)
    guard let value = Double(digits) else {
      throw .wrongType(member: "weight", expected: "a number")
    }
    let limit = Double(ItemText.maximumWeight)
    return Int(min(max(value, -limit), limit).rounded())
  }
}
