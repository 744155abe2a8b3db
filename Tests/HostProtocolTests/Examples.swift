import JSON
import Testing

@testable import protocol_generator

/// The files of `protocol/examples`.
struct Examples {
  /// The root of the repository.
  static let root = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/"))

  /// The names of the messages and types that have examples.
  static func names() throws -> [String] {
    try Files.list(below: "\(root)/protocol/examples").filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(".json".count)) }
  }

  /// The file of one message or type.
  static func file(_ name: String) throws -> JSONValue {
    try JSONValue.parse(text("protocol/examples/\(name).json"))
  }

  /// The bytes of a file of the repository.
  static func text(_ path: String) throws -> [UInt8] {
    try #require(try Files.read("\(root)/\(path)"), "there is no \(path)")
  }
}

/// A value of an example with the failure that reading it must give.
struct FaultyExample {
  let about: String
  let value: JSONValue
  let failure: DecodingFailure

  /// Reads one; nil for what only a schema refuses.
  init?(_ example: JSONValue, value: JSONValue?) throws {
    guard let fault = example["fault"] else { return nil }
    about = try example.required("about")
    self.value = try #require(value)
    failure = DecodingFailure(
      path: try fault.required("path"), expected: try fault.required("expected"),
      found: try fault.required("found"))
  }
}

extension JSONValue {
  /// Whether everything that is here, null excepted, is also in `other`; numbers by their value, and
  /// `[]` standing for any object, whose members may have defaults.
  func isCovered(by other: JSONValue) -> Bool {
    switch kind {
    case .null: return true
    case .integer, .real: return double == other.double
    case .array:
      if count == 0 { return other.kind == .object || other.count == 0 }
      return count == other.count
        && zip(elements, other.elements).allSatisfy { $0.isCovered(by: $1) }
    case .object:
      return members.allSatisfy { member in
        member.value.isNull || other[member.name].map { member.value.isCovered(by: $0) } ?? false
      }
    default: return self == other
    }
  }
}
