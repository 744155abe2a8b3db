import HostCore
import HostProtocol
import JSON
import Testing

/// What follows from delegate calls: failures that are told, effects that are carried out.
@Suite struct DelegateTests {
  /// A field of people on which Return was pressed; the call is at the plugin.
  private func returned() throws -> (bench: HostBench, peer: Peer, people: Peer, call: JSONValue) {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session()
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"to","sources":["people/people"]}"#)
    let change = bench.post(peer, "autocomplete/change", #"{"field":"to","text":"Jon","seq":1}"#)
    let people = try bench.start()
    let provide = try bench.message("autocomplete/provideDatasource", at: people)
    try bench.respond(people, to: provide, Manifests.persons)
    _ = try bench.answer(to: change, at: peer)
    _ = try bench.request(peer, "autocomplete/return", #"{"field":"to"}"#)
    bench.forget(peer)
    return (bench, peer, people, try bench.message("autocomplete/returned", at: people))
  }

  @Test func aFailureIsToldToItsSession() throws {
    var (bench, peer, people, call) = try returned()
    let other = try bench.session()
    try bench.fail(people, call, #"{"code":7,"message":"the disk is full"}"#)
    let told = try bench.message("plugin/didFail", at: peer)["params"]
    #expect(
      told?.serialized()
        == #"{"plugin":"people","call":"autocomplete/returned","field":"to","error":{"code":7,"message":"the disk is full"}}"#
    )
    #expect(bench.messages(at: other).isEmpty)
  }

  @Test func aDeadlineIsAFailure() throws {
    var (bench, peer, _, _) = try returned()
    bench.advance(by: .seconds(5))
    let told = try bench.message("plugin/didFail", at: peer)["params"]
    #expect(told?["error"]?["code"]?.integer == -32003)
    #expect(told?["error"]?["data"]?["plugin"]?.string == "people")
  }

  @Test(
    "an effect that can't be is told, and what is no effect says so",
    arguments: [
      (#"{"effects":[{"method":"ping"}]}"#, -32601),
      (#"{"effects":[{"method":"host/stop"}]}"#, -32601),
      (#"{"effects":[{"method":"people/add"}]}"#, -32601),
      (#"{"effects":[{"params":{}}]}"#, -32008),
      (#"{"effects":[7]}"#, -32008),
      (#"{"effects":"all"}"#, -32008),
    ])
  func badEffects(result: String, code: Int) throws {
    var (bench, peer, people, call) = try returned()
    try bench.respond(people, to: call, result)
    let told = try bench.message("plugin/didFail", at: peer)["params"]
    #expect(told?["error"]?["code"]?.integer == Int64(code))
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }

  @Test func tooManyEffectsAreRefused() throws {
    var (bench, peer, people, call) = try returned()
    let many = Array(repeating: #"{"method":"ping"}"#, count: 65).joined(separator: ",")
    try bench.respond(people, to: call, #"{"effects":[\#(many)]}"#)
    let told = try bench.message("plugin/didFail", at: peer)["params"]
    #expect(told?["error"]?["code"]?.integer == -32011)
  }

  @Test(
    "M-12: whatever a plugin answers to a delegate call, it is answered",
    arguments: ["{}", "null", "7", "[1]", #""x""#, #"{"effects":null}"#, #"{"effects":[]}"#])
  func anyAnswer(result: String) throws {
    var (bench, peer, people, call) = try returned()
    try bench.respond(people, to: call, result)
    #expect(bench.messages(at: peer).isEmpty)
  }
}
