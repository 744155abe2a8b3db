import JSON

/// A list of items read from JSON without a tree, with the faults of those that can't be used.
struct ItemList {
  /// What stands beside `items` in the answer to `provideDatasource`.
  struct Head {
    var version: Int?
    var ttlMs: Int?
    var isNone = false
    /// Whether the items are to be shown as they are.
    var isFiltered = false
    /// Whether the source has more for this text.
    var isIncomplete = false
  }

  /// Faults told for one list at most: a list that is wrong throughout must not fill the log.
  static let maximumFaults = 5

  private(set) var items = ItemRows()
  /// Elements of the list, usable or not.
  private(set) var count = 0
  /// One fragment of a sentence for each of the first faults.
  private(set) var faults: [String] = []
  /// Nil where the text is no object.
  private(set) var head: Head?
  /// Whether the items are to be shown as they are.
  private(set) var isFiltered = false

  /// Reads the result of `autocomplete/provideDatasource` or of `autocomplete/query`.
  init(result text: UnsafeRawBufferPointer) {
    guard text.first == UInt8(ascii: "{") else { return }
    var head = Head()
    JSONCursor.members(of: text) { name, value in
      switch String(decoding: name, as: UTF8.self) {
      case "items": read(value)
      case "version": head.version = Self.integer(value)
      case "ttlMs": head.ttlMs = Self.integer(value)
      case "none": head.isNone = value.first == UInt8(ascii: "t")
      case "filtered": head.isFiltered = value.first == UInt8(ascii: "t")
      case "incomplete": head.isIncomplete = value.first == UInt8(ascii: "t")
      default: break
      }
    }
    self.head = head
    isFiltered = head.isFiltered
  }

  /// Reads the params of `$/progress`.
  init(progress text: UnsafeRawBufferPointer) {
    guard let value = text.member("value") else { return }
    var list: UnsafeRawBufferPointer?
    JSONCursor.members(of: value) { name, value in
      switch String(decoding: name, as: UTF8.self) {
      case "filtered": isFiltered = value.first == UInt8(ascii: "t")
      case "items": list = value
      default: break
      }
    }
    if let list { read(list) }
  }

  /// Reads an array of items.
  init(array text: UnsafeRawBufferPointer) {
    read(text)
  }

  private mutating func read(_ list: UnsafeRawBufferPointer) {
    guard list.first == UInt8(ascii: "[") else { return }
    items.reserveCapacity(0, byteCount: list.count)
    JSONCursor.elements(of: list) { element in
      count += 1
      do throws(ItemText.Fault) {
        try items.append(element)
      } catch {
        guard faults.count < Self.maximumFaults else { return }
        faults.append("item \(count) \(error.description)")
      }
    }
  }

  /// A JSON number that is a whole one; nil for anything else.
  static func integer(_ text: UnsafeRawBufferPointer) -> Int? {
    let digits = String(decoding: text, as: UTF8.self)
    return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
  }
}

/// The params of `autocomplete/datasourceDidChange`, read without a tree.
struct DatasourceChange {
  let source: String
  let datasource: String?
  let version: Int
  private(set) var replace = ItemRows()
  private(set) var remove: [String] = []
  private(set) var append = ItemRows()
  private(set) var faults: [String] = []

  /// Nil where `source` or `version` is missing or of the wrong type.
  init?(_ text: UnsafeRawBufferPointer) {
    guard let source = text.member("source").flatMap(\.jsonString),
      let version = text.member("version").flatMap(ItemList.integer)
    else { return nil }
    self.source = source
    self.version = version
    datasource = text.member("datasource").flatMap(\.jsonString)
    replace = readItems(text.member("replace"))
    append = readItems(text.member("append"))
    guard let ids = text.member("remove"), ids.first == UInt8(ascii: "[") else { return }
    JSONCursor.elements(of: ids) { id in
      if let id = id.jsonString { remove.append(id) }
    }
  }

  private mutating func readItems(_ text: UnsafeRawBufferPointer?) -> ItemRows {
    guard let text else { return ItemRows() }
    let list = ItemList(array: text)
    faults += list.faults
    return list.items
  }
}

extension UnsafeRawBufferPointer {
  /// The value of a member of an object; nil where there is none, or no object.
  func member(_ wanted: StaticString) -> UnsafeRawBufferPointer? {
    guard first == UInt8(ascii: "{") else { return nil }
    var found: UnsafeRawBufferPointer?
    JSONCursor.members(of: self) { name, value in
      if wanted.withUTF8Buffer({ $0.elementsEqual(name) }) { found = value }
    }
    return found
  }
}
