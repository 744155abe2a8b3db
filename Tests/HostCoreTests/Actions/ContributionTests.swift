import HostProtocol
import JSON
import Testing

@testable import HostCore

/// What the actions of several plugins come to in a bar.
@Suite struct ContributionTests {
  private func contribution(_ plugin: String, _ actions: String...) throws -> Contribution {
    Contribution(
      plugin: plugin, actions: try actions.map { try BarBench.decoded($0) as Action })
  }

  private func ids(
    _ contributions: [Contribution], context: String = "{}"
  ) throws -> (left: [String], right: [String]) {
    let items = Contribution.items(
      of: contributions, in: try JSONValue.parse(context), isInCells: false)
    return (items.left.map(\.id), items.right.map(\.id))
  }

  @Test func sideAndPriorityDecideThenPluginThenDeclaration() throws {
    let items = try ids([
      contribution(
        "git", #"{"id":"z","title":""}"#, #"{"id":"a","title":""}"#,
        #"{"id":"low","title":"","priority":0}"#, #"{"id":"l","title":"","side":"left"}"#),
      contribution(
        "ant", #"{"id":"b","title":""}"#, #"{"id":"high","title":"","priority":1000}"#,
        #"{"id":"l","title":"","side":"left","priority":501}"#),
    ])
    #expect(items.left == ["ant/l", "git/l"])
    #expect(items.right == ["ant/high", "git/z", "git/a", "ant/b", "git/low"])
  }

  @Test func theContextChooses() throws {
    let git = try contribution(
      "git", #"{"id":"any","title":""}"#, #"{"id":"repo","title":"","when":{"kind":"repo"}}"#)
    let swift = try contribution(
      "swift", #"{"id":"run","title":"","when":{"file":"*.swift","kind":["repo","file"]}}"#)
    #expect(try ids([git, swift]).right == ["git/any"])
    #expect(try ids([git, swift], context: #"{"kind":"repo"}"#).right == ["git/any", "git/repo"])
    #expect(
      try ids([git, swift], context: #"{"kind":"file","file":"a.swift"}"#).right
        == ["git/any", "swift/run"])
  }

  @Test("FC-222: equal names of two plugins are two items") func equalNames() throws {
    let items = try ids([
      contribution("a", #"{"id":"open","title":""}"#),
      contribution("b", #"{"id":"open","title":""}"#),
    ])
    #expect(items.right == ["a/open", "b/open"])
  }

  @Test(
    "the width of an action",
    arguments: [
      (#"{"id":"a","title":"Fetch"}"#, 44.0, 7.0),
      (#"{"id":"a","title":"Fetch","width":30}"#, 30, 30),
      (#"{"id":"a","title":""}"#, 44, 2), (#"{"id":"a","title":"größe"}"#, 44, 7),
    ])
  func widths(action: String, points: Double, cells: Double) throws {
    for (isInCells, width) in [(false, points), (true, cells)] {
      let items = Contribution.items(
        of: [try contribution("p", action)], in: try JSONValue.parse("{}"), isInCells: isInCells)
      #expect(items.right.first?.width == width)
    }
  }

  @Test(
    "what was set in the session, then in all, then declared",
    arguments: [
      ([], [], "T", nil, nil, true), ([#""title":"A""#], [], "A", nil, nil, true),
      ([#""title":"A","badge":"1""#], [#""title":"S""#], "S", nil, "1", true),
      ([#""image":"i""#, #""image":"""#], [], "T", nil, nil, true),
      ([#""image":"i","badge":"1""#, #""badge":"2""#], [], "T", "i", "2", true),
      ([#""enabled":false"#], [#""badge":"s""#], "T", nil, "s", false),
      ([#""enabled":false"#], [#""enabled":true"#], "T", nil, nil, true),
    ] as [([String], [String], String?, String?, String?, Bool)])
  func changes(
    all: [String], session: [String], title: String?, image: String?, badge: String?,
    isEnabled: Bool
  ) throws {
    var contribution = try contribution("p", #"{"id":"a","title":"T"}"#)
    for (updates, path) in [(all, \Contribution.changes), (session, \.sessionChanges)] {
      for update in updates {
        contribution[keyPath: path]["a", default: ActionChange()].set(
          try BarBench.decoded(#"{"id":"a",\#(update)}"#))
      }
    }
    let items = Contribution.items(
      of: [contribution], in: try JSONValue.parse("{}"), isInCells: false)
    let item = try #require(items.right.first)
    #expect(item.title == title && item.image == image && item.badge == badge)
    #expect(item.enabled == isEnabled && item.plugin == "p")
  }

  @Test func aHiddenActionIsInNoBar() throws {
    var contribution = try contribution("p", #"{"id":"a","title":"T"}"#)
    contribution.changes["a", default: ActionChange()].set(
      try BarBench.decoded(#"{"id":"a","hidden":true}"#))
    #expect(try ids([contribution]).right == [])
    contribution.sessionChanges["a", default: ActionChange()].set(
      try BarBench.decoded(#"{"id":"a","hidden":false}"#))
    #expect(try ids([contribution]).right == ["p/a"])
  }
}
