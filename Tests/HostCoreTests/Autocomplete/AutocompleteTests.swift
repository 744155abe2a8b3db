import HostCore
import JSON
import Testing

/// Fields and queries over a plugin's datasource (contracts, section 4).
@Suite struct AutocompleteTests {
  /// A bench with a session, the people plugin running and its datasource loaded.
  private func ready(
    _ datasource: String = Manifests.persons, initialize: String = ""
  ) throws -> (bench: HostBench, peer: Peer, plugin: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session(initialize)
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"f","sources":["people/people"]}"#)
    let begun = bench.post(peer, "autocomplete/beginEditing", #"{"field":"f"}"#)
    let plugin = try bench.start()
    try bench.respond(
      plugin, to: bench.message("autocomplete/provideDatasource", at: plugin), datasource)
    _ = try bench.answer(to: begun, at: peer)
    return (bench, peer, plugin)
  }

  @Test(
    "the fixture in prefix mode, sensitive",
    arguments: [
      ("J", "Jon Snow", ["J", "on Snow"]), ("Jof", "Joffrey Baratheon", ["Jof", "frey Baratheon"]),
      ("Sa", "Sandor Clegane", ["Sa", "ndor Clegane"]),
      ("San", "Sandor Clegane", ["San", "dor Clegane"]),
      ("Sans", "Sansa Stark", ["Sans", "a Stark"]),
      ("Sansa Stark", "Sansa Stark", ["Sansa Stark"]), ("j", nil, []), ("Lann", nil, []),
      ("", nil, []), ("X", nil, []),
    ] as [(String, String?, [String])])
  func prefixes(text: String, best: String?, segments: [String]) throws {
    var (bench, peer, _) = try ready()
    let result = try #require(
      try bench.request(
        peer, "autocomplete/change", #"{"field":"f","text":"\#(text)","seq":1}"#)["result"])
    #expect(result["seq"]?.integer == 1)
    #expect(result["incomplete"]?.boolean == false)
    #expect(result["errors"]?.count == 0)
    #expect(result["best"]?["item"]?["text"]?.string == best)
    #expect(
      result["best"]?["segments"]?.elements.compactMap { $0["text"]?.string } ?? [] == segments)
    #expect(result["matches"]?[0]?["text"]?.string == best)
  }

