import JSON
import Testing

@testable import HostProtocol

@Suite("Examples of every message and type")
struct ExampleTests {
  @Test("every message has examples")
  func coverage() throws {
    let names = try Set(Examples.names())
    #expect(Set(GeneratedTypes.messages.keys).subtracting(names).sorted() == [])
    let known = Set(GeneratedTypes.messages.keys).union(GeneratedTypes.values.keys)
    #expect(names.subtracting(known).sorted() == [])
  }

  @Test("a message survives the round trip with all of its members", arguments: messages)
  func messageRoundTrip(name: String) throws {
    let probe = try #require(GeneratedTypes.messages[name])
    for example in try Examples.file(name)["valid"]?.elements ?? [] {
      let about: String = try example.required("about")
      let message: JSONValue = try example.required("message")
      #expect(message["method"]?.string == probe.method.rawValue)
      let params = message["params"].flatMap { $0.isNull ? nil : $0 }
      try check(probe.params, params ?? .parse("{}"), about)
      if let result = probe.result {
        try check(result, #require(example["answer"]?["result"]), "the answer: \(about)")
      }
    }
  }

  @Test("a faulty message is refused with path, expectation and finding", arguments: messages)
  func messageFaults(name: String) throws {
    let probe = try #require(GeneratedTypes.messages[name])
    let file = try Examples.file(name)
    for example in file["invalid"]?.elements ?? [] {
      try refuse(probe.params, FaultyExample(example, value: example["message"]?["params"]))
    }
    for example in file["invalidAnswers"]?.elements ?? [] {
      try refuse(
        #require(probe.result), FaultyExample(example, value: example["answer"]?["result"]))
    }
  }

  @Test("a value survives the round trip with all of its members", arguments: values)
  func valueRoundTrip(name: String) throws {
    let probe = try #require(GeneratedTypes.values[name])
    guard try Examples.names().contains(name) else { return }  // Messages hold it.
    for example in try Examples.file(name)["valid"]?.elements ?? [] {
      try check(probe, example.required("value"), example.required("about"))
    }
  }

  @Test("a faulty value is refused with path, expectation and finding", arguments: values)
  func valueFaults(name: String) throws {
    let probe = try #require(GeneratedTypes.values[name])
    guard try Examples.names().contains(name) else { return }  // Messages hold it.
    for example in try Examples.file(name)["invalid"]?.elements ?? [] {
      try refuse(probe, FaultyExample(example, value: example["value"]))
    }
  }

  private static let messages = GeneratedTypes.messages.keys.sorted()

  private static let values = GeneratedTypes.values.keys.sorted()

  private func check(_ probe: ValueProbe, _ json: JSONValue, _ about: String) throws {
    let trip = try probe.roundTrip(json)
    #expect(trip.isEqual, "\(about)")
    #expect(json.isCovered(by: trip.encoded), "\(about): \(json) became \(trip.encoded)")
  }

  private func refuse(_ probe: ValueProbe, _ example: FaultyExample?) throws {
    guard let example else { return }
    #expect(throws: example.failure, "\(example.about)") {
      _ = try probe.roundTrip(example.value)
    }
  }
}
