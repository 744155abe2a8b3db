/// A JSON value of a scenario or of a message.
///
/// Numbers stay as they are written, since ids may be larger than any integer type, and since `1.0`
/// must come back as `1.0`. Strings are equal code point by code point, unlike Swift's.
enum Value: Sendable {
  /// A member of an object.
  typealias Member = (name: String, value: Value)

  case null
  case boolean(Bool)
  case number(Number)
  case string(String)
  case array([Value])
  case object([Member])
}

extension Value {
  /// The member called `name`; nil where there is none, or where the value is no object.
  subscript(_ name: String) -> Value? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.isSame(as: name) }?.value
  }

  /// The element at `index`; nil outside of the array, or where the value is no array.
  subscript(_ index: Int) -> Value? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The elements; nil for anything but an array.
  var elements: [Value]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members in the order of the text; nil for anything but an object.
  var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The text; nil for anything but a string.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The integer; nil for anything else, also for one beyond 64 bits.
  var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return number.integer
  }

  /// Whether the value is this Boolean.
  func `is`(_ expected: Bool) -> Bool {
    guard case .boolean(let value) = self else { return false }
    return value == expected
  }

  /// The value as a number.
  init(_ integer: Int) {
    self = .number(Number(integer))
  }

  /// An object of these members.
  static func object(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(members.map { (name: $0.key, value: $0.value) })
  }
}

extension Value: Equatable {
  /// Whether both are the same: numbers by value, the order of members not counting.
  static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isSame(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.contains { $0.name.isSame(as: member.name) && $0.value == member.value }
        }
    default: false
    }
  }
}

extension String {
  /// Whether both have the same code points; `==` takes canonically equal strings for equal.
  func isSame(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
