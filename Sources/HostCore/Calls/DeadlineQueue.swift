/// Deadlines in order of time, with removal of any of them in logarithmic time.
///
/// A relayed call arms a deadline of seconds and is answered within microseconds. A heap from which
/// answered calls vanish only when their time comes would hold every call of the last nine seconds;
/// here each entry knows its place in the heap and leaves with its call.
struct DeadlineQueue<Payload> {
  /// An armed deadline; good until it fires or is removed.
  struct Handle: Hashable {
    fileprivate let slot: Int
    fileprivate let generation: UInt32
  }

  private struct Slot {
    var generation: UInt32 = 0
    var heapIndex = -1
    var payload: Payload?
  }

  private struct Node {
    let time: Instant
    let order: UInt64
    let slot: Int
  }

  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var heap: [Node] = []
  private var nextOrder: UInt64 = 0

  /// The number of armed deadlines.
  var count: Int { heap.count }

  /// The earliest deadline.
  var next: Instant? { heap.first?.time }

  /// Arms a deadline; equal times fire in the order in which they were armed.
  mutating func insert(_ payload: Payload, at time: Instant) -> Handle {
    let slot = takeSlot()
    slots[slot].payload = payload
    nextOrder += 1
    heap.append(Node(time: time, order: nextOrder, slot: slot))
    slots[slot].heapIndex = heap.count - 1
    siftUp(from: heap.count - 1)
    return Handle(slot: slot, generation: slots[slot].generation)
  }

  /// Disarms a deadline; one that has fired or was removed before is ignored.
  mutating func remove(_ handle: Handle) {
    guard slots[handle.slot].generation == handle.generation else { return }
    removeNode(at: slots[handle.slot].heapIndex)
  }

  /// Takes the earliest deadline out if its time has come.
  mutating func popExpired(at now: Instant) -> Payload? {
    guard let first = heap.first, first.time <= now else { return nil }
    let payload = slots[first.slot].payload
    removeNode(at: 0)
    return payload
  }

  private mutating func takeSlot() -> Int {
    if let slot = freeSlots.popLast() { return slot }
    slots.append(Slot())
    return slots.count - 1
  }

  private mutating func removeNode(at index: Int) {
    let slot = heap[index].slot
    slots[slot].payload = nil
    slots[slot].heapIndex = -1
    slots[slot].generation &+= 1
    freeSlots.append(slot)
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    slots[last.slot].heapIndex = index
    siftDown(from: index)
    siftUp(from: index)
  }

  private func comesFirst(_ left: Node, _ right: Node) -> Bool {
    left.time == right.time ? left.order < right.order : left.time < right.time
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard comesFirst(heap[index], heap[parent]) else { return }
      swapNodes(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var smallest = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count {
        if comesFirst(heap[child], heap[smallest]) { smallest = child }
      }
      guard smallest != index else { return }
      swapNodes(index, smallest)
      index = smallest
    }
  }

  private mutating func swapNodes(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    slots[heap[left].slot].heapIndex = left
    slots[heap[right].slot].heapIndex = right
  }
}
