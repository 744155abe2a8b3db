import Matching
import Testing

@Suite("Snapshots and segments")
struct SnapshotTests {
  @Test("A snapshot is a value")
  func valueSemantics() {
    let one = snapshot(of: ["a", "b"])
    var two = one
    two.remove(CandidateID(segment: 0, row: 0))
    #expect(one.count == 2)
    #expect(two.count == 1)
    #expect(one.contains(CandidateID(segment: 0, row: 0)))
    #expect(!two.contains(CandidateID(segment: 0, row: 0)))
    #expect(two.text(of: CandidateID(segment: 0, row: 0)) == "a")
  }

  @Test("Removing what is not there changes nothing")
  func removeTwice() {
    var snapshot = snapshot(of: ["a"])
    let ids = [(0, 0), (0, 0), (0, 1), (1, 0)].map {
      CandidateID(segment: UInt32($0.0), row: UInt32($0.1))
    }
    #expect(ids.map { id in snapshot.remove(id) } == [true, false, false, false])
    #expect(snapshot.count == 0)
    #expect(snapshot.text(of: CandidateID(segment: 1, row: 0)) == nil)
  }

  @Test("Rows keep the order in which they were appended, texts their bytes")
  func rows() {
    let texts = ["long text", "é", "", "x", "đào tạo", "mid"]
    let snapshot = snapshot(of: texts)
    for (row, text) in texts.enumerated() {
      #expect(snapshot.text(of: CandidateID(segment: 0, row: UInt32(row))) == text)
    }
  }

  @Test("Compacting keeps what is left, in order")
  func compacting() {
    var snapshot = snapshot(of: ["a", "b", "c"])
    snapshot.append(segment(of: ["đ", "e"]))
    snapshot.remove(CandidateID(segment: 0, row: 1))
    let compacted = snapshot.compacted()
    #expect(compacted.segmentCount == 1)
    #expect(compacted.candidates.compactMap { compacted.text(of: $0) } == ["a", "c", "đ", "e"])
    #expect(snapshot.candidates.compactMap { snapshot.text(of: $0) } == ["a", "c", "đ", "e"])
  }

  @Test(
    "Lines are candidates",
    arguments: [
      ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("", []), ("\n", [""]),
      ("a\n\nb", ["a", "", "b"]),
    ])
  func lines(_ block: String, _ expected: [String]) {
    var builder = SegmentBuilder()
    Array(block.utf8).withUnsafeBytes { builder.append(lines: $0) }
    let snapshot = Snapshot([builder.finish()])
    #expect(snapshot.candidates.compactMap { snapshot.text(of: $0) } == expected)
  }

  @Test("An empty query matches everything in the order of the source")
  func emptyQuery() throws {
    var snapshot = snapshot(of: ["longest", "long", "x"])
    snapshot.append(segment(of: ["y"]))
    for text in ["", " ", "  "] {
      let result = try #require(Matcher.search(snapshot, for: Query(text), limit: 3))
      #expect(
        result.matches.compactMap { snapshot.text(of: $0.candidate) } == ["longest", "long", "x"])
      #expect(result.matches.allSatisfy { $0.score == 0 })
      #expect(result.total == 4)
    }
  }

  @Test("A cancelled search has no result")
  func cancelled() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let result = Matcher.search(
      snapshot(of: ["a"]), for: Query("a"), limit: 1, cancellation: cancellation)
    #expect(result == nil)
  }

  @Test("Invalid UTF-8 neither traps nor reads outside")
  func invalidText() {
    var builder = SegmentBuilder()
    for bytes: [UInt8] in [
      [0xC3], [0xF0, 0x9F], [0x80, 0x61], [0xFF, 0xFE, 0x61], [0xED, 0xA0, 0x80],
    ] {
      bytes.withUnsafeBytes { builder.append($0) }
    }
    let snapshot = Snapshot([builder.finish()])
    #expect(Matcher.search(snapshot, for: Query("a"), limit: 9)?.total == 2)
    let long: [UInt8] = [0x61, 0xCC, 0x81, 0xF4, 0x90, 0x80, 0x80, 0x62]
    #expect(!long.withUnsafeBytes { Query("ab").ranges(in: $0) }.isEmpty)
  }

  @Test("The fixture of the contract")
  func contract() {
    let people = [
      "Jon Snow", "Daenerys Targaryen", "Gregor Clegane", "Cersei Lannister", "Tyrion Lannister",
      "Joffrey Baratheon", "Sandor Clegane", "Sansa Stark",
    ]
    let sensitive = MatchOptions(mode: .prefix, caseSensitivity: .sensitive)
    let expected = [
      "J": "Jon Snow", "Jof": "Joffrey Baratheon", "Sa": "Sandor Clegane", "San": "Sandor Clegane",
      "Sans": "Sansa Stark", "Sansa Stark": "Sansa Stark",
    ]
    for (query, best) in expected {
      #expect(ranked(query, in: people, options: sensitive).first == best)
    }
    for query in ["j", "Lann", "X"] { #expect(ranked(query, in: people, options: sensitive) == []) }
    #expect(ranked("j", in: people, options: .prefix).first == "Jon Snow")
    #expect(
      ranked("Lann", in: people, options: .contains) == ["Cersei Lannister", "Tyrion Lannister"])
    #expect(ranked("Sam", in: ["Samuel", "Sam"], options: .prefix) == ["Sam", "Samuel"])
    let twins = matches("Jon Snow", in: ["Jon Snow", "Jon Snow"], options: .exact)
    #expect(twins.map(\.candidate.row) == [0, 1])
    #expect(Query("dang").isExact("Đặng"))
    #expect(!Query("dang").isExact("Đặng Thái Sơn"))
  }

  @Test("A thousand equal letters against more of them end soon")
  func repeatedLetters() {
    let text = String(repeating: "a", count: 60_000)
    for mode in [MatchOptions.Mode.fuzzy, .contains] {
      let options = MatchOptions(mode: mode)
      #expect(ranked(String(text.prefix(1000)), in: ["b" + text], options: options).count == 1)
    }
  }
}
