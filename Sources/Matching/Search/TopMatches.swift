/// The best matches so far, at most `limit`: a heap with the worst of them on top.
struct TopMatches {
  private let limit: Int
  private var heap: [Match] = []

  /// Creates an empty list; allocates what it will need, up to a usual limit.
  init(limit: Int) {
    self.limit = limit
    heap.reserveCapacity(min(limit, 4096))
  }

  /// The worst match that counts; nil as long as every match does.
  var threshold: Match? { heap.count < limit ? nil : heap.first }

  /// The matches, best first.
  consuming func sorted() -> [Match] { heap.sorted(by: >) }

  /// The matches in no order.
  var unsorted: [Match] { heap }

  /// Adds a match if it is among the best.
  mutating func insert(_ match: Match) {
    if heap.count < limit {
      heap.append(match)
      siftUp()
    } else if let worst = heap.first, worst < match {
      heap[0] = match
      siftDown()
    }
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
