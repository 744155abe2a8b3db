import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Setting items (contracts, 2.2).
@Suite struct BarItemTests {
  @Test(
    "a bad item is named, and nothing changes",
    arguments: [
      (#""items":[{"id":"b","width":10},{"id":"c","width":0}]"#, "/items/1/width"),
      (#""items":[{"id":"b","width":10},{"id":"b","width":10}]"#, "/items/1/id"),
      (#""items":[{"id":"other","width":10}]"#, "/items/0/id"),
      (#""items":[{"id":"","width":10}]"#, "/items/0/id"),
      (
        #""items":[{"id":"b","width":10},{"id":"c","width":0}],"spacing":9,"offset":9"#,
        "/items/1/width"
      ),
    ])
  func refusals(members: String, path: String) throws {
    var bar = try bar()
    let before = bar.published
    let failure = #expect(throws: DecodingFailure.self) {
      try bar.setItems(#"{"container":"left",\#(members)}"#)
    }
    #expect(failure?.path == path)
    #expect(bar.published == before)
    // Not even what does not show yet.
    try bar.setItems(#"{"container":"left","items":[{"id":"p","width":10},{"id":"q","width":10}]}"#)
    #expect(bar.published.leftItems.compactMap(\.x) == [16, 26])
  }

  @Test func aBadWidthTellsWhoseItIs() throws {
    var bar = try bar()
    let failure = #expect(throws: DecodingFailure.self) {
      try bar.setItems(#"{"container":"left","items":[{"id":"flat","width":0}]}"#)
    }
    #expect(failure?.expected == #"a width above 0 of the item "flat""#)
    #expect(failure?.found == "0.0")
  }

  @Test(
    "what no item can be is refused where the params are read",
    arguments: [
      (#""items":[{"id":"b"}]"#, "/items/0/width"),
      (#""items":[{"id":"b","width":-1}]"#, "/items/0/width"),
      (#""items":[{"id":"b","width":"10"}]"#, "/items/0/width"),
      (#""items":[{"width":10}]"#, "/items/0/id"),
      (#""items":[{"id":7,"width":10}]"#, "/items/0/id"),
      (#""items":[],"spacing":-1"#, "/spacing"), (#""items":[],"offset":-1"#, "/offset"),
      (#""items":[],"order":"random""#, "/order"), (#""spacing":1"#, "/items"),
    ])
  func unreadable(members: String, path: String) {
    let failure = #expect(throws: DecodingFailure.self) {
      let _: NavigationBarSetItems = try BarBench.decoded(
        #"{"screen":"screen-1","container":"left",\#(members)}"#)
    }
    #expect(failure?.path == path)
  }

  @Test(
    "numbers beyond all doubles are refused", arguments: ["1e999", "-1e999", "NaN", "Infinity"])
  func infinite(number: String) throws {
    #expect(throws: (any Error).self) {
      let _: NavigationBarSetItems = try BarBench.decoded(
        #"{"screen":"s","container":"left","items":[{"id":"a","width":\#(number)}]}"#)
    }
    var bar = try bar()
    var setting = NavigationBarSetItems(
      screen: "s", container: .left, items: [BarItemSetup(id: "a", width: .infinity)])
    #expect(throws: DecodingFailure.self) { try bar.apply(setting) }
    setting.items = [BarItemSetup(id: "a", width: .nan)]
    #expect(throws: DecodingFailure.self) { try bar.apply(setting) }
  }

  @Test func itemsReplaceAllOfOneContainerOnly() throws {
    var bar = try bar()
    try bar.setItems(#"{"container":"left","items":[{"id":"new","width":10}]}"#)
    #expect(bar.published.leftItems.map(\.id) == ["new"])
    #expect(bar.published.rightItems.map(\.id) == ["other"])
    try bar.setItems(#"{"container":"left","items":[]}"#)
    #expect(bar.published.leftItems.isEmpty)
  }

  @Test func settingsBesideTheItemsStayUntilTheyAreSet() throws {
    var bar = try bar()
    let items = #""items":[{"id":"a","width":10},{"id":"b","width":10}]"#
    try bar.setItems(#"{"container":"left",\#(items),"spacing":5,"offset":6}"#)
    #expect(bar.published.leftItems.compactMap(\.x) == [10, 25])
    try bar.setItems(#"{"container":"left",\#(items)}"#)
    #expect(bar.published.leftItems.compactMap(\.x) == [10, 25])
    try bar.setItems(#"{"container":"left",\#(items),"offset":0}"#)
    #expect(bar.published.leftItems.compactMap(\.x) == [16, 31])
  }

  @Test func inAPatchAnItemCanChangeSides() throws {
    var bar = try bar()
    #expect(
      try bar.set(
        #"{"leftItems":[{"id":"other","width":1}],"rightItems":[{"id":"a","width":1}]}"#))
    #expect(bar.published.leftItems.map(\.id) == ["other"])
    #expect(bar.published.rightItems.map(\.id) == ["a"])
  }

  @Test func whatAnItemHasIsTold() throws {
    var bar = try bar()
    try bar.setItems(
      #"""
      {"container":"left","items":[{"id":"a","width":10,"title":"A","image":"i","role":"menu",
       "enabled":false,"selected":true,"badge":"3","tooltip":"t"},
       {"id":"b","width":1,"title":"","image":null}]}
      """#)
    #expect(
      bar.published.leftItems[0]
        == BarItem(
          id: "a", width: 10, title: "A", image: "i", role: .menu, enabled: false, selected: true,
          badge: "3", tooltip: "t", plugin: "tool", x: 16))
    #expect(bar.published.leftItems[1] == BarItem(id: "b", width: 1, plugin: "tool", x: 26))
  }

  @Test func thereIsALimit() throws {
    var bar = try bar()
    let items = (0..<65).map { BarItemSetup(id: "i\($0)", width: 1) }
    let failure = #expect(throws: DecodingFailure.self) {
      try bar.apply(NavigationBarSetup(leftItems: items))
    }
    #expect(failure?.path == "/leftItems")
    #expect(try bar.apply(NavigationBarSetup(leftItems: Array(items[..<64]))).applied)
  }

  @Test func presses() throws {
    var bar = try bar()
    #expect(bar.handle(.pressItem("a"), for: BarBench.everything).call == "clickItem")
    #expect(bar.handle(.pressItem("other"), for: BarBench.everything).call == "clickItem")
    #expect(bar.handle(.pressItem("gone"), for: BarBench.everything).reason == .hidden)
    #expect(bar.handle(.pressItem("a"), for: BarBench.delegate()).reason == .notImplemented)
    // What has no room is pressed in the front end's menu.
    bar.layOut(in: try BarBench.metrics(#"{"width":1,"height":1,"unit":"point"}"#))
    #expect(bar.published.overflow == ["other", "a"])
    #expect(bar.handle(.pressItem("a"), for: BarBench.everything).call == "clickItem")
  }

  private func bar() throws -> NavigationBarState {
    try BarBench.bar(
      #"{"leftItems":[{"id":"a","width":10}],"rightItems":[{"id":"other","width":10}]}"#)
  }
}
