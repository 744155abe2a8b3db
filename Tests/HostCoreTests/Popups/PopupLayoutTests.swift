import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Where a popup stands (contracts, section 3.1).
@Suite struct PopupLayoutTests {
  /// A row of a table: viewport, wanted size, frame, overflow.
  struct Vector: CustomTestStringConvertible {
    let viewport: Viewport
    let size: Size
    var sizing = Sizing()
    let frame: PopupFrame
    var overflow = Size(width: 0, height: 0)

    var testDescription: String {
      "\(size.width)×\(size.height) in \(viewport.width)×\(viewport.height)"
    }
  }

  static let contractVectors = [
    points(320, 568, size(400, 300), frame(16, 134, 288, 300), overflow: size(112, 0)),
    points(375, 667, size(300, 533.6), frame(18.75, 33.35, 337.5, 600.3)),
    points(375, 667, size(299.9, 534), frame(37.55, 33.35, 299.9, 600.3)),
    points(1000, 1000, size(800, 799), frame(50, 100.5, 900, 799)),
    points(1000, 1000, size(799, 800), frame(100.5, 50, 799, 900)),
    points(1000, 1000, size(5000, 10), frame(50, 495, 900, 10), overflow: size(4100, 0)),
    cells(80, 24, size(63, 19), frame(8, 2, 63, 19)),
    cells(80, 24, size(64, 20), frame(4, 1, 72, 21)),
  ]

  static let clampedVectors = [
    points(
      1000, 1000, size(850, 5000), frame(75, 50, 850, 900), sizing: clamp, overflow: size(0, 4100)),
    points(1000, 1000, size(800, 900), frame(100, 50, 800, 900), sizing: clamp),
    points(
      1000, 1000, size(900.5, 1), frame(50, 499.5, 900, 1), sizing: clamp, overflow: size(0.5, 0)),
    cells(80, 24, size(80, 24), frame(4, 1, 72, 21), sizing: clamp, overflow: size(8, 3)),
  ]

  static let edgeVectors = [
    // The default is enlarged from 0.8 on, also between the two numbers.
    points(100, 100, size(80, 79.999), frame(5, 10.0005, 90, 79.999)),
    points(100, 100, size(85, 90), frame(5, 5, 90, 90)),
    // Each popup has its own numbers, and 0.29 × 100 is 28.999999999999996.
    cells(
      100, 100, size(100, 1), frame(35, 49, 29, 1), sizing: Sizing(maxSize: 0.29),
      overflow: size(71, 0)),
    cells(100, 100, size(29, 28), frame(5, 36, 90, 28), sizing: Sizing(multiple: 0.29)),
    points(100, 100, size(1, 1), frame(5, 5, 90, 90), sizing: Sizing(multiple: 0)),
    points(100, 100, size(50, 100), frame(25, 0, 50, 100), sizing: Sizing(multiple: 1, maxSize: 1)),
    // Rounded down: the size, the place, what does not fit.
    cells(80, 24, size(10.9, 3.5), frame(35, 10, 10, 3)),
    cells(81, 25, size(10, 4), frame(35, 10, 10, 4)),
    points(81, 25, size(10, 4), frame(35.5, 10.5, 10, 4)),
    // FC-210: no viewport is too small.
    cells(1, 1, size(100, 100), frame(0, 0, 0, 0), overflow: size(100, 100)),
    cells(0, 0, size(5, 5), frame(0, 0, 0, 0), overflow: size(5, 5)),
    points(0, 0, size(0, 0), frame(0, 0, 0, 0)),
    points(
      10, 10, size(.greatestFiniteMagnitude, 0), frame(0.5, 5, 9, 0),
      overflow: size(.greatestFiniteMagnitude, 0)),
  ]

  @Test(
    "each axis has its size below 0.8 of the viewport, and 0.9 of it from there on",
    arguments: contractVectors)
  func contract(vector: Vector) { check(vector) }

