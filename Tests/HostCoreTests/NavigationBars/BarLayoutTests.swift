import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Where items lie (contracts, 2.2 and 2.3).
@Suite struct BarLayoutTests {
  /// A display, the items of both containers, and where they lie; nil for the overflow.
  struct Row: CustomTestStringConvertible {
    var viewport = #"{"width":320,"height":568,"unit":"point"}"#
    var locale: String?
    var type = "standard"
    /// Members of `setItems` beside the container.
    var left: String?
    var right: String?
    let places: [String: Double]
    var overflow: [String] = []

    var testDescription: String { "\(viewport) \(left ?? "") \(right ?? "")" }
  }

  /// Items of these names and widths.
  private static func items(_ items: KeyValuePairs<String, Double>, _ more: String = "") -> String {
    let texts = items.map { #"{"id":"\#($0.key)","width":\#($0.value)}"# }
    return #""items":[\#(texts.joined(separator: ","))]"# + more
  }

  @Test(
    "the margin",
    arguments: [
      Row(left: items(["a": 10]), right: items(["z": 10]), places: ["a": 16, "z": 294]),
      Row(
        viewport: #"{"width":413.9,"height":1,"unit":"point"}"#, left: items(["a": 10]),
        places: ["a": 16]),
      Row(
        viewport: #"{"width":414,"height":1,"unit":"point"}"#, left: items(["a": 10]),
        right: items(["z": 10]), places: ["a": 20, "z": 384]),
      Row(
        viewport: #"{"width":80,"height":24}"#, left: items(["a": 10]), right: items(["z": 10]),
        places: ["a": 0, "z": 70]),
      Row(
        viewport: #"{"width":500,"height":24,"unit":"cell"}"#, left: items(["a": 10]),
        places: ["a": 0]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","margin":7.5}"#, left: items(["a": 10]),
        right: items(["z": 10]), places: ["a": 7.5, "z": 302.5]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","margin":0}"#, left: items(["a": 10]),
        places: ["a": 0]),
    ])
  func margins(row: Row) throws { try check(row) }

  @Test(
    "order, spacing and offset",
    arguments: [
      Row(
        left: items(["a": 10, "b": 20, "c": 5]), right: items(["x": 10, "y": 20]),
        places: ["a": 16, "b": 26, "c": 46, "x": 274, "y": 284]),
      Row(
        left: items(["a": 10, "b": 20], #","spacing":4"#),
        right: items(["x": 10, "y": 20], #","spacing":0.5"#),
        places: ["a": 16, "b": 30, "x": 273.5, "y": 284]),
      Row(
        left: items(["a": 10, "b": 20], #","offset":16"#),
        right: items(["x": 10, "y": 20], #","offset":16"#),
        places: ["a": 0, "b": 10, "x": 290, "y": 300]),
      Row(
        left: items(["a": 10, "b": 20], #","offset":20"#), places: ["a": -4, "b": 6]),
      Row(
        left: items(["a": 10, "b": 20], #","order":"outsideIn""#),
        right: items(["x": 10, "y": 20], #","order":"outsideIn""#),
        places: ["a": 16, "b": 26, "y": 274, "x": 294]),
      Row(
        right: items(["x": 10, "y": 20], #","order":"outsideIn","spacing":2,"offset":6"#),
        places: ["y": 278, "x": 300]),
    ])
  func orders(row: Row) throws { try check(row) }

  @Test(
    "from right to left everything is mirrored",
    arguments: [
      Row(
        locale: "ar", left: items(["a": 10, "b": 20]), right: items(["x": 10, "y": 20]),
        places: ["a": 294, "b": 274, "x": 36, "y": 16]),
      Row(
        locale: "he_IL.UTF-8", left: items(["a": 10, "b": 20], #","offset":16,"spacing":1"#),
        places: ["a": 310, "b": 289]),
      Row(
        locale: "fa", right: items(["x": 10, "y": 20], #","order":"outsideIn""#),
        places: ["x": 16, "y": 26]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","rightToLeft":true}"#, locale: "en",
        left: items(["a": 10]), places: ["a": 294]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","rightToLeft":false}"#, locale: "ar",
        left: items(["a": 10]), places: ["a": 16]),
    ])
  func mirrored(row: Row) throws { try check(row) }

  @Test(
    "items without room give way, the last first",
    arguments: [
      // 288 points between the margins.
      Row(
        left: items(["a": 100, "b": 100]), right: items(["x": 88]),
        places: ["a": 16, "b": 116, "x": 216]),
      Row(
        left: items(["a": 100, "b": 100]), right: items(["x": 88.5]),
        places: ["a": 16, "b": 116], overflow: ["x"]),
      Row(
        left: items(["a": 100, "b": 100]), right: items(["x": 50, "y": 38, "z": 1]),
        places: ["a": 16, "b": 116, "x": 216, "y": 266], overflow: ["z"]),
      Row(
        left: items(["a": 100, "b": 100, "c": 100]), right: items(["x": 10, "y": 10]),
        places: ["a": 16, "b": 116], overflow: ["y", "x", "c"]),
      Row(left: items(["a": 289]), places: [:], overflow: ["a"]),
      Row(left: items(["a": 288]), places: ["a": 16]),
      Row(
        right: items(["x": 100, "y": 188, "z": 1]), places: ["x": 16, "y": 116], overflow: ["z"]),
      // An offset carries items towards the edge and makes room.
      Row(
        left: items(["a": 200], #","offset":16"#), right: items(["x": 104]),
        places: ["a": 0, "x": 200]),
      Row(
        left: items(["a": 200], #","offset":15"#), right: items(["x": 104]), places: ["a": 1],
        overflow: ["x"]),
      // Spacing counts between items only.
      Row(
        left: items(["a": 100, "b": 100], #","spacing":8"#), right: items(["x": 80]),
        places: ["a": 16, "b": 124, "x": 224]),
      Row(
        left: items(["a": 100, "b": 100], #","spacing":8.1"#), right: items(["x": 80]),
        places: ["a": 16, "b": 124.1], overflow: ["x"]),
      Row(
        locale: "ar", left: items(["a": 200, "b": 80]), right: items(["x": 10]),
        places: ["a": 104, "b": 24], overflow: ["x"]),
      Row(
        viewport: #"{"width":0,"height":0,"unit":"point"}"#, left: items(["a": 1]),
        right: items(["x": 1]), places: [:], overflow: ["x", "a"]),
    ])
  func overflow(row: Row) throws { try check(row) }

  @Test(
    "the title keeps its room while it shows",
    arguments: [
      // The title from 110 to 210: 94 points on each side.
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","titleWidth":100}"#,
        left: items(["a": 47, "b": 47]), right: items(["x": 47, "y": 47]),
        places: ["a": 16, "b": 63, "x": 210, "y": 257]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","titleWidth":100}"#,
        left: items(["a": 47, "b": 48]), right: items(["x": 47, "y": 48]),
        places: ["a": 16, "x": 257], overflow: ["y", "b"]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","titleWidth":100}"#,
        type: "naviSearchBar",
        left: items(["a": 47, "b": 48]), right: items(["x": 47, "y": 48]),
        places: ["a": 16, "b": 63, "x": 209, "y": 256]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","titleWidth":400}"#,
        left: items(["a": 1]), right: items(["x": 1]), places: [:], overflow: ["x", "a"]),
      Row(
        viewport: #"{"width":320,"height":1,"unit":"point","titleWidth":0}"#,
        left: items(["a": 280]), places: ["a": 16]),
    ])
  func titles(row: Row) throws { try check(row) }

  @Test func widthsThatAreNotExactStillFit() throws {
    // Thirty tenths are a little more than three in binary.
    let viewport = #"{"width":3,"height":1,"unit":"point","margin":0}"#
    let tenths = (0..<30).map { #"{"id":"i\#($0)","width":0.1}"# }.joined(separator: ",")
    var bar = try BarBench.bar(viewport: viewport)
    try bar.setItems(#"{"container":"left","items":[\#(tenths)]}"#)
    #expect(bar.published.overflow == [])
    let x = try #require(bar.published.leftItems[29].x)
    #expect(abs(x - 2.9) < 1e-9)
  }

  @Test func aNewDisplayIsANewLayout() throws {
    var bar = try BarBench.bar()
    try bar.setItems(#"{"container":"left","items":[{"id":"a","width":300}]}"#)
    #expect(bar.published.overflow == ["a"] && bar.published.leftItems[0].x == nil)
    let revision = bar.published.revision
    bar.layOut(in: try BarBench.metrics(#"{"width":400,"height":1,"unit":"point"}"#))
    #expect(bar.published.overflow == [] && bar.published.leftItems[0].x == 16)
    #expect(bar.published.revision == revision + 1)
    bar.layOut(in: try BarBench.metrics(#"{"width":400,"height":2,"unit":"point"}"#))
    #expect(bar.published.revision == revision + 1, "the height of the display does not matter")
  }

  private func check(_ row: Row, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var bar = try BarBench.bar(
      #"{"type":"\#(row.type)"}"#, viewport: row.viewport, locale: row.locale)
    for (container, members) in [("left", row.left), ("right", row.right)] {
      if let members { try bar.setItems(#"{"container":"\#(container)",\#(members)}"#) }
    }
    #expect(bar.published.overflow == row.overflow, sourceLocation: sourceLocation)
    for item in bar.published.leftItems + bar.published.rightItems {
      guard let expected = row.places[item.id] else {
        #expect(item.x == nil && row.overflow.contains(item.id), sourceLocation: sourceLocation)
        continue
      }
      let x = try #require(item.x, "\(item.id)", sourceLocation: sourceLocation)
      #expect(abs(x - expected) < 1e-9, "\(item.id) at \(x)", sourceLocation: sourceLocation)
    }
  }
}
