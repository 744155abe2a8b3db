import HostProtocol
import Testing

@testable import HostCore

/// What becomes of presses and searches (contracts, 1.1 and 1.5 to 1.8).
@Suite struct BarEventTests {
  /// A bar, what its user does, and what is called or why nothing is.
  struct Row: CustomTestStringConvertible {
    let setup: String
    var text = ""
    var implements = BarBench.everything
    let event: BarEvent
    var call: String?
    var reason: DeliveryReason?

    var testDescription: String { "\(setup) \"\(text)\" \(event)" }
  }

  static let search = #"{"preset":"search"}"#
  static let searchButton = #"{"preset":"searchButton"}"#
  static let library = #"{"preset":"library"}"#

  @Test(
    "the vectors of the contract",
    arguments: [
      Row(setup: searchButton, event: .press(.search), call: "clickSearch"),
      Row(setup: searchButton, text: "a", event: .press(.search), call: "clickSearch"),
      Row(setup: search, text: "a", event: .press(.search), call: #"searchWithText "a""#),
      Row(setup: search, event: .press(.search), reason: .emptyText),
      Row(setup: search, text: "  ", event: .press(.search), call: #"searchWithText "  ""#),
      Row(
        setup: search, text: "a", implements: BarBench.delegate("clickSearch"),
        event: .press(.search), reason: .notImplemented),
      Row(setup: search, text: "a", event: .submit(text: nil), call: #"searchWithText "a""#),
      Row(setup: searchButton, text: "a", event: .submit(text: nil), call: #"searchWithText "a""#),
      Row(setup: search, event: .submit(text: nil), reason: .emptyText),
      Row(setup: #"{"preset":"standard"}"#, event: .press(.search), call: "clickSearch"),
      Row(setup: library, event: .press(.delete), call: "clickDelete"),
    ])
  func vectors(row: Row) throws { try check(row) }

  @Test(
    "each press calls its own method",
    arguments: [
      Row(setup: "{}", event: .press(.left), call: "clickLeftMenu"),
      Row(setup: "{}", event: .press(.right), call: "clickRightMenu"),
      Row(setup: library, event: .press(.deleteAll), call: "clickDeleteAll"),
      Row(
        setup: #"{"style":{"name":"Wide","parts":["other"]}}"#, event: .press(.other),
        call: "clickOtherMenu"),
      Row(
        setup: #"{"style":{"name":"List","parts":["dropdown"]}}"#, event: .press(.dropdown),
        call: "clickDropdown"),
      Row(setup: #"{"type":"dropdown"}"#, event: .press(.dropdown), call: "clickDropdown"),
      // In the library the names `right` and `other` are those of the same two buttons.
      Row(setup: library, event: .press(.right), call: "clickDelete"),
      Row(setup: library, event: .press(.other), call: "clickDeleteAll"),
    ])
  func methods(row: Row) throws { try check(row) }

  @Test(
    "a part that the style lacks is as if it were hidden, search excepted",
    arguments: [
      Row(setup: "{}", event: .press(.other), reason: .hidden),
      Row(setup: "{}", event: .press(.dropdown), reason: .hidden),
      Row(setup: "{}", event: .press(.delete), reason: .hidden),
      Row(setup: search, event: .press(.deleteAll), reason: .hidden),
      Row(setup: library, event: .press(.search), call: "clickSearch"),
      Row(setup: #"{"type":"naviSearchBar"}"#, event: .press(.search), call: "clickSearch"),
      Row(setup: #"{"style":{"name":"Bare","parts":[]}}"#, event: .press(.left), reason: .hidden),
      Row(
        setup: #"{"style":{"name":"Bare","parts":[]}}"#, event: .press(.search),
        call: "clickSearch"),
      Row(setup: library, event: .submit(text: "a"), reason: .hidden),
    ])
  func missingParts(row: Row) throws { try check(row) }

  @Test(
    "what is hidden or disabled is not pressed",
    arguments: [
      Row(
        setup: #"{"components":{"left":{"hidden":true}}}"#, event: .press(.left), reason: .hidden),
      Row(
        setup: #"{"components":{"left":{"enabled":false}}}"#, event: .press(.left),
        reason: .disabled),
      Row(
        setup: #"{"components":{"left":{"hidden":true,"enabled":false}}}"#, event: .press(.left),
        reason: .hidden),
      Row(
        setup: #"{"preset":"search","components":{"search":{"enabled":false}}}"#, text: "a",
        event: .press(.search), reason: .disabled),
      Row(
        setup: #"{"preset":"search","components":{"search":{"hidden":true}}}"#, text: "a",
        event: .submit(text: nil), reason: .hidden),
      Row(
        setup: #"{"leftItems":[{"id":"a","width":10,"enabled":false}]}"#, event: .pressItem("a"),
        reason: .disabled),
    ])
  func refusals(row: Row) throws { try check(row) }

  @Test(
    "searching is about the text, whatever the type",
    arguments: NavigationBarType.allCases.flatMap { type in
      let setup = #"{"style":"SearchNavigationBarView","type":"\#(type.rawValue)"}"#
      let pressed =
        type == .naviSearchButton ? "clickSearch" : #"searchWithText "ab""#
      return [
        Row(setup: setup, text: "ab", event: .press(.search), call: pressed),
        Row(setup: setup, event: .submit(text: "ab"), call: #"searchWithText "ab""#),
        Row(setup: setup, text: "ab", event: .submit(text: ""), reason: .emptyText),
        Row(
          setup: setup, text: "ab", implements: BarBench.delegate("clickDelete"),
          event: .submit(text: nil), reason: .notImplemented),
      ]
    })
  func searches(row: Row) throws { try check(row) }

  @Test(
    "blanks count unless the bar trims them",
    arguments: [
      ("", DeliveryReason.emptyText, nil), (" \t\n ", .emptyText, nil),
      ("  a b ", nil, #"searchWithText "a b""#), ("a", nil, #"searchWithText "a""#),
    ] as [(String, DeliveryReason?, String?)])
  func trimming(text: String, reason: DeliveryReason?, call: String?) throws {
    let setup = #"{"preset":"search","trimSearchText":true}"#
    try check(
      Row(setup: setup, text: text, event: .press(.search), call: call, reason: reason))
    try check(
      Row(setup: setup, event: .submit(text: text), call: call, reason: reason))
  }

  @Test("nobody hears of an event while the plugin is gone, and it is no fault of the event's")
  func goneDelegates() throws {
    let gone = BarDelegate(isReachable: false, implements: BarBench.everything.implements)
    let events: [BarEvent] = [
      .press(.left), .press(.search), .submit(text: "a"), .submit(text: ""), .pressItem("a"),
    ]
    for event in events {
      let setup = #"{"preset":"search","leftItems":[{"id":"a","width":10}]}"#
      try check(Row(setup: setup, implements: gone, event: event, reason: .noDelegate))
    }
  }

  @Test("each of the eight methods is called exactly where it is implemented", arguments: 0..<256)
  func subsets(mask: Int) throws {
    let cases: [(method: String, setup: String, text: String, event: BarEvent)] = [
      ("clickLeftMenu", "{}", "", .press(.left)), ("clickRightMenu", "{}", "", .press(.right)),
      ("clickOtherMenu", #"{"style":{"name":"S","parts":["other"]}}"#, "", .press(.other)),
      ("clickDropdown", #"{"type":"dropdown"}"#, "", .press(.dropdown)),
      ("clickSearch", Self.searchButton, "", .press(.search)),
      ("searchWithText", Self.search, "a", .press(.search)),
      ("clickDelete", Self.library, "", .press(.delete)),
      ("clickDeleteAll", Self.library, "", .press(.deleteAll)),
    ]
    let implemented = cases.indices.filter { mask & 1 << $0 != 0 }.map { cases[$0].method }
    let delegate = BarDelegate(
      isReachable: true, implements: Set(implemented.map { "navigationBar/" + $0 }))
    for (method, setup, text, event) in cases {
      let isImplemented = implemented.contains(method)
      try check(
        Row(
          setup: setup, text: text, implements: delegate, event: event,
          call: !isImplemented ? nil : method == "searchWithText" ? #"searchWithText "a""# : method,
          reason: isImplemented ? nil : .notImplemented))
    }
  }

  private func check(_ row: Row, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var bar = try BarBench.bar(row.setup)
    bar.changeText(row.text)
    let decision = bar.handle(row.event, for: row.implements)
    #expect(decision.call == row.call, sourceLocation: sourceLocation)
    #expect(decision.reason == row.reason, sourceLocation: sourceLocation)
    let endsEditing =
      switch row.event {
      case .press(.search), .submit: true
      case .press, .pressItem: false
      }
    #expect(decision.endsEditing == endsEditing, sourceLocation: sourceLocation)
  }
}
