import HostCore
import Testing

@testable import HostRuntime

@Suite struct LoopClockTests {
  private let second: UInt64 = 1_000_000_000

  @Test func timePassesAsLongAsTheLoopTurns() {
    var clock = LoopClock(at: second)
    clock.advance(to: 2 * second, waited: .seconds(1))
    clock.advance(to: 5 * second, waited: nil)
    #expect(clock.now == Instant(nanoseconds: 5 * second))
  }

  @Test("FC-085: time in which the loop stalled does not count") func stall() {
    var clock = LoopClock(at: 0)
    clock.advance(to: 61 * second, waited: .seconds(1))
    #expect(clock.now - Instant(nanoseconds: 0) == .seconds(1) + LoopLimits.stall)
    clock.advance(to: 62 * second, waited: .seconds(1))
    #expect(clock.now - Instant(nanoseconds: 0) == .seconds(2) + LoopLimits.stall)
  }
}
