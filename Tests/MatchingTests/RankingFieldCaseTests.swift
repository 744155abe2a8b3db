import Matching
import Testing

@Suite("Field cases of ranking")
struct RankingFieldCaseTests {
  /// A list, a query, and what must come first, in this order.
  struct Case: Sendable {
    let query: String
    let texts: [String]
    let first: [String]

    init(_ query: String, in texts: [String], first: String...) {
      self.query = query
      self.texts = texts
      self.first = first
    }
  }

  func check(_ it: Case) {
    let found = ranked(it.query, in: it.texts)
    #expect(Array(found.prefix(it.first.count)) == it.first)
  }

  @Test("FC-174: a retyped query finds the same as a fresh one")
  func retyped() {
    let texts = ["sort", "list", "st", "first", "star"]
    let snapshot = snapshot(of: texts)
    let one = Matcher.search(snapshot, for: Query("s"), limit: 5, keepsSurvivors: true)
    let two = Matcher.search(snapshot, for: Query("st"), limit: 5, narrowing: one?.survivors)
    #expect(two?.matches == matches("st", in: texts))
  }

  @Test("FC-175, FC-177: one piece beats a scattered match in a long text")
  func pieceBeatsScattered() {
    let path =
      "~/Development/daemon/node_modules/forever-monitor/node_modules/broadway/node_modules/nconf"
      + "/node_modules/optimist/node_modules/wordwrap/example/center.js"
    check(Case("myfolder", in: [path, "~/my_folder/foo"], first: "~/my_folder/foo"))
    let gradle = "gradle assembleDebug && adb install app-menu-release.apk --no-daemon"
    check(Case("amend", in: [gradle, "git commit --amend"], first: "git commit --amend"))
  }

  @Test(
    "FC-178, FC-186, FC-198: the equal text is first",
    arguments: [
      Case("dragon", in: ["fire-dragonflame", "dragon"], first: "dragon"),
      Case(
        "proc", in: ["proc_open", "proc_close", "proc_nice", "proc"],
        first: "proc", "proc_open", "proc_nice", "proc_close"),
      Case("top_down", in: ["top_down_merge", "top_down"], first: "top_down", "top_down_merge"),
      Case("quz", in: ["foo quz BAR", "quz"], first: "quz", "foo quz BAR"),
    ])
  func equalFirst(_ it: Case) { check(it) }

  @Test(
    "FC-180: initials and prefixes beat scattered letters",
    arguments: [
      Case("fir", in: ["Forts of Iron", "Firefox"], first: "Firefox", "Forts of Iron"),
      Case("mt", in: ["mumle-git", "Mozilla Thunderbird"], first: "Mozilla Thunderbird"),
    ])
  func initials(_ it: Case) { check(it) }

  @Test("FC-181: a word beats letters scattered over word starts")
  func wordBeatsInitials() {
    check(
      Case(
        "wip",
        in: [
          "🔏 locked with pen", "🫣 face with peeking eye", "⏳ hourglass not done; wip; in progress",
        ], first: "⏳ hourglass not done; wip; in progress"))
  }

  @Test("FC-183: the alignment is the best, not the first")
  func bestAlignment() {
    check(Case("ab", in: ["a--b", "a-xb-ab"], first: "a-xb-ab", "a--b"))
    #expect(Query("ab").ranges(in: "a-xb-ab") == [5..<7])
    for query in ["w", "W"] {
      #expect(ranked(query, in: ["Window"]) == ["Window"])
      #expect(ranked(query, in: ["Window"], options: .prefix) == ["Window"])
    }
  }

  @Test("FC-184: a piece in a longer name beats a split match in a shorter one")
  func pieceBeatsShort() {
    check(Case("ran", in: ["FORScan", "AgentRansack"], first: "AgentRansack", "FORScan"))
  }

  @Test("FC-187: the typed beginning is first, and growing the query keeps the equal text")
  func prefixAndGrowth() {
    check(
      Case(
        ".con", in: [".aconf", ".local/config", ".config", ".continue"],
        first: ".config", ".continue"))
    let texts = ["CopilotChatToggle", "CopilotChatStop"]
    for length in 1..."CopilotChatToggle".count {
      let found = ranked(String("CopilotChatToggle".prefix(length)), in: texts)
      #expect(found.contains("CopilotChatToggle"))
    }
    #expect(ranked("CopilotChatToggle", in: texts) == ["CopilotChatToggle"])
  }

