import Testing

@testable import Conformance

/// A host that answers every request in the same way, whatever it asks.
struct ShallowHost: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let host: SmallHost

  init(_ description: String, _ answer: @escaping @Sendable (Value) -> Value?) {
    testDescription = description
    var host = SmallHost()
    host.answer = { message in
      switch message["method"]?.string {
      case "initialize" where message["params"]?["protocol"] != nil, "ping":
        SmallHost.rightAnswer(message)
      default: message["id"].flatMap(answer)
      }
    }
    self.host = host
  }

  static let all = [
    ShallowHost("says yes to everything") { SmallHost.result($0, .object([])) },
    ShallowHost("says no to everything") { SmallHost.error($0, -32099) },
    ShallowHost("says nothing") { _ in nil },
  ]
}

@Suite("Hosts that do not look at what they are asked")
struct ShallowHostTests {
  /// The families about what a host does; those about bytes, envelopes and ids such a host serves.
  static let families = ["administration/", "autocomplete/", "cancel/", "relay/"]

  /// Checks whose right answer is to do nothing, or to echo an empty object.
  static let easy = ["cancel/unknown-ids", "relay/any-params/empty-object"]

  @Test("are caught by every check of what a host does", arguments: ShallowHost.all, families)
  func areCaught(_ shallow: ShallowHost, _ family: String) throws {
    // A check that fails for want of time is caught all the same.
    let host = shallow.host.underTest(timeout: .milliseconds(10))
    let results = try Results.playing(family, against: host)
    #expect(results.failures.count > 5)
    #expect(results.passed.filter { !ShallowHostTests.easy.contains($0) } == [])
  }
}
