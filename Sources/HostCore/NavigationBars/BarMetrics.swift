import HostProtocol

/// What a front end's display means for the layout of bars (contracts, 2.3).
struct BarMetrics: Equatable {
  /// The bar's width, in the viewport's unit.
  var width: Double
  /// The space between an edge and the items beside it.
  var margin: Double
  /// The width that the title takes in the middle; 0 where the front end does not tell.
  var titleWidth: Double
  var isRightToLeft: Bool
  /// Whether a unit is a cell of a terminal and not a point.
  var isInCells: Bool

  /// From this width on the wider margin is taken: that of large phones on the original system.
  static let wideWidth = 414.0
  static let wideMargin = 20.0
  static let narrowMargin = 16.0

  /// Takes the metrics from what the front end told of itself.
  init(_ viewport: Viewport, locale: String?) {
    width = viewport.width
    isInCells = viewport.unit != .point
    margin = viewport.margin ?? Self.margin(width: viewport.width, isInCells: isInCells)
    titleWidth = viewport.titleWidth ?? 0
    isRightToLeft = viewport.rightToLeft ?? WritingDirection.isRightToLeft(locale: locale ?? "")
  }

  private static func margin(width: Double, isInCells: Bool) -> Double {
    if isInCells { return 0 }
    return width >= wideWidth ? wideMargin : narrowMargin
  }
}
