import HostProtocol
import JSON

/// Where a popup stands in its viewport, and what of its content does not fit (protocol, PO-8 to PO-11).
struct PopupLayout: Equatable {
  let frame: PopupFrame
  let overflow: Size

  /// Products such as 0.29 × 100 miss the number that is meant by a little, which must decide nothing:
  /// no content would be enlarged, and a cell would be lost.
  private static let tolerance = 1e-9

  /// Places content that wants `size`.
  ///
  /// - Precondition: The numbers are finite and not negative; `check(_:)` tells.
  init(_ size: Size, _ sizing: Sizing, in viewport: Viewport) {
    // A unit that this host does not know counts as none told, and then cells are meant.
    let unit = viewport.unit == .point ? Unit.point : .cell
    let horizontal = Axis(size.width, sizing, in: viewport.width, unit)
    let vertical = Axis(size.height, sizing, in: viewport.height, unit)
    frame = PopupFrame(
      x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
    overflow = Size(width: horizontal.overflow, height: vertical.overflow)
  }

  /// Refuses a size that is no size, with the path inside of it.
  static func check(_ size: Size) throws(DecodingFailure) {
    for (name, length) in [("width", size.width), ("height", size.height)]
    where !length.isFinite || length < 0 {
      throw DecodingFailure(expected: "finite number of at least 0", found: "\(length)")
        .inside(name)
    }
  }

  /// Whether a point belongs to the popup: its left and upper edges do, the others do not.
  func contains(x: Double, y: Double) -> Bool {
    x >= frame.x && x < frame.x + frame.width && y >= frame.y && y < frame.y + frame.height
  }

  private enum Unit {
    case point
    case cell

    /// Cells can't be shared: what is less than a whole one is none.
    func fitting(_ length: Double) -> Double {
      switch self {
      case .point: length
      case .cell: (length + tolerance * max(1, length)).rounded(.down)
      }
    }
  }

  /// One axis; the rules hold for each by itself.
  private struct Axis {
    let start: Double
    let length: Double
    let overflow: Double

    init(_ source: Double, _ sizing: Sizing, in available: Double, _ unit: Unit) {
      length = unit.fitting(Self.length(source, sizing, in: available))
      start = unit.fitting(max(0, available - length) / 2)
      overflow = max(0, unit.fitting(source) - length)
    }

    private static func length(
      _ source: Double, _ sizing: Sizing, in available: Double
    ) -> Double {
      let most = available * sizing.maxSize
      switch sizing.rule {
      case .avpopup:
        let threshold = available * sizing.multiple
        return source >= threshold - tolerance * max(1, threshold) ? most : source
      case .clamp: return min(source, most)
      }
    }
  }
}
