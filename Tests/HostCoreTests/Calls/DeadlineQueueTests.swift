import Testing

@testable import HostCore

@Suite struct DeadlineQueueTests {
  private func instant(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: UInt64(milliseconds) * 1_000_000)
  }

  @Test func firesInOrderOfTimeThenOfArming() {
    var queue = DeadlineQueue<String>()
    _ = queue.insert("b", at: instant(20))
    _ = queue.insert("a", at: instant(10))
    _ = queue.insert("c", at: instant(20))
    #expect(queue.next == instant(10))
    #expect(queue.popExpired(at: instant(9)) == nil)
    #expect(queue.popExpired(at: instant(30)) == "a")
    #expect(queue.popExpired(at: instant(30)) == "b")
    #expect(queue.popExpired(at: instant(30)) == "c")
    #expect(queue.next == nil)
  }

  @Test func aRemovedDeadlineNeverFiresAndTakesNoRoom() {
    var queue = DeadlineQueue<Int>()
    let kept = queue.insert(0, at: instant(5))
    for number in 1...10_000 {
      queue.remove(queue.insert(number, at: instant(number)))
    }
    #expect(queue.count == 1)
    queue.remove(kept)
    #expect(queue.popExpired(at: instant(100_000)) == nil)
  }

  @Test func aHandleOfAFiredDeadlineDoesNotRemoveItsSuccessor() {
    var queue = DeadlineQueue<String>()
    let first = queue.insert("first", at: instant(1))
    #expect(queue.popExpired(at: instant(1)) == "first")
    _ = queue.insert("second", at: instant(2))
    queue.remove(first)
    #expect(queue.popExpired(at: instant(2)) == "second")
  }

  @Test func agreesWithASortedListUnderRandomUse() {
    var random = SplitMix64(seed: 99)
    var queue = DeadlineQueue<Int>()
    var model: [(time: Int, number: Int, handle: DeadlineQueue<Int>.Handle)] = []
    for number in 0..<3000 {
      if Int.random(in: 0..<3, using: &random) < 2 || model.isEmpty {
        let time = Int.random(in: 0..<500, using: &random)
        model.append((time, number, queue.insert(number, at: instant(time))))
      } else {
        let victim = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        queue.remove(victim.handle)
      }
    }
    let expected = model.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number)
    var fired: [Int] = []
    while let number = queue.popExpired(at: instant(500)) { fired.append(number) }
    #expect(fired == expected)
  }
}
