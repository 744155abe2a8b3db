import HostCore
import JSON
import Testing

/// Fields that hold several texts with a delimiter between them.
@Suite struct TokenFieldTests {
  private func ready(
    encoding: String = "utf-8", delimiter: String = ", "
  ) throws -> (bench: HostBench, peer: Peer, people: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session(#","positionEncodings":["\#(encoding)"]"#)
    _ = try bench.request(
      peer, "autocomplete/attach",
      #"{"field":"to","sources":["people/people"],"options":{"delimiter":"\#(delimiter)"}}"#)
    let first = bench.post(peer, "autocomplete/beginEditing", #"{"field":"to"}"#)
    let people = try bench.start()
    let provide = try bench.message("autocomplete/provideDatasource", at: people)
    try bench.respond(people, to: provide, Manifests.persons)
    _ = try bench.answer(to: first, at: peer)
    return (bench, peer, people)
  }

  @Test func onlyTheTokenIsCompleted() throws {
    var (bench, peer, _) = try ready()
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"to","text":"Sansa Stark, Jo","seq":1}"#)["result"]
    #expect(result?["best"]?["item"]?["text"]?.string == "Jon Snow")
    #expect(
      result?["best"]?["segments"]?.serialized()
        == #"[{"text":"Jo","kind":"typed"},{"text":"n Snow","kind":"completed"}]"#)
    #expect(result?["token"]?.serialized() == "[13,2]")
  }

  @Test func anEmptyTokenFindsNothing() throws {
    var (bench, peer, _) = try ready()
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"to","text":"Sansa Stark, ","seq":1}"#)["result"]
    #expect(result?["matches"]?.count == 0)
    #expect(result?["best"]?.isNull == true)
  }

  @Test("Return puts the item where its token stood, and the rest stays")
  func returning() throws {
    var (bench, peer, people) = try ready()
    _ = try bench.request(
      peer, "autocomplete/change",
      #"{"field":"to","text":"Jo, Sans, Tyr","cursor":8,"seq":1}"#)
    let result = try bench.request(peer, "autocomplete/return", #"{"field":"to"}"#)["result"]
    #expect(result?["selection"]?.string == "Jo, Sansa Stark, Tyr")
    #expect(result?["item"]?["id"]?.string == "SansaStark")
    let returned = try bench.message("autocomplete/returned", at: people)["params"]
    #expect(returned?["selection"]?.string == "Jo, Sansa Stark, Tyr")
    #expect(returned?["item"]?.string == "SansaStark")
    let end = try bench.request(peer, "autocomplete/endEditing", #"{"field":"to"}"#)
    #expect(end["result"]?["text"]?.string == "Jo, Sansa Stark, Tyr")
  }

  @Test(
    "FC-160: the cursor and the token are counted in the session's unit",
    arguments: [("utf-8", 17, "[12,5]"), ("utf-16", 10, "[5,5]"), ("utf-32", 9, "[4,5]")])
  func units(encoding: String, cursor: Int, token: String) throws {
    var (bench, peer, _) = try ready(encoding: encoding)
    // 🍋 is 4 bytes, 2 units, 1 code point; При are 6, 3, 3: the token begins after "🍋При, ".
    let text = encoding == "utf-8" ? "🍋При, Sansa" : "🍋é, Sansa"
    let params = #"{"field":"to","text":"\#(text)","cursor":\#(cursor),"seq":1}"#
    let result = try bench.request(peer, "autocomplete/change", params)["result"]
    #expect(result?["token"]?.serialized() == token)
    #expect(result?["best"]?["item"]?["id"]?.string == "SansaStark")
  }
}
