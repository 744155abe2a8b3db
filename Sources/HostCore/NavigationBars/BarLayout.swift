import HostProtocol

/// Where the items of a bar lie, and which have no room (contracts, 2.2 and 2.3).
///
/// Everything is computed for left to right and then mirrored where the locale asks for it: there the
/// left container lies on the right, and each row begins there.
struct BarLayout: Equatable {
  /// The items of one container, in its own coordinates: 0 is where the container would begin without
  /// its offset.
  struct Row: Equatable {
    /// An item and the place of its left edge, without the container's offset.
    struct Place: Equatable {
      let id: String
      let start: Double
      let width: Double
    }

    /// Where the row begins in the bar, without the offset.
    let origin: Double
    let width: Double
    /// What the offset adds to every x: below 0 towards the left edge.
    let shift: Double
    /// The displayed items, from left to right.
    let places: [Place]
    /// Where a point is in the row; with `hitSlop` the space up to the edge belongs to it.
    let box: Range<Double>
  }

  let left: Row
  let right: Row
  /// The ids of the items without room, in the order in which they gave way.
  let overflow: [String]

  /// Lays out the items of both containers; with `showsTitle` the title takes its room in the middle.
  init(left: ItemContainer, right: ItemContainer, in metrics: BarMetrics, showsTitle: Bool) {
    let fit = Fit(left: left, right: right, metrics: metrics, showsTitle: showsTitle)
    self.left = Row(left, count: fit.left, isLeft: true, in: metrics)
    self.right = Row(right, count: fit.right, isLeft: false, in: metrics)
    overflow =
      right.items[fit.right...].reversed().map(\.id)
      + left.items[fit.left...].reversed().map(\.id)
  }

  /// The row of a container.
  func row(_ container: Container) -> Row { container == .left ? left : right }

  /// The left edge of an item in the bar; nil for one without room.
  func x(of id: String) -> Double? {
    for row in [left, right] {
      guard let place = row.places.first(where: { $0.id == id }) else { continue }
      return row.origin + row.shift + place.start
    }
    return nil
  }
}

/// How many items of each container have room.
///
/// The last item gives way first: those of the right container, from its last to its first, then those
/// of the left one. Where the title is between them, each container has its own half.
private struct Fit {
  private(set) var left: Int
  private(set) var right: Int

  init(left: ItemContainer, right: ItemContainer, metrics: BarMetrics, showsTitle: Bool) {
    let leftEnds = left.extents.map { metrics.margin - left.offset + $0 }
    let rightStarts = right.extents.map { metrics.width - metrics.margin + right.offset - $0 }
    self.left = left.items.count
    self.right = right.items.count
    if showsTitle, metrics.titleWidth > 0 {
      let title = (metrics.width - metrics.titleWidth) / 2
      while self.left > 0, leftEnds[self.left - 1].exceeds(title) { self.left -= 1 }
      let end = metrics.width - title
      while self.right > 0, end.exceeds(rightStarts[self.right - 1]) { self.right -= 1 }
      return
    }
    // An empty container still has its margin.
    func overlaps(_ left: Int, _ right: Int) -> Bool {
      let end = left > 0 ? leftEnds[left - 1] : metrics.margin
      let start = right > 0 ? rightStarts[right - 1] : metrics.width - metrics.margin
      return end.exceeds(start)
    }
    while self.right > 0, overlaps(self.left, self.right) { self.right -= 1 }
    while self.left > 0, overlaps(self.left, self.right) { self.left -= 1 }
  }
}

extension ItemContainer {
  /// The width of the first item, of the first two, and so on.
  fileprivate var extents: [Double] {
    var sum = -spacing
    return items.map { item in
      sum += spacing + item.width
      return sum
    }
  }
}

extension BarLayout.Row {
  /// Lays out the first `count` items.
  fileprivate init(
    _ container: ItemContainer, count: Int, isLeft: Bool, in metrics: BarMetrics
  ) {
    let extents = container.extents
    width = count > 0 ? extents[count - 1] : 0
    let isAtLeftEdge = isLeft != metrics.isRightToLeft
    origin = isAtLeftEdge ? metrics.margin : metrics.width - metrics.margin - width
    // A container without items has nothing to shift.
    let offset = count > 0 ? container.offset : 0
    shift = isAtLeftEdge ? -offset : offset
    // An offset may carry the row past the edge; slop never makes the box smaller.
    let slop = container.hitSlop ? max(metrics.margin - offset, 0) : 0
    box =
      isAtLeftEdge ? shift - slop..<shift + width : shift..<shift + width + slop
    let isTurned = !isLeft && container.order == .outsideIn
    let shown = container.items[..<count]
    let ordered = isTurned != metrics.isRightToLeft ? Array(shown.reversed()) : Array(shown)
    var start = 0.0
    places = ordered.map { item in
      defer { start += item.width + container.spacing }
      return Place(id: item.id, start: start, width: item.width)
    }
  }
}

extension Double {
  /// Lengths that differ by less are the same: sums of widths are not exact.
  static let lengthTolerance = 1e-9

  /// Whether this length is more than another, by more than rounding can make.
  fileprivate func exceeds(_ other: Double) -> Bool { self > other + .lengthTolerance }
}
