import HostCore
import HostProtocol
import JSON
import Testing

/// Sessions that outlive their connections (protocol, section 2).
@Suite struct ResumeTests {
  private static let resumable = #","resumable":true"#

  /// A front end with a resumable session that edits a field; its token comes back.
  private func editing() throws -> (bench: HostBench, peer: Peer, token: String, people: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.people, Manifests.tool)
    let peer = bench.connect()
    let hello = try bench.request(
      peer, "initialize", #"{"protocol":{"min":1,"max":1},"resumable":true}"#)
    let token = try #require(hello["result"]?["resumeToken"]?.string)
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"to","sources":["people/people"]}"#)
    _ = bench.post(peer, "autocomplete/change", #"{"field":"to","text":"J","seq":7}"#)
    let people = try bench.start()
    let provide = try bench.message("autocomplete/provideDatasource", at: people)
    try bench.respond(people, to: provide, Manifests.persons)
    bench.forget(peer)
    return (bench, peer, token, people)
  }

  private func lose(_ peer: Peer, in bench: inout HostBench) {
    bench.handle(.closed(peer))
  }

  private func resume(
    _ token: String, in bench: inout HostBench, members: String = resumable
  ) throws -> (peer: Peer, result: JSONValue) {
    let peer = bench.connect()
    let answer = try bench.request(
      peer, "initialize", #"{"protocol":{"min":1,"max":1},"resume":"\#(token)"\#(members)}"#)
    return (peer, try #require(answer["result"]))
  }

  @Test func aFieldComesBackWithItsText() throws {
    var (bench, lost, token, _) = try editing()
    lose(lost, in: &bench)
    bench.advance(by: .seconds(59))
    let (peer, result) = try resume(token, in: &bench)
    #expect(result["session"]?.string == "s1")
    #expect(
      result["resumed"]?.serialized()
        == #"{"screens":[],"popups":[],"fields":[{"field":"to","sources":["people/people"],"text":"J","seq":7,"editing":true}],"openRequests":[]}"#
    )
    let change = try bench.request(
      peer, "autocomplete/change", #"{"field":"to","text":"Jo","seq":8}"#)
    #expect(change["result"]?["best"]?["item"]?["text"]?.string == "Jon Snow")
  }

  @Test("a token is good once, and 128 bits long")
  func tokensAreUsedUp() throws {
    var (bench, lost, token, _) = try editing()
    #expect(token.utf8.count == 32)
    lose(lost, in: &bench)
    let (second, result) = try resume(token, in: &bench)
    let next = try #require(result["resumeToken"]?.string)
    #expect(next != token)
    lose(second, in: &bench)
    #expect(try resume(token, in: &bench).result["resumed"]?.isNull == true)
    #expect(try resume(next, in: &bench).result["session"]?.string == "s1")
  }

  @Test(
    "a token that is none begins a new session",
    arguments: [
      "", "00", "zz", String(repeating: "f", count: 32), String(repeating: "Ä", count: 16),
    ])
  func unknownTokens(token: String) throws {
    var (bench, lost, _, _) = try editing()
    lose(lost, in: &bench)
    let (_, result) = try resume(token, in: &bench)
    #expect(result["resumed"]?.isNull == true)
    #expect(result["session"]?.string == "s2")
  }

  @Test func afterItsTimeASessionIsGone() throws {
    var (bench, lost, token, _) = try editing()
    lose(lost, in: &bench)
    bench.advance(by: .seconds(61))
    #expect(try resume(token, in: &bench).result["resumed"]?.isNull == true)
  }

  @Test("resuming closes the old connection, and its requests end as if it was lost")
  func takingOver() throws {
    var (bench, old, token, _) = try editing()
    _ = bench.post(old, "tool/slow")
    let tool = try bench.start()
    _ = try bench.message("tool/slow", at: tool)
    let (peer, result) = try resume(token, in: &bench)
    #expect(result["session"]?.string == "s1")
    #expect(result["resumed"]?["openRequests"]?.count == 0)
    _ = try bench.message("$/cancelRequest", at: tool)
    #expect(bench.closed.map { Peer.frontEnd($0) } == [old])
    bench.send(old, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(bench.messages(at: old).isEmpty)
    lose(old, in: &bench)
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }

  @Test("only who asks for it gets a session that can be resumed")
  func optingIn() throws {
    var bench = HostBench()
    let peer = bench.connect()
    let hello = try bench.request(peer, "initialize", #"{"protocol":{"min":1,"max":1}}"#)
    #expect(hello["result"]?["resumeToken"] == nil)
    #expect(hello["result"]?["resumed"]?.isNull == true)
    bench.handle(.closed(peer))
    // The token of the bench's first connection, which nobody was told.
    let token = String(repeating: "0", count: 31) + "1"
    #expect(try resume(token, in: &bench).result["resumed"]?.isNull == true)
  }

  @Test("exit ends a session at once, resumable or not", arguments: ["exit", "shutdown"])
  func exitIsFinal(how: String) throws {
    var (bench, peer, token, _) = try editing()
    if how == "shutdown" { _ = try bench.request(peer, "shutdown") }
    if how == "exit" { bench.send(peer, #"{"jsonrpc":"2.0","method":"exit"}"#) }
    lose(peer, in: &bench)
    #expect(try resume(token, in: &bench).result["resumed"]?.isNull == true)
  }

  @Test func atTheEndOfInputASessionIsDetached() throws {
    var (bench, peer, token, _) = try editing()
    bench.handle(.endOfInput(peer))
    #expect(bench.closed.map { Peer.frontEnd($0) } == [peer])
    lose(peer, in: &bench)
    #expect(try resume(token, in: &bench).result["session"]?.string == "s1")
  }

  @Test func theOneThatWasLostFirstGoesWhenThereAreTooMany() throws {
    var limits = Limits.standard
    limits.detachedSessions = 2
    var bench = HostBench(limits: limits)
    var tokens: [String] = []
    for _ in 0..<3 {
      let peer = bench.connect()
      let hello = try bench.request(
        peer, "initialize", #"{"protocol":{"min":1,"max":1},"resumable":true}"#)
      tokens.append(try #require(hello["result"]?["resumeToken"]?.string))
      bench.handle(.closed(peer))
      bench.advance(by: .milliseconds(1))
    }
    #expect(try resume(tokens[0], in: &bench).result["resumed"]?.isNull == true)
    #expect(try resume(tokens[1], in: &bench).result["session"]?.string == "s2")
  }

  @Test func requestsOfALostConnectionEnd() throws {
    var (bench, peer, token, _) = try editing()
    _ = bench.post(peer, "tool/slow")
    let tool = try bench.start()
    let call = try bench.message("tool/slow", at: tool)
    lose(peer, in: &bench)
    #expect(try bench.message("$/cancelRequest", at: tool)["params"]?["id"] == call["id"])
    let (again, result) = try resume(token, in: &bench)
    #expect(result["resumed"]?["openRequests"]?.count == 0)
    try bench.respond(tool, to: call, "1")
    #expect(bench.messages(at: again).isEmpty)
  }

  @Test("what still works on an old request does not answer a new one with its id")
  func idsAreUsedAgain() throws {
    var (bench, lost, token, _) = try editing()
    bench.send(lost, #"{"jsonrpc":"2.0","id":7,"method":"tool/slow"}"#)
    let tool = try bench.start()
    let old = try bench.message("tool/slow", at: tool)
    lose(lost, in: &bench)
    let (peer, _) = try resume(token, in: &bench)
    bench.send(peer, #"{"jsonrpc":"2.0","id":7,"method":"tool/echo"}"#)
    let new = try bench.message("tool/echo", at: tool)
    try bench.fail(tool, old, #"{"code":-32800,"message":"cancelled"}"#)
    #expect(bench.messages(at: peer).isEmpty)
    try bench.respond(tool, to: new, "1")
    #expect(try bench.answer(to: 7, at: peer)["result"]?.integer == 1)
  }

  @Test("resume in a batch is refused, since its answers would go astray")
  func batches() throws {
    var (bench, lost, token, _) = try editing()
    lose(lost, in: &bench)
    let peer = bench.connect()
    bench.send(
      peer,
      #"[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":{"min":1,"max":1},"resume":"\#(token)"}}]"#
    )
    let batch = try bench.next(at: peer)
    #expect(batch[0]?.errorCode == -32600)
  }
}
