import HostProtocol

/// What lies under a point of a bar.
struct BarHit: Equatable {
  /// The container, or nil where the point is in none.
  var container: Container?
  /// The item, where the point is on one.
  var item: String?
}

extension BarLayout {
  /// Finds what lies at a point (contracts, 2.4): of the bar, or of a container in its own coordinates.
  func hit(x: Double, y: Double, in container: Container?, height: Double) -> BarHit {
    guard (0..<max(height, 0)).holds(y) else { return BarHit() }
    for side in Container.allCases where container == nil || container == side {
      let row = row(side)
      let local = container == nil ? x - row.origin : x
      guard row.box.holds(local) else { continue }
      return BarHit(container: side, item: row.item(at: local))
    }
    return BarHit()
  }
}

extension NavigationBarState {
  /// Finds what lies at a point, for a front end that asks.
  ///
  /// A container without items stands for the button of its side: with `hitSlop` that is how a tap at
  /// the edge finds the back button.
  func hitTest(_ point: NavigationBarHitTest) -> NavigationBarHitTest.Result {
    let hit = layout.hit(
      x: point.x, y: point.y, in: point.container, height: published.height)
    let button = hit.container.map { $0 == .left ? ComponentName.left : .right }
    let isEmpty = hit.container.map { layout.row($0).places.isEmpty } ?? false
    let isShown = button.flatMap { part(of: $0) }.map { !components[$0].hidden } ?? false
    return NavigationBarHitTest.Result(
      container: hit.container, item: hit.item, component: isEmpty && isShown ? button : nil)
  }
}

extension BarLayout.Row {
  /// The item at a place in the row's box; in the slop it is the outermost one.
  fileprivate func item(at x: Double) -> String? {
    let x = x - shift
    if (0..<width).holds(x) {
      return places.first { ($0.start..<$0.start + $0.width).holds(x) }?.id
    }
    return x < width / 2 ? places.first?.id : places.last?.id
  }
}

extension Range<Double> {
  /// Whether a value is in the half-open range: the lower bound is, the upper one is not, within what
  /// rounding can do.
  fileprivate func holds(_ value: Double) -> Bool {
    value >= lowerBound - .lengthTolerance && value < upperBound - .lengthTolerance
  }
}
