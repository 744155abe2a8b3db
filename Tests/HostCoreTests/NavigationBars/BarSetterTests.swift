import HostProtocol
import JSON
import Testing

@testable import HostCore

/// What plugins set (contracts, 1.2 to 1.4, 1.9 and 1.10).
@Suite struct BarSetterTests {
  @Test(
    "presets",
    arguments: [
      ("standard", "NavigationBarView", NavigationBarType.standard),
      ("searchButton", "SearchNavigationBarView", .naviSearchButton),
      ("search", "SearchNavigationBarView", .naviSearchBar),
      ("library", "LibraryNavigationBarView", .libraryBooks),
    ])
  func presets(preset: String, style: String, type: NavigationBarType) throws {
    let bar = try BarBench.bar(#"{"preset":"\#(preset)"}"#).published
    #expect(bar.style == style)
    #expect(bar.type == type)
    #expect(bar.title == "screen")
    #expect(bar.height == 60)
    #expect(bar.revision == 1)
  }

  @Test func aPresetLeavesWhatIsSaidBesideIt() throws {
    let bar = try BarBench.bar(
      #"{"preset":"search","type":"dropdown","style":"NavigationBarView","title":"T","height":44}"#
    ).published
    #expect(bar.type == .dropdown && bar.style == "NavigationBarView")
    #expect(bar.title == "T" && bar.height == 44)
  }

  @Test(
    "what shows",
    arguments: [
      (NavigationBarType.standard, true, false), (.naviSearchButton, true, false),
      (.naviSearchBar, false, true), (.libraryBooks, true, false), (.dropdown, false, false),
    ])
  func visibility(type: NavigationBarType, title: Bool, searchBar: Bool) throws {
    let expected = BarVisibility(title: title, searchBar: searchBar)
    for preset in ["standard", "searchButton", "search", "library"] {
      // From the first type on, and whatever the type was before.
      let first = try BarBench.bar(#"{"preset":"\#(preset)","type":"\#(type.rawValue)"}"#)
      #expect(first.published.visible == expected)
      var changed = try BarBench.bar(#"{"preset":"\#(preset)"}"#)
      #expect(try changed.set(#"{"type":"\#(type.rawValue)"}"#))
      #expect(changed.published.visible == expected)
    }
  }

  @Test func aTypeLeavesTheButtonsAlone() throws {
    for type in NavigationBarType.allCases {
      var bar = try BarBench.bar(
        #"{"preset":"library","components":{"left":{"hidden":true},"other":{"hidden":true}}}"#)
      let before = bar.published.components.filter { $0.key != "dropdown" }
      _ = try bar.set(#"{"type":"\#(type.rawValue)"}"#)
      #expect(bar.published.components.filter { $0.key != "dropdown" } == before)
    }
  }

  @Test(
    "the components of a style",
    arguments: [
      (#"{"preset":"standard"}"#, ["left", "right"]),
      (#"{"preset":"search"}"#, ["left", "right", "search"]),
      (#"{"preset":"library"}"#, ["delete", "deleteAll", "left", "other", "right"]),
      (#"{"style":{"name":"A","parts":["title","dropdown"]}}"#, ["dropdown"]),
      (#"{"type":"dropdown"}"#, ["dropdown", "left", "right"]),
      (#"{"style":{"name":"A","parts":[]}}"#, []),
    ])
  func components(setup: String, names: [String]) throws {
    #expect(try BarBench.bar(setup).published.components.keys.sorted() == names)
  }

  /// What is set, whether all of it was applied, and what the bar then has at a JSON Pointer's place.
  @Test(
    "each member",
    arguments: [
      (#"{"title":"B"}"#, "title", #""B""#), (#"{"title":""}"#, "title", #""""#),
      (#"{"title":null}"#, "title", #""A""#), (#"{}"#, "title", #""A""#),
      (#"{"height":44.5}"#, "height", "44.5"), (#"{"type":"dropdown"}"#, "type", #""dropdown""#),
      (#"{"searchText":"x"}"#, "searchText", #""x""#),
      (#"{"components":{"left":{"hidden":true}}}"#, "components/left/hidden", "true"),
      (
        #"{"components":{"left":{"image":"no such file"}}}"#, "components/left/image",
        #""no such file""#
      ),
      (#"{"components":{"right":{"image":"b","hidden":true}}}"#, "components/right/image", #""b""#),
      (#"{"components":{"right":{"hidden":false}}}"#, "components/right/hidden", "false"),
      (#"{"components":{"right":{"hidden":false}}}"#, "components/right/image", #""a""#),
      (#"{"components":{"right":{"image":""}}}"#, "components/right/image", "absent"),
      (#"{"components":{"right":{"image":null}}}"#, "components/right/image", #""a""#),
      (#"{"components":{"left":{"role":"close"}}}"#, "components/left/role", #""close""#),
      (#"{"components":{"left":{"role":"strange"}}}"#, "components/left/role", #""strange""#),
      (#"{"components":{"search":{"selected":true}}}"#, "components/search/selected", "true"),
      (
        #"{"components":{"right":{"title":"t","selectedTitle":"s"}}}"#,
        "components/right/selectedTitle", #""s""#
      ),
      (
        #"{"components":{"right":{"enabled":false,"toggles":true}}}"#, "components/right/toggles",
        "true"
      ),
    ])
  func members(setting: String, place: String, value: String) throws {
    var bar = try BarBench.bar(
      #"{"preset":"search","title":"A","components":{"right":{"image":"a"}}}"#)
    #expect(try bar.set(setting))
    var found: JSONValue? = try JSONValue.parse(bar.published.jsonBytes())
    for step in place.split(separator: "/") { found = found?[String(step)] }
    #expect((found?.serialized() ?? "absent") == value)
  }

  @Test(
    "a setter on a part that the style lacks succeeds and says so",
    arguments: [
      ("standard", #"{"components":{"other":{"hidden":true}}}"#, false),
      ("library", #"{"components":{"other":{"hidden":true}}}"#, true),
      ("standard", #"{"components":{"delete":{"selected":true}}}"#, false),
      ("library", #"{"components":{"delete":{"selected":true}}}"#, true),
      ("standard", #"{"components":{"search":{"hidden":true}}}"#, false),
      ("standard", #"{"searchText":"a"}"#, false), ("search", #"{"searchText":"a"}"#, true),
      ("standard", #"{"components":{"dropdown":{"hidden":true}}}"#, false),
      ("standard", #"{"title":"a"}"#, true),
    ])
  func missingParts(preset: String, setting: String, isApplied: Bool) throws {
    var bar = try BarBench.bar(#"{"preset":"\#(preset)"}"#)
    let before = bar.published
    #expect(try bar.set(setting) == isApplied)
    #expect((bar.published == before) == !isApplied)
  }

  @Test func ofAPatchTheRestIsApplied() throws {
    var bar = try BarBench.bar(#"{"style":{"name":"A","parts":["left"]}}"#)
    #expect(try !bar.set(#"{"title":"T","type":"dropdown","components":{"left":{"hidden":true}}}"#))
    #expect(bar.published.title == "screen")
    #expect(bar.published.type == .dropdown)
    #expect(bar.published.components["left"]?.hidden == true)
  }

  @Test("another style rebuilds the parts and keeps type, title, items and height")
  func styles() throws {
    var bar = try BarBench.bar(
      #"""
      {"preset":"search","title":"T","height":50,"components":{"left":{"hidden":true}},
       "leftItems":[{"id":"a","width":10}],"appearance":{"tintColor":"red"}}
      """#)
    bar.changeText("typed")
    #expect(try bar.set(#"{"style":"LibraryNavigationBarView"}"#))
    #expect(bar.published.type == .naviSearchBar && bar.published.title == "T")
    #expect(bar.published.height == 50 && bar.published.leftItems.count == 1)
    #expect(bar.published.appearance.tintColor == "red")
    #expect(bar.published.components["left"] == Component())
    #expect(bar.published.components["search"] == nil)
    #expect(bar.published.searchText == "")
  }

  @Test func theSameStyleChangesNothing() throws {
    var bar = try BarBench.bar(#"{"preset":"search","components":{"left":{"hidden":true}}}"#)
    let before = bar.published
    #expect(try bar.set(#"{"style":"SearchNavigationBarView"}"#))
    #expect(bar.published == before)
  }

  @Test(
    "another answer to screen/provide",
    arguments: [
      // Another style: the parts are new, type and title are not.
      (
        #"{"style":"LibraryNavigationBarView"}"#, "LibraryNavigationBarView",
        NavigationBarType.dropdown, "Kept", false
      ),
      (#"{"preset":"library"}"#, "LibraryNavigationBarView", .dropdown, "Kept", false),
      // The same: nothing is lost.
      (#"{"preset":"search"}"#, "SearchNavigationBarView", .dropdown, "Kept", true),
      (#"{}"#, "SearchNavigationBarView", .dropdown, "Kept", true),
      // What the answer says itself, holds.
      (
        #"{"preset":"search","type":"standard","title":"New"}"#, "SearchNavigationBarView",
        .standard, "New", true
      ),
    ])
  func provideAgain(
    answer: String, style: String, type: NavigationBarType, title: String, keepsParts: Bool
  ) throws {
    var bar = try BarBench.bar(#"{"preset":"search","components":{"left":{"image":"old"}}}"#)
    _ = try bar.set(#"{"type":"dropdown","title":"Kept"}"#)
    let revision = bar.published.revision
    try bar.provide(BarBench.decoded(answer))
    #expect(bar.published.style == style && bar.published.type == type)
    #expect(bar.published.title == title)
    #expect(bar.published.components["left"]?.image == (keepsParts ? "old" : nil))
    #expect(bar.published.height == 60)
    #expect(bar.published.revision >= revision)
  }

  @Test("a plugin's own style") func ownStyles() throws {
    var bar = try BarBench.bar(#"{"style":{"name":"Mine","parts":["title","left","left"]}}"#)
    #expect(bar.published.style == "Mine" && bar.published.parts == [.title, .left])
    // The name alone means the style that the bar has.
    #expect(try bar.set(#"{"style":"Mine","components":{"left":{"hidden":true}}}"#))
    #expect(bar.published.components["left"]?.hidden == true)
    // Declared anew with other parts, it is another style.
    #expect(try bar.set(#"{"style":{"name":"Mine","parts":["right"]}}"#))
    #expect(bar.published.parts == [.right])
    #expect(throws: DecodingFailure.self) { try bar.set(#"{"style":"Yours"}"#) }
    // A known style may be declared as it is.
    #expect(
      try bar.set(#"{"style":{"name":"NavigationBarView","parts":["left","right","title"]}}"#))
    #expect(bar.published.parts == [.title, .left, .right])
  }

  @Test(
    "what is refused changes nothing",
    arguments: [
      (#"{"title":"B","style":"Unknown"}"#, "/style"),
      (#"{"title":"B","style":{"name":"NavigationBarView","parts":["title"]}}"#, "/style/name"),
      (#"{"title":"B","components":{"middle":{"hidden":true}}}"#, "/components"),
      (
        #"{"title":"B","leftItems":[{"id":"a","width":1},{"id":"a","width":1}]}"#, "/leftItems/1/id"
      ),
      (#"{"title":"B","rightItems":[{"id":"a","width":0}]}"#, "/rightItems/0/width"),
      (
        #"{"title":"B","leftItems":[{"id":"a","width":1}],"rightItems":[{"id":"a","width":1}]}"#,
        "/rightItems/0/id"
      ),
    ])
  func refusals(setting: String, path: String) throws {
    var bar = try BarBench.bar(#"{"title":"A","type":"dropdown"}"#)
    let before = bar.published
    let failure = #expect(throws: DecodingFailure.self) { try bar.set(setting) }
    #expect(failure?.path == path)
    #expect(bar.published == before)
  }

  @Test(
    "unknown types and components are refused where the params are read",
    arguments: [
      #"{"type":"fancy"}"#, #"{"preset":"fancy"}"#, #"{"height":-1}"#, #"{"height":"60"}"#,
      #"{"style":{"name":"A","parts":["middle"]}}"#, #"{"leftItems":[{"id":"a"}]}"#,
      #"{"leftItems":[{"id":"a","width":-1}]}"#, #"{"leftItems":[{"id":"a","width":"1"}]}"#,
    ])
  func unreadable(setting: String) {
    #expect(throws: DecodingFailure.self) {
      let _: NavigationBarSetup = try BarBench.decoded(setting)
    }
  }

  @Test func theRevisionGrowsWithEveryChangeAndOnlyThen() throws {
    var bar = try BarBench.bar(#"{"preset":"library"}"#)
    let steps: [(setting: String, grows: Bool)] = [
      (#"{"title":"A"}"#, true), (#"{"title":"A"}"#, false), (#"{}"#, false),
      (#"{"title":"B","type":"dropdown"}"#, true), (#"{"searchText":"x"}"#, false),
      (#"{"components":{"left":{"hidden":false}}}"#, false), (#"{"defaultBack":true}"#, false),
    ]
    for (setting, grows) in steps {
      let before = bar.published.revision
      _ = try bar.set(setting)
      #expect(bar.published.revision == before + (grows ? 1 : 0), "\(setting)")
    }
    let before = bar.published.revision
    _ = bar.handle(.press(.delete), for: .nobody)
    #expect(bar.published.revision == before + 1)
  }

  @Test func whatTheUserTypesIsNoChange() throws {
    var bar = try BarBench.bar(#"{"preset":"search"}"#)
    bar.changeText("a")
    #expect(bar.published.searchText == "a" && bar.published.revision == 1)
    _ = try bar.set(#"{"title":"T"}"#)
    #expect(bar.published.searchText == "a" && bar.published.revision == 2)
  }

  @Test func textsThatAreShownHoldNoNull() throws {
    let bar = try BarBench.bar(
      #"""
      {"title":"a\u0000b","components":{"left":{"title":"\u0000"}},
       "leftItems":[{"id":"i\u0000","width":1,"title":"\u0000","badge":"\u0000"}]}
      """#
    ).published
    #expect(bar.title == "a\u{FFFD}b" && bar.components["left"]?.title == "\u{FFFD}")
    #expect(bar.leftItems[0].title == "\u{FFFD}" && bar.leftItems[0].badge == "\u{FFFD}")
    #expect(bar.leftItems[0].id == "i\0", "an id comes back as it is")
  }

  @Test func aSharedBarHasNoButtonsOfItsOwn() throws {
    var bar = NavigationBarState(sharedIn: try BarBench.metrics())
    for component in ComponentName.allCases where component != .search {
      #expect(bar.handle(.press(component), for: .nobody).reason == .hidden)
    }
    #expect(bar.handle(.press(.search), for: .nobody).reason == .noDelegate)
    #expect(bar.published.title == "" && bar.published.type == .standard)
  }
}
