import HostProtocol
import Testing

@testable import HostCore

/// What lies under a point (contracts, 2.4).
@Suite struct BarHitTestTests {
  @Test(
    "the vectors of the contract: w = 100, h = 44",
    arguments: [
      (Container.left, 16.0, -16.0, 0.0, true), (.left, 16, -16.5, 0, false),
      (.left, 16, 83.9, 0, true), (.left, 16, 84, 0, false), (.left, 16, 0, 44, false),
      (.left, 16, 0, 43.9, true), (.left, 16, 0, -0.1, false),
      (.right, 16, 15.9, 0, false), (.right, 16, 16, 0, true), (.right, 16, 115.9, 0, true),
      (.right, 16, 116, 0, false), (.right, 16, 20, 44, false),
      (.left, 20, -20, 0, true), (.left, 20, -20.5, 0, false), (.left, 20, 80, 0, false),
      (.right, 20, 119.9, 0, true), (.right, 20, 120, 0, false),
      (.left, 0, 0, 0, true), (.left, 0, 100, 0, false), (.left, 0, -0.1, 0, false),
      (.right, 0, 0, 0, true), (.right, 0, 100, 0, false),
    ])
  func vectors(
    container: Container, offset: Double, x: Double, y: Double, isInside: Bool
  ) throws {
    let bar = try bar(container, offset: offset)
    let hit = bar.layout.hit(x: x, y: y, in: container, height: 44)
    #expect(hit == (isInside ? BarHit(container: container, item: "i") : BarHit()))
    // The same place, as a point of the bar.
    let origin = container == .left ? 16.0 : 320 - 16 - 100
    #expect(bar.layout.hit(x: origin + x, y: y, in: nil, height: 44) == hit)
  }

  @Test(
    "with hitSlop the space up to the edge belongs to the outermost item",
    arguments: [
      // In the container's own coordinates: the margin is 16.
      (Container.left, 0.0, -16.0, "a"), (.left, 0, -16.5, nil), (.left, 0, 59.9, "b"),
      (.left, 0, 60, nil), (.left, 10, -16, "a"), (.left, 10, 49.9, "b"), (.left, 10, 50, nil),
      (.left, 20, -20, "a"), (.left, 20, -20.5, nil),
      (.right, 0, 75.9, "b"), (.right, 0, 76, nil), (.right, 0, -0.1, nil), (.right, 10, 9.9, nil),
      (.right, 10, 10, "a"), (.right, 10, 75.9, "b"),
    ] as [(Container, Double, Double, String?)])
  func slop(container: Container, offset: Double, x: Double, item: String?) throws {
    var bar = try BarBench.bar()
    try bar.setItems(
      #"""
      {"container":"\#(container.rawValue)","offset":\#(offset),"hitSlop":true,
       "items":[{"id":"a","width":20},{"id":"b","width":40}]}
      """#)
    let hit = bar.layout.hit(x: x, y: 0, in: container, height: 60)
    #expect(hit == (item == nil ? BarHit() : BarHit(container: container, item: item)))
  }

  @Test(
    "between items is the container alone",
    arguments: [
      (0.0, "a"), (9.9, "a"), (10, nil), (14.9, nil), (15, "b"), (24.9, "b"),
    ] as [(Double, String?)])
  func spacing(x: Double, item: String?) throws {
    var bar = try BarBench.bar()
    try bar.setItems(
      #"""
      {"container":"left","spacing":5,"items":[{"id":"a","width":10},{"id":"b","width":10}]}
      """#)
    #expect(
      bar.layout.hit(x: x, y: 0, in: .left, height: 60)
        == BarHit(container: .left, item: item))
  }

  @Test func anEmptyContainerIsHitNowhere() throws {
    var bar = try BarBench.bar()
    #expect(bar.layout.hit(x: 0, y: 0, in: .left, height: 60) == BarHit())
    try bar.setItems(#"{"container":"left","items":[],"offset":16}"#)
    #expect(bar.layout.hit(x: 0, y: 0, in: .left, height: 60) == BarHit())
    #expect(bar.layout.hit(x: 160, y: 0, in: nil, height: 60) == BarHit())
  }

  @Test(
    "an empty container with hitSlop stands for its side's button",
    arguments: [
      ("{}", Container.left, -16.0, ComponentName.left), ("{}", .left, -0.1, .left),
      ("{}", .left, 0, nil), ("{}", .right, 0, .right), ("{}", .right, 16, nil),
      (#"{"components":{"left":{"hidden":true}}}"#, .left, -1, nil),
      (#"{"style":{"name":"Bare","parts":[]}}"#, .left, -1, nil),
      (#"{"leftItems":[{"id":"a","width":10}]}"#, .left, -1, nil),
    ] as [(String, Container, Double, ComponentName?)])
  func buttons(setup: String, container: Container, x: Double, component: ComponentName?) throws {
    var bar = try BarBench.bar(setup)
    if bar.published.leftItems.isEmpty {
      try bar.setItems(#"{"container":"\#(container.rawValue)","items":[],"hitSlop":true}"#)
    }
    let hit = bar.hitTest(NavigationBarHitTest(screen: "s", container: container, x: x, y: 0))
    #expect(hit.component == component && hit.item == nil)
  }

  @Test func theBarsOwnHeightCounts() throws {
    let bar = try bar(.left, offset: 0)
    for (y, isInside) in [(43.9, true), (44, false)] {
      let hit = bar.hitTest(NavigationBarHitTest(screen: "s", container: .left, x: 0, y: y))
      #expect((hit.item == "i") == isInside && hit.component == nil)
    }
  }

  @Test func whatOverflowedIsNotThere() throws {
    var bar = try BarBench.bar()
    try bar.setItems(
      #"{"container":"left","items":[{"id":"a","width":100},{"id":"b","width":300}]}"#)
    #expect(bar.layout.hit(x: 99, y: 0, in: .left, height: 60).item == "a")
    #expect(bar.layout.hit(x: 100, y: 0, in: .left, height: 60) == BarHit())
  }

  @Test(
    "from right to left the boxes are mirrored too",
    arguments: [
      (15.9, false), (16.0, true), (115.9, true), (116, false),
    ])
  func mirrored(x: Double, isInside: Bool) throws {
    let bar = try bar(.left, offset: 16, locale: "ar")
    #expect(
      bar.layout.hit(x: x, y: 0, in: .left, height: 44)
        == (isInside ? BarHit(container: .left, item: "i") : BarHit()))
  }

  @Test func edgesHoldForSumsThatAreNotExact() throws {
    var bar = try BarBench.bar()
    let items = (0..<10).map { #"{"id":"i\#($0)","width":0.1}"# }.joined(separator: ",")
    try bar.setItems(#"{"container":"left","items":[\#(items)]}"#)
    #expect(bar.layout.hit(x: 0.3, y: 0, in: .left, height: 1).item == "i3")
    #expect(bar.layout.hit(x: 0.8, y: 0, in: .left, height: 1).item == "i8")
    #expect(bar.layout.hit(x: 1, y: 0, in: .left, height: 1) == BarHit())
  }

  private func bar(
    _ container: Container, offset: Double, locale: String? = nil
  ) throws -> NavigationBarState {
    var bar = try BarBench.bar(#"{"height":44}"#, locale: locale)
    try bar.setItems(
      #"""
      {"container":"\#(container.rawValue)","offset":\#(offset),"items":[{"id":"i","width":100}]}
      """#)
    return bar
  }
}