  @Test("clamped, it has its size up to 0.9 of the viewport", arguments: clampedVectors)
  func clamped(vector: Vector) { check(vector) }

  @Test("edges", arguments: edgeVectors)
  func edges(vector: Vector) { check(vector) }

  @Test("FC-211: whatever the sizes, the frame lies in the viewport and no number is negative")
  func staysInside() {
    for width in stride(from: 0.0, through: 30, by: 1) {
      for height in stride(from: 0.0, through: 30, by: 0.5) {
        for unit in [ViewportUnit.cell, .point] {
          let viewport = Viewport(width: width, height: 30 - height, unit: unit)
          let layout = PopupLayout(size(height * 2, width), Sizing(), in: viewport)
          let frame = layout.frame
          let isInside =
            frame.x >= 0 && frame.y >= 0 && frame.width >= 0 && frame.height >= 0
            && frame.x + frame.width <= viewport.width
            && frame.y + frame.height <= viewport.height
          #expect(isInside, "\(frame) in \(viewport)")
          #expect(layout.overflow.width >= 0 && layout.overflow.height >= 0)
        }
      }
    }
  }

  @Test(
    "a size that is no size is refused with its path",
    arguments: [
      (size(-1, 0), "/width"), (size(0, -0.5), "/height"), (size(.nan, 0), "/width"),
      (size(0, .infinity), "/height"), (size(-.infinity, 0), "/width"),
    ])
  func refusesNonsense(size: Size, path: String) {
    let failure = #expect(throws: DecodingFailure.self) { try PopupLayout.check(size) }
    #expect(failure?.path == path)
  }

  @Test("the left and upper edges belong to the popup, the others do not")
  func halfOpen() {
    let layout = PopupLayout(
      size(20, 10), Sizing(), in: Viewport(width: 100, height: 100, unit: .point))
    #expect(layout.frame == frame(40, 45, 20, 10))
    let points: [(Double, Double, Bool)] = [
      (40, 45, true), (39.9, 45, false), (40, 44.9, false), (59.9, 54.9, true),
      (60, 50, false), (50, 55, false), (-1, -1, false),
    ]
    for (x, y, isInside) in points {
      #expect(layout.contains(x: x, y: y) == isInside, "\(x), \(y)")
    }
  }

  private func check(_ vector: Vector) {
    let layout = PopupLayout(vector.size, vector.sizing, in: vector.viewport)
    func near(_ left: Double, _ right: Double) -> Bool {
      abs(left - right) <= 1e-9 * max(1, abs(right))
    }
    let frame = layout.frame
    let isRight =
      near(frame.x, vector.frame.x) && near(frame.y, vector.frame.y)
      && near(frame.width, vector.frame.width) && near(frame.height, vector.frame.height)
    #expect(isRight, "\(frame) is not \(vector.frame)")
    let isRest =
      near(layout.overflow.width, vector.overflow.width)
      && near(layout.overflow.height, vector.overflow.height)
    #expect(isRest, "\(layout.overflow) is not \(vector.overflow)")
  }

  private static let clamp = Sizing(rule: .clamp)

  private static func points(
    _ width: Double, _ height: Double, _ size: Size, _ frame: PopupFrame,
    sizing: Sizing = Sizing(), overflow: Size = Size(width: 0, height: 0)
  ) -> Vector {
    Vector(
      viewport: Viewport(width: width, height: height, unit: .point), size: size, sizing: sizing,
      frame: frame, overflow: overflow)
  }

  private static func cells(
    _ width: Double, _ height: Double, _ size: Size, _ frame: PopupFrame,
    sizing: Sizing = Sizing(), overflow: Size = Size(width: 0, height: 0)
  ) -> Vector {
    Vector(
      viewport: Viewport(width: width, height: height, unit: .cell), size: size, sizing: sizing,
      frame: frame, overflow: overflow)
  }
}

private func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PopupFrame {
  PopupFrame(x: x, y: y, width: width, height: height)
}
