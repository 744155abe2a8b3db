import JSON

/// The memory as text: a line of JSON for each source.
extension LearnedUse {
  /// The first line; a file that begins otherwise is none.
  private static let head = "jackfield learned use 1\n"
  /// Values are written in thousandths.
  private static let unit = 1000.0

  /// Reads a text; what is broken in it, or beyond the limits, counts for nothing.
  public init(text: [UInt8]) {
    self.init()
    guard text.starts(with: Self.head.utf8) else { return }
    for line in text.dropFirst(Self.head.utf8.count).split(separator: UInt8(ascii: "\n")) {
      Array(line).withUnsafeBytes { read($0) }
    }
  }

  /// The text.
  public var text: [UInt8] {
    var text = Array(Self.head.utf8)
    for (name, source) in sources.sorted(by: { $0.value.last < $1.value.last }) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("source", name)
      writer.member("choices", source.choices)
      writer.name("items")
      writer.beginObject()
      for (id, item) in source.items.sorted(by: { $0.key < $1.key }) {
        writer.name(id)
        writer.beginArray()
        writer.value(Int(item.value * Self.unit))
        writer.value(item.choice)
        writer.endArray()
      }
      writer.endObject()
      writer.endObject()
      text += writer.bytes + [UInt8(ascii: "\n")]
    }
    return text
  }

  private mutating func read(_ line: UnsafeRawBufferPointer) {
    guard let name = line.member("source")?.jsonString,
      let choices = line.member("choices").flatMap(ItemList.integer), (0...Self.most) ~= choices,
      let items = line.member("items")
    else { return }
    var source = Source()
    source.choices = choices
    JSONCursor.members(of: items) { id, value in
      guard source.items.count < Self.maximumItems, id.count <= Self.maximumIDLength,
        let item = Self.item(value, choices)
      else { return }
      var bytes: [UInt8] = []
      JSONCursor.appendUnescaped(id, to: &bytes)
      source.items[String(decoding: bytes, as: UTF8.self)] = item
    }
    add(source, of: name)
  }

  private static func item(_ value: UnsafeRawBufferPointer, _ choices: Int) -> Item? {
    var numbers: [Int] = []
    JSONCursor.elements(of: value) { number in
      if let number = ItemList.integer(number) { numbers.append(number) }
    }
    guard numbers.count == 2, (0...mostValue) ~= numbers[0], (0...choices) ~= numbers[1] else {
      return nil
    }
    return Item(value: Double(numbers[0]) / unit, choice: numbers[1])
  }

  /// More choices than anybody makes; a number from a broken file can't overflow a sum.
  private static let most = 1 << 40
  /// The sum of all halves is below this many, in thousandths.
  private static let mostValue = 1_000_000
}