  @Test func matchesAreWholeItemsWithSourceAndRanges() throws {
    var (bench, peer, _) = try ready()
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"Jo","seq":3}"#)["result"]
    let first = try #require(result?["matches"]?[0])
    #expect(first["id"]?.string == "JonSnow")
    #expect(first["image"]?.string == "JonSnow")
    #expect(first["data"]?["name"]?.string == "Jon Snow")
    #expect(first["source"]?.string == "people/people")
    #expect(first["ranges"]?.serialized() == "[[0,2]]")
    #expect(result?["total"]?.integer == 2)
    #expect(result?["matches"]?[1]?["text"]?.string == "Joffrey Baratheon")
  }

  @Test func theDatasourceIsAskedForOnce() throws {
    var (bench, peer, plugin) = try ready()
    for (seq, text) in ["J", "Jo", "Jon", ""].enumerated() {
      _ = try bench.request(
        peer, "autocomplete/change", #"{"field":"f","text":"\#(text)","seq":\#(seq)}"#)
    }
    _ = try bench.request(peer, "autocomplete/endEditing", #"{"field":"f"}"#)
    _ = try bench.request(peer, "autocomplete/beginEditing", #"{"field":"f"}"#)
    let other = try bench.session()
    _ = try bench.request(
      other, "autocomplete/query", #"{"source":"people/people","text":"J"}"#)
    #expect(!bench.pending(at: plugin).contains { $0.contains("provideDatasource") })
  }

  @Test func returnDeliversTheItemWithItsData() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Jof","seq":1}"#)
    let result = try bench.request(peer, "autocomplete/return", #"{"field":"f"}"#)["result"]
    #expect(result?["selection"]?.string == "Joffrey Baratheon")
    #expect(result?["item"]?["data"]?["name"]?.string == "Joffrey Baratheon")
    #expect(result?["item"]?["source"]?.string == "people/people")
    let returned = try bench.message("autocomplete/returned", at: plugin)["params"]
    #expect(
      returned?.serialized()
        == #"{"source":"people","field":"f","session":"s1","selection":"Joffrey Baratheon","#
        + #""item":"JoffreyBaratheon","data":{"name":"Joffrey Baratheon"},"#
        + #""_meta":{"deadlineMs":4000}}"#)
    let selected = try bench.message("autocomplete/didSelect", at: peer)["params"]
    #expect(selected?["item"]?["id"]?.string == "JoffreyBaratheon")
    #expect(
      try bench.request(peer, "autocomplete/endEditing", #"{"field":"f"}"#)["result"]?["text"]?
        .string == "Joffrey Baratheon")
  }

  @Test func returnWithoutMatchSelectsTheTextAndNoItem() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"X","seq":1}"#)
    let result = try bench.request(peer, "autocomplete/return", #"{"field":"f"}"#)["result"]
    #expect(result?["selection"]?.string == "X")
    #expect(result?["item"]?.isNull == true)
    let returned = try bench.message("autocomplete/returned", at: plugin)["params"]
    #expect(returned?["item"]?.isNull == true && returned?["data"]?.isNull == true)
    #expect(
      try bench.message("autocomplete/didSelect", at: peer)["params"]?["item"]?.isNull == true)
  }

  @Test func returnOnAnEmptyFieldIsSuppressed() throws {
    var (bench, peer, plugin) = try ready()
    let result = try bench.request(peer, "autocomplete/return", #"{"field":"f"}"#)["result"]
    #expect(result?["selection"]?.string == "")
    #expect(result?["item"]?.isNull == true)
    #expect(bench.pending(at: plugin).isEmpty && bench.pending(at: peer).isEmpty)
  }

  @Test func aChosenItemIsReturnedAndAStrangeOneIsUnknown() throws {
    var (bench, peer, _) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Sa","seq":1}"#)
    let chosen = #"{"field":"f","item":{"source":"people/people","id":"SansaStark"}}"#
    #expect(
      try bench.request(peer, "autocomplete/return", chosen)["result"]?["selection"]?.string
        == "Sansa Stark")
    for item in [
      #"{"source":"people/people","id":"Nobody"}"#,
      #"{"source":"people/anyone","id":"SansaStark"}"#,
    ] {
      #expect(
        try bench.request(peer, "autocomplete/return", #"{"field":"f","item":\#(item)}"#).errorCode
          == -32004)
    }
  }

  @Test func clearingIsToldOnceToThePluginAndTheFrontEnd() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"","seq":2}"#)
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"","seq":3}"#)
    _ = try bench.message("autocomplete/textFieldCleared", at: plugin)
    _ = try bench.message("autocomplete/didSelect", at: peer)
    #expect(bench.pending(at: plugin).isEmpty && bench.pending(at: peer).isEmpty)
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"J","seq":4}"#)
    #expect(
      try bench.request(peer, "autocomplete/endEditing", #"{"field":"f"}"#)["result"]?["text"]?
        .string == "")
    _ = try bench.message("autocomplete/textFieldCleared", at: plugin)
  }

  @Test func declineKeepsTheTextAndReturnsIt() throws {
    var (bench, peer, _) = try ready(Manifests.datasource(["Samuel"]))
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Sam","seq":1}"#)
    let declined = try bench.request(peer, "autocomplete/decline", #"{"field":"f"}"#)["result"]
    #expect(declined?["best"]?.isNull == true && declined?["matches"]?.count == 0)
    let result = try bench.request(peer, "autocomplete/return", #"{"field":"f"}"#)["result"]
    #expect(result?["selection"]?.string == "Sam" && result?["item"]?.isNull == true)
  }

  @Test func anExactMatchWinsOverAnEarlierPrefix() throws {
    var (bench, peer, _) = try ready(Manifests.datasource(["Samuel", "Sam"]))
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"Sam","seq":1}"#)["result"]
    #expect(result?["best"]?["item"]?["text"]?.string == "Sam")
    #expect(result?["total"]?.integer == 2)
  }

  @Test func equalNamesStayApart() throws {
    var (bench, peer, _) = try ready(
      #"{"items":[{"id":"1","text":"Jon Snow"},{"id":"2","text":"Jon Snow"}],"version":1}"#)
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"Jon","seq":1}"#)["result"]
    #expect(result?["matches"]?.elements.map { $0["id"]?.string } == ["1", "2"])
    #expect(result?["best"]?["item"]?["id"]?.string == "1")
  }

  @Test func noneIsNoDatasourceAndAnEmptyListIsAnEmptyOne() throws {
    for datasource in [#"{"none":true}"#, #"{"items":[]}"#, #"{"items":{}}"#] {
      var (bench, peer, _) = try ready(datasource)
      let result = try bench.request(
        peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)["result"]
      #expect(result?["total"]?.integer == 0 && result?["best"]?.isNull == true)
      #expect(result?["incomplete"]?.boolean == false)
    }
  }

  @Test("FC-045: an item that can't be used is left out and told in the log")
  func badItemsAreLeftOut() throws {
    var (bench, peer, _) = try ready(
      #"{"items":[7,{"id":"a"},{"text":"Jon"},{"id":1,"text":"Jon"},{"id":"b","text":"Jon Snow"}]}"#
    )
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)["result"]
    #expect(result?["total"]?.integer == 1)
    #expect(bench.logs.filter { $0.text.contains("is left out") }.count == 4)
  }

  @Test func aNewVersionIsAppliedWhileEditingAndAGapAsksAgain() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Ar","seq":1}"#)
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"autocomplete/datasourceDidChange","params":{"source":"people","version":2,"append":[{"id":"AryaStark","text":"Arya Stark"}]}}"#
    )
    let change = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(change?["field"]?.string == "f" && change?["seq"]?.integer == 1)
    #expect(change?["best"]?["item"]?["id"]?.string == "AryaStark")
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"autocomplete/datasourceDidChange","params":{"source":"people","version":9,"remove":["AryaStark"]}}"#
    )
    bench.advance(by: .seconds(1))
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    #expect(request["params"]?["reason"]?.string == "versionGap")
    try bench.respond(plugin, to: request, Manifests.datasource(["Ariel"], version: 9))
    let reloaded = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(reloaded?["best"]?["item"]?["text"]?.string == "Ariel")
  }

  @Test func aPluginWhoseVersionsNeverFitIsNotAskedWithoutPause() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)
    var asked = 0
    for _ in 0..<100 {
      bench.send(
        plugin,
        #"{"jsonrpc":"2.0","method":"autocomplete/datasourceDidChange","params":{"source":"people","version":99}}"#
      )
      while bench.pending(at: plugin).contains(where: { $0.contains("provideDatasource") }) {
        let request = try bench.message("autocomplete/provideDatasource", at: plugin)
        asked += 1
        try bench.respond(plugin, to: request, Manifests.persons)
      }
      bench.advance(by: .milliseconds(50))
    }
    #expect((4...6).contains(asked), "\(asked) times in 5 s")
  }

  @Test func changesReplaceInPlaceThenRemoveThenAppend() throws {
    var (bench, peer, plugin) = try ready()
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"autocomplete/datasourceDidChange","params":{"source":"people/people","version":2,"replace":[{"id":"JonSnow","text":"Jon Targaryen"}],"remove":["SandorClegane"],"append":[{"id":"j2","text":"Jorah"}]}}"#
    )
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)["result"]
    #expect(
      result?["matches"]?.elements.map { $0["text"]?.string }
        == ["Jon Targaryen", "Joffrey Baratheon", "Jorah"])
    let sansa = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"Sa","seq":2}"#)["result"]
    #expect(sansa?["total"]?.integer == 1)
  }

  @Test func chunksWithCreditEndWithTheAnswer() throws {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session()
    let id = bench.post(peer, "autocomplete/query", #"{"source":"people/people","text":"J"}"#)
    let plugin = try bench.start()
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    let token = try #require(request["params"]?["partialResultToken"]?.string)
    #expect(request["params"]?["credit"]?.integer == 4096)
    for name in ["Jon", "Jaime"] {
      bench.send(
        plugin,
        #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":"\#(token)","value":{"items":[{"id":"\#(name)","text":"\#(name)"}]}}}"#
      )
      #expect(try bench.message("$/credit", at: plugin)["params"]?["count"]?.integer == 1)
    }
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":"d9.9","value":{"items":[{"id":"x","text":"Jxx"}]}}}"#
    )
    #expect(bench.pending(at: peer).isEmpty)
    try bench.respond(plugin, to: request, #"{"version":4}"#)
    let result = try bench.answer(to: id, at: peer)["result"]
    #expect(result?["matches"]?.elements.map { $0["text"]?.string } == ["Jon", "Jaime"])
  }

  @Test func lateItemsFollowTheFirstPaintAsANotification() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"g","sources":["people/people","people/anyone"]}"#)
    let id = bench.post(peer, "autocomplete/change", #"{"field":"g","text":"J","seq":1}"#)
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    #expect(bench.pending(at: peer).isEmpty)
    bench.advance(by: .milliseconds(50))
    let first = try bench.answer(to: id, at: peer)["result"]
    #expect(first?["incomplete"]?.boolean == true && first?["total"]?.integer == 2)
    try bench.respond(plugin, to: request, Manifests.datasource(["AJ"]))
    let late = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(late?["incomplete"]?.boolean == false && late?["total"]?.integer == 3)
  }

  @Test func theStartOfAPluginDoesNotCountAsItsLateness() throws {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session()
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"f","sources":["people/people"]}"#)
    let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)
    bench.advance(by: .seconds(3))
    #expect(bench.pending(at: peer).isEmpty)
    let plugin = try bench.start()
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    bench.advance(by: .milliseconds(49))
    try bench.respond(plugin, to: request, Manifests.persons)
    #expect(try bench.answer(to: id, at: peer)["result"]?["total"]?.integer == 2)
  }

  @Test("FC-174: a newer change supersedes an older one, whose answer never comes later")
  func supersession() throws {
    var (bench, peer, _) = try ready()
    bench.runsSearches = false
    let first = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"S","seq":1}"#)
    let second = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"Sans","seq":2}"#)
    #expect(try bench.answer(to: first, at: peer).errorCode == -32801)
    #expect(bench.jobs.count == 1, "the older search is cancelled")
    try bench.runSearch()
    #expect(
      try bench.answer(to: second, at: peer)["result"]?["best"]?["item"]?["text"]?.string
        == "Sansa Stark")
    let stale = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)
    #expect(stale.errorCode == -32801)
  }

  @Test("FC-219: Return waits for the search of the present text")
  func returnWaitsForThePresentText() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)
    bench.runsSearches = false
    let change = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"Sans","seq":2}"#)
    let id = bench.post(peer, "autocomplete/return", #"{"field":"f"}"#)
    #expect(bench.pending(at: peer).isEmpty && bench.pending(at: plugin).isEmpty)
    try bench.runSearch()
    _ = try bench.answer(to: change, at: peer)
    #expect(try bench.answer(to: id, at: peer)["result"]?["selection"]?.string == "Sansa Stark")
  }

  @Test func aPendingReturnCanBeCancelled() throws {
    var (bench, peer, plugin) = try ready()
    bench.runsSearches = false
    _ = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"Sans","seq":2}"#)
    let id = bench.post(peer, "autocomplete/return", #"{"field":"f"}"#)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    #expect(try bench.answer(to: id, at: peer).errorCode == -32800)
    try bench.runSearch()
    #expect(!bench.pending(at: plugin).contains { $0.contains("returned") })
  }

  @Test func aSourceThatFailsIsNamedAndTheOthersAnswer() throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(
      peer, "autocomplete/query", #"{"sources":["people/people","people/anyone"],"text":"J"}"#)
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    try bench.fail(plugin, request, #"{"code":7,"message":"database is locked"}"#)
    let result = try bench.answer(to: id, at: peer)["result"]
    #expect(result?["total"]?.integer == 2 && result?["incomplete"]?.boolean == true)
    #expect(
      result?["errors"]?.serialized()
        == #"[{"source":"people/anyone","code":7,"message":"database is locked"}]"#)
  }

  @Test func aSilentSourceEndsAsAnErrorOfItsOwn() throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(peer, "autocomplete/query", #"{"source":"people/anyone","text":"J"}"#)
    _ = try bench.message("autocomplete/provideDatasource", at: plugin)
    bench.advance(by: .seconds(5))
    let result = try bench.answer(to: id, at: peer)["result"]
    #expect(result?["errors"]?[0]?["code"]?.integer == -32003)
    #expect(result?["incomplete"]?.boolean == true)
    _ = bench.post(peer, "autocomplete/query", #"{"source":"people/anyone","text":"J"}"#)
    _ = try bench.message("$/cancelRequest", at: plugin)
    _ = try bench.message("autocomplete/provideDatasource", at: plugin)
  }

  @Test func theDatasourceIsAskedForAgainAfterACrash() throws {
    var (bench, peer, plugin) = try ready()
    guard case .plugin(let run) = plugin else { return }
    bench.handle(.exited(run, .signaled(11)))
    let shown = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"J","seq":1}"#)["result"]
    #expect(shown?["total"]?.integer == 2, "old items beat none")
    bench.advance(by: .milliseconds(300))
    let again = try bench.start()
    let request = try bench.message("autocomplete/provideDatasource", at: again)
    #expect(request["params"]?["reason"]?.string == "restarted")
    try bench.respond(again, to: request, Manifests.datasource(["Jane"]))
    let change = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(change?["best"]?["item"]?["text"]?.string == "Jane")
  }

  @Test func aTimeToLiveIsHonoured() throws {
    var (bench, peer, plugin) = try ready(#"{"items":[{"id":"1","text":"Jon"}],"ttlMs":1000}"#)
    bench.advance(by: .milliseconds(1000))
    let request = try bench.message("autocomplete/provideDatasource", at: plugin)
    #expect(request["params"]?["reason"]?.string == "expired")
    _ = peer
  }

  @Test func contextsHaveDatasourcesOfTheirOwn() throws {
    var (bench, peer, plugin) = try ready()
    for context in [#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#] {
      let id = bench.post(
        peer, "autocomplete/query",
        #"{"source":"people/people","text":"J","context":\#(context)}"#)
      if context.hasPrefix(#"{"b"#) {
        let request = try bench.message("autocomplete/provideDatasource", at: plugin)
        #expect(request["params"]?["context"]?["a"]?.integer == 2)
        try bench.respond(plugin, to: request, Manifests.datasource(["Jack"]))
      }
      #expect(try bench.answer(to: id, at: peer)["result"]?["total"]?.integer == 1)
    }
  }

  @Test func fieldsAndSourcesThatNobodyHasAreUnknown() throws {
    var (bench, peer, _) = try ready()
    let other = try bench.session()
    for (who, method, params) in [
      (peer, "change", #"{"field":"x","text":"J","seq":1}"#),
      (other, "change", #"{"field":"f","text":"J","seq":1}"#),
      (peer, "attach", #"{"field":"x","sources":["people/nobody"]}"#),
      (peer, "attach", #"{"field":"x","sources":["nobody/people"]}"#),
      (peer, "query", #"{"source":"people","text":"J"}"#),
    ] {
      #expect(
        try bench.request(who, "autocomplete/\(method)", params).errorCode == -32004, "\(params)")
    }
  }

  @Test(
    arguments: [
      ("utf-8", "[[0,8]]"), ("utf-16", "[[0,6]]"), ("utf-32", "[[0,6]]"),
    ])
  func rangesAreInTheSessionsUnit(unit: String, ranges: String) throws {
    var (bench, peer, _) = try ready(
      #"{"items":[{"id":"1","text":"Nguy\u1ec5n Th\u00e1i"}]}"#,
      initialize: #","positionEncodings":["\#(unit)"]"#)
    let result = try bench.request(
      peer, "autocomplete/query",
      #"{"source":"people/people","text":"nguyen","options":{"caseSensitivity":"insensitive"}}"#
    )["result"]
    #expect(result?["matches"]?[0]?["ranges"]?.serialized() == ranges)
  }

  @Test("FC-070: an editing begins anew, and its results go to no other session")
  func editingsAreApart() throws {
    var (bench, peer, plugin) = try ready()
    let other = try bench.session()
    _ = try bench.request(
      other, "autocomplete/attach", #"{"field":"f","sources":["people/people"]}"#)
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Jon","seq":1}"#)
    _ = try bench.request(peer, "autocomplete/endEditing", #"{"field":"f"}"#)
    let cleared = try bench.message("autocomplete/textFieldCleared", at: plugin)["params"]
    #expect(cleared?["session"]?.string == "s1", "the plugin is told whose editing ended")
    let begun = try bench.request(peer, "autocomplete/beginEditing", #"{"field":"f"}"#)["result"]
    #expect(begun?["best"]?.isNull == true && begun?["matches"]?.count == 0)
    #expect(bench.pending(at: other).isEmpty)
  }

  @Test func aFieldSurvivesAChangeOfTheViewport() throws {
    var (bench, peer, _) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Jon","seq":1}"#)
    let changed = try bench.request(peer, "viewport/change", #"{"width":40,"height":10}"#)
    #expect(changed["result"] != nil)
    let begun = try bench.request(peer, "autocomplete/beginEditing", #"{"field":"f"}"#)["result"]
    #expect(begun?["best"]?["item"]?["text"]?.string == "Jon Snow")
  }

  @Test func detachedFieldsAreGoneAndReattachedOnesKeepTheirText() throws {
    var (bench, peer, _) = try ready()
    _ = try bench.request(peer, "autocomplete/change", #"{"field":"f","text":"Jon","seq":1}"#)
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"f","sources":["people/people"]}"#)
    let begun = try bench.request(peer, "autocomplete/beginEditing", #"{"field":"f"}"#)["result"]
    #expect(begun?["best"]?["item"]?["text"]?.string == "Jon Snow")
    _ = try bench.request(peer, "autocomplete/detach", #"{"field":"f"}"#)
    #expect(
      try bench.request(peer, "autocomplete/endEditing", #"{"field":"f"}"#).errorCode == -32004)
  }
}
