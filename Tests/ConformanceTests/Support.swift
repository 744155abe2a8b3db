import JSONRPC
import SystemIO

@testable import Conformance

/// The files of this source tree.
enum SourceTree {
  /// The folder of the package.
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// The folder of the scenarios.
  static let scenarios = "\(root)/protocol/conformance"

  /// All checks.
  static func checks() throws -> [Check] {
    try ScenarioFolder.checks(in: scenarios)
  }

  /// A JSON file, by its path in the package.
  static func value(_ path: String) throws -> Value {
    try ValueReader.read(try File.read("\(root)/\(path)", limit: 1 << 20))
  }
}

extension Value {
  /// Reads a JSON text.
  init(text: String) throws {
    self = try ValueReader.read(Array(text.utf8))
  }
}

/// What a list of checks came to, by the ids of the checks.
struct Results: Reporter {
  private(set) var passed: [String] = []
  private(set) var failures: [String: (failure: Failure, step: Int?)] = [:]
  private(set) var skipped: [String: String] = [:]

  mutating func begin(count: Int) -> String { "" }

  mutating func add(_ outcome: Outcome, of check: Check) -> String {
    switch outcome {
    case .passed: passed.append(check.id)
    case .failed(let failure, let step): failures[check.id] = (failure, step)
    case .skipped(let reason): skipped[check.id] = reason
    }
    return ""
  }

  mutating func end() -> String { "" }
  mutating func bailOut(_ reason: String) -> String { "" }

  /// Plays the checks whose ids begin with `only` against a host, in one framing.
  static func playing(
    _ only: String, against host: HostUnderTest, framing: Framing = .lines
  ) throws -> Results {
    let checks = try SourceTree.checks().filter {
      $0.id.hasPrefix(only) && $0.framing == framing
    }
    var reporter: any Reporter = Results()
    _ = try CheckList(checks, against: host).play(&reporter) { _ in }
    return reporter as? Results ?? Results()
  }
}
