import JSONRPC
import Testing

@testable import Conformance

/// A host that is wrong in one way, and the check that is meant for it.
struct WrongHost: CustomTestStringConvertible, Sendable {
  /// What is wrong.
  let testDescription: String
  /// The id of the check.
  let check: String
  /// The rule that the verdict names.
  let rule: String
  /// The host.
  let host: SmallHost

  init(
    _ description: String, _ check: String, _ rule: String, _ change: (inout SmallHost) -> Void
  ) {
    var host = SmallHost()
    change(&host)
    testDescription = description
    self.check = check
    self.rule = rule
    self.host = host
  }

  /// The answer with some of its members replaced, or taken away where they are nil.
  private static func altered(
    _ answer: Value?, _ changes: KeyValuePairs<String, Value?>
  ) -> Value? {
    guard case .object(let members)? = answer, answer?["result"] != nil else { return answer }
    let kept = members.filter { member in !changes.contains { $0.key == member.name } }
    return .object(kept + changes.compactMap { change in change.value.map { (change.key, $0) } })
  }

  static let all = [
    WrongHost("lines end in CR LF", "envelope/ping", "F-4") {
      $0.frame = { Array($0.bytes) + ($1 == .lines ? [13, 10] : []) }
    },
    WrongHost("an empty line between messages", "envelope/ping", "F-4") {
      $0.frame = { $1.frame($0.bytes) + [10] }
    },
    WrongHost("bytes that are no UTF-8", "envelope/ping", "T-6") {
      $0.frame = { message, framing in
        framing.frame(message.bytes.map { $0 == UInt8(ascii: "{") ? 0xFF : $0 })
      }
    },
    WrongHost("NaN for a result", "envelope/ping", "F-4") {
      $0.frame = { message, framing in
        let text = message.text.replacing("\"result\":{}", with: "\"result\":NaN")
        return framing.frame(Array(text.utf8))
      }
    },
    WrongHost("a result without jsonrpc", "envelope/ping", "M-11") {
      $0.answer = { altered(SmallHost.rightAnswer($0), ["jsonrpc": nil]) }
    },
    WrongHost("a member of its own", "envelope/ping", "M-11") {
      $0.answer = { altered(SmallHost.rightAnswer($0), ["took": Value(5)]) }
    },
    WrongHost("a null error beside the result", "envelope/ping", "M-11") {
      $0.answer = { altered(SmallHost.rightAnswer($0), ["error": .null]) }
    },
    WrongHost("an error without its message", "batch/empty/tight", "M-11") {
      $0.batch = { _, _ in
        .object([
          "jsonrpc": .string("2.0"), "id": .null, "error": .object(["code": Value(-32600)]),
        ])
      }
    },
    WrongHost("asks the front end", "envelope/ping", "M-17") {
      $0.answer = { message in
        altered(SmallHost.rightAnswer(message), ["method": .string("ask"), "result": nil])
      }
    },
    WrongHost("answers twice", "envelope/ping", "H-12") {
      $0.frame = { $1.frame($0.bytes) + $1.frame($0.bytes) }
    },
    WrongHost("answers with null", "envelope/ping", "H-12") {
      $0.answer = { altered(SmallHost.rightAnswer($0), ["result": .null]) }
    },
    WrongHost("an id turned into a number", "ids/verbatim/digit-string", "ID-1") {
      $0.answer = { message in
        let number = message["id"]?.string.flatMap { Int($0) }.map { Value($0) }
        return altered(SmallHost.rightAnswer(message), ["id": number ?? message["id"]])
      }
    },
    WrongHost("an id written anew", "ids/verbatim/point-zero", "ID-1") {
      $0.answer = { message in
        let number = message["id"]?.integer.map { Value($0) }
        return altered(SmallHost.rightAnswer(message), ["id": number ?? message["id"]])
      }
    },
    WrongHost("an id composed anew", "ids/verbatim/unicode", "ID-1") {
      $0.frame = { message, framing in
        framing.frame(Array(message.text.replacing("ễ", with: "e\u{302}\u{303}").utf8))
      }
    },
    WrongHost("an empty batch for an empty batch", "batch/empty/tight", "B-1") {
      $0.batch = { $0.isEmpty ? .array([]) : SmallHost.rightBatch($0, $1) }
    },
    WrongHost("one answer for a batch of one", "batch/one-request", "B-1") {
      $0.batch = { $0.count == 1 ? $1($0[0]) : SmallHost.rightBatch($0, $1) }
    },
    WrongHost("answers to notifications", "batch/notifications-only", "B-1") {
      $0.answer = { message in
        SmallHost.rightAnswer(message)
          ?? message["method"].map { _ in SmallHost.error(.null, -32601) }
      }
    },
    WrongHost("the end after bad JSON", "framing/not-json/word", "F-8") {
      $0.ends = { message, _ in message == nil }
    },
    WrongHost("silence for a wrong version", "envelope/wrong-version/one", "M-2") {
      $0.answer = { $0["jsonrpc"] == .string("1.0") ? nil : SmallHost.rightAnswer($0) }
    },
    WrongHost("no refusal of a wrong version", "envelope/wrong-version/number", "M-2") {
      $0.answer = { message in
        var members = message.members ?? []
        members.removeAll { $0.name == "jsonrpc" }
        return SmallHost.rightAnswer(.object(members))
      }
    },
    WrongHost("no end after exit", "handshake/exit-alone", "H-11") {
      $0.ends = { _, _ in false }
    },
    WrongHost("an end before the answer is whole", "envelope/ping", "F-4") {
      $0.frame = { $1.frame($0.bytes).dropLast(2) }
      $0.ends = { _, reply in !reply.isEmpty }
    },
  ]
}

@Suite("Hosts that are wrong in one way")
struct WrongHostTests {
  /// Wrong hosts may be silent; nobody waits longer for them than that.
  static let patience = Duration.milliseconds(200)

  @Test("the host that they are made of is right", arguments: Framing.all)
  func rightHost(_ framing: Framing) throws {
    for check in Set(WrongHost.all.map(\.check)) {
      let results = try Results.playing(
        check, against: SmallHost().underTest(), framing: framing)
      #expect(results.failures.isEmpty, "\(check): \(results.failures)")
      #expect(results.passed.contains(check))
    }
  }

  @Test("the check that is meant for it fails", arguments: WrongHost.all)
  func isCaught(_ wrong: WrongHost) throws {
    let host = wrong.host.underTest(timeout: WrongHostTests.patience)
    let results = try Results.playing(wrong.check, against: host)
    let (failure, _) = try #require(results.failures[wrong.check])
    let rules = try failure.rule.map { [$0] } ?? rules(of: wrong.check)
    #expect(rules.contains(wrong.rule), "\(failure)")
  }

  @Test("headers are as strict as lines")
  func headers() throws {
    var host = SmallHost()
    host.frame = { message, _ in
      Array("Content-Length: \(message.bytes.count)\r\nContent-Type: json\r\n\r\n".utf8)
        + message.bytes
    }
    let results = try Results.playing(
      "envelope/ping", against: host.underTest(), framing: .headers)
    #expect(results.failures["envelope/ping"]?.failure.rule == "F-4")
  }

  private func rules(of id: String) throws -> [String] {
    try SourceTree.checks().first { $0.id == id }?.scenario.rules ?? []
  }
}