  @Test("FC-189: equal, then prefix, then within")
  func equalPrefixWithin() {
    check(
      Case(
        "line", in: ["spline", "lineTo", "polyline", "Line"],
        first: "Line", "lineTo", "spline", "polyline"))
  }

  @Test(
    "FC-190: case breaks ties only between equal texts",
    arguments: [
      Case("a", in: ["A", "a"], first: "a", "A"),
      Case("A", in: ["a", "A"], first: "A", "a"),
      Case("c", in: ["Cluster", "cluster"], first: "Cluster", "cluster"),
      Case("c", in: ["cluster", "Cluster"], first: "cluster", "Cluster"),
      Case(
        "lines", in: ["lineStarts", "linesCollection"], first: "linesCollection", "lineStarts"),
    ])
  func caseTies(_ it: Case) { check(it) }

  @Test("FC-192: punctuation before a word does not hide its beginning")
  func leadingPunctuation() {
    check(Case("addons", in: ["dispatchAddons", "_addons"], first: "_addons", "dispatchAddons"))
  }

  @Test("FC-193: a capital in the query matches small letters, and is strict in smart mode")
  func capitals() {
    for mode in [MatchOptions.Mode.fuzzy, .prefix, .contains] {
      let insensitive = MatchOptions(mode: mode, caseSensitivity: .insensitive)
      #expect(ranked("E", in: ["Explorer", "explorer"], options: insensitive).count == 2)
      #expect(ranked("H", in: ["hello world"], options: insensitive).count == 1)
      let smart = MatchOptions(mode: mode, caseSensitivity: .smart)
      #expect(ranked("E", in: ["Explorer", "explorer"], options: smart) == ["Explorer"])
      #expect(ranked("e", in: ["Explorer", "explorer"], options: smart).count == 2)
      #expect(ranked("H", in: ["hello world"], options: smart).isEmpty)
    }
  }

  @Test("FC-195: a word beats its letters scattered over a path")
  func wordInPath() {
    let licences = ["lib/fuzzy_match/LICENSE", "lib/version_from_shard/LICENSE"]
    check(Case("main", in: licences + ["src/main.cr"], first: "src/main.cr"))
  }

  @Test(
    "FC-196: letters far behind match with right places", arguments: [64, 1023, 1024, 1025, 65_534])
  func farBehind(length: Int) {
    let long = String(repeating: "a", count: length) + "z"
    let found = matches("az", in: [long, "az"])
    #expect(found.map(\.candidate.row) == [1, 0])
    #expect(found.allSatisfy { $0.score > 0 })
    #expect(Query("az").ranges(in: long) == [length - 1..<length + 1])
  }

  @Test("FC-196: what lies beyond the limit is not in the list")
  func beyondTheLimit() {
    let long = String(repeating: "a", count: 65_536) + "z"
    #expect(ranked("az", in: [long, "az"]) == ["az"])
    #expect(Query("az").ranges(in: long) == [])
  }

  @Test("FC-199: weights order near-ties, never classes or clear differences")
  func weights() {
    var builder = SegmentBuilder()
    builder.append("xaxbx", weight: 900)
    builder.append("ab", weight: -80)
    builder.append("my ab")
    builder.append("our ab", weight: 255)
    let result = Matcher.search(Snapshot([builder.finish()]), for: Query("ab"), limit: 4)
    #expect(result?.matches.map(\.candidate.row) == [1, 3, 2, 0])
  }

  @Test("FC-202: the pinned list of prefixes and humps")
  func pinned() {
    check(
      Case(
        "fo", in: ["format", "TestFOrmat", "FendingOff", "goformat", "fendoff"],
        first: "format", "TestFOrmat", "goformat", "FendingOff", "fendoff"))
  }

  @Test("FC-204: a space matches a space or a gap, a quote is a character")
  func spaces() {
    #expect(ranked("foo bar", in: ["foobar", "foo bar", "bar foo"]) == ["foo bar", "foobar"])
    #expect(ranked("foo\\ bar", in: ["foobar", "foo bar", "bar foo"]) == [])
    #expect(ranked("\"foo", in: ["foo bar", "say \"foo\""]) == ["say \"foo\""])
    #expect(marked("foo bar", in: "a foo bar") == ["foo bar"])
    #expect(marked("foo bar", in: "foobar") == ["foobar"])
    #expect(marked("foo bar", in: "foo-bar") == ["foo", "bar"])
  }

  @Test("FC-205: equal texts stay apart, each once")
  func duplicates() {
    let found = matches("println", in: ["println", "print", "println"])
    #expect(found.map(\.candidate.row) == [0, 2])
  }
}
