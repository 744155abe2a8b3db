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
    let members = ItemMembers(json)
    try members.check()
    guard let id = members.id, let text = members.text else { throw .missing("id") }
    self.id = ItemMembers.decode(json, id)
    self.text = ItemMembers.decode(json, text)
    filterText = members.filterText.map { ItemMembers.decode(json, $0) }
    weight = try members.weight()
    subtitle = members.subtitle
    image = members.image
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
    if data != nil {
      writer.name("data")
      encodeData(into: &writer)
    }
  }

  /// Writes `data` as a value on one line; null where there is none.
  func encodeData(into writer: inout JSONWriter) {
    guard let data else { return writer.null() }
    json.withUnsafeBytes { json in
      writer.raw(WrittenText.onOneLine(UnsafeRawBufferPointer(rebasing: json[data])))
    }
  }

  private func encodeShown(_ range: Range<Int>, _ name: StaticString, into writer: inout JSONWriter)
  {
    writer.name(name)
    writer.value(json.withUnsafeBytes { ItemMembers.decode($0, range) }.shown)
  }
}
