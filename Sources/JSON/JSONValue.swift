import CJansson

/// One value of a parsed JSON text: immutable, cheap to copy, and it keeps the whole text's tree alive.
///
/// The tree is libjansson's. It costs about ten times its text in memory and parses at about 25 MB/s:
/// it is for what the host must look into, not for what it passes on.
public struct JSONValue: @unchecked Sendable {
  // Sendable, because the tree is never changed after parsing; see `JSONRoot`.
  private let root: JSONRoot
  private let node: UnsafeMutablePointer<json_t>

  private init(root: JSONRoot, node: UnsafeMutablePointer<json_t>) {
    self.root = root
    self.node = node
  }

  init(root: JSONRoot) {
    self.init(root: root, node: root.node)
  }

  private func value(_ node: UnsafeMutablePointer<json_t>?) -> JSONValue? {
    guard let node else { return nil }
    return JSONValue(root: root, node: node)
  }
}

// MARK: Scalars

extension JSONValue {
  /// What the value is.
  public var kind: Kind {
    switch jackfield_json_typeof(node) {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .boolean
    default: .null
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; nil for any other kind.
  public var boolean: Bool? {
    switch jackfield_json_typeof(node) {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  /// The value of a number written without fraction and exponent; nil for any other kind.
  public var integer: Int64? {
    guard kind == .integer else { return nil }
    return Int64(json_integer_value(node))
  }

  /// The value of any number, rounded to the nearest double; nil for any other kind.
  public var double: Double? {
    switch kind {
    case .integer: Double(json_integer_value(node))
    case .real: json_real_value(node)
    default: nil
    }
  }

  /// The text of a string, escapes decoded; nil for any other kind.
  public var string: String? {
    stringBytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a string, valid while the value is alive; nil for any other kind.
  var stringBytes: UnsafeRawBufferPointer? {
    guard let start = json_string_value(node) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: json_string_length(node))
  }
}

// MARK: Arrays and objects

extension JSONValue {
  /// The number of elements or members; 0 for scalars.
  public var count: Int {
    switch kind {
    case .array: json_array_size(node)
    case .object: json_object_size(node)
    default: 0
    }
  }

  /// The member called `name`; nil where there is none, or where the value is no object.
  public subscript(_ name: String) -> JSONValue? {
    guard kind == .object else { return nil }
    return name.withCString { value(json_object_getn(node, $0, name.utf8.count)) }
  }

  /// The element at `index`; nil outside of the array, or where the value is no array.
  public subscript(_ index: Int) -> JSONValue? {
    guard index >= 0, kind == .array else { return nil }
    return value(json_array_get(node, index))
  }

  /// The elements of an array, in order; empty for any other kind.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    return (0..<json_array_size(node)).compactMap { value(json_array_get(node, $0)) }
  }

  /// The members of an object in the order of the text; empty for any other kind.
  public var members: [(name: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(json_object_size(node))
    var iterator = json_object_iter(node)
    while let place = iterator {
      let key = UnsafeRawBufferPointer(
        start: json_object_iter_key(place), count: json_object_iter_key_len(place))
      if let member = value(json_object_iter_value(place)) {
        members.append((String(decoding: key, as: UTF8.self), member))
      }
      iterator = json_object_iter_next(node, place)
    }
    return members
  }
}

// MARK: Equality

extension JSONValue: Equatable {
  /// Whether both are of the same kind and value; the order of members does not matter, and the
  /// integer `1` differs from the real `1.0`.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    // Both operands keep their roots alive: `json_equal` only reads.
    json_equal(left.node, right.node) == 1
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String { serialized() }
}
