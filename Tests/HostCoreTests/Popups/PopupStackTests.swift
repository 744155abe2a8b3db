import HostProtocol
import Testing

@testable import HostCore

/// Which popups are shown and which wait.
@Suite struct PopupStackTests {
  private typealias Action = PopupStack.Action

  @Test func theFirstIsShownAndTheOthersWait() {
    var stack = PopupStack()
    #expect(add(1, to: &stack) == [.present(id(1), level: 0)])
    #expect(add(2, to: &stack) == [])
    #expect(add(3, to: &stack) == [])
    #expect(stack.waiting(at: .screen) == 2)
    #expect(stack.handle(.left(id(1))) == [.present(id(2), level: 0)])
    #expect(stack.handle(.left(id(2))) == [.present(id(3), level: 0)])
    #expect(stack.handle(.left(id(3))) == [])
    #expect(stack.isEmpty)
  }

  @Test func theQueueIsOrderedByPriorityThenAge() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    for (number, priority) in [(2, 500), (3, 900), (4, 0), (5, 900), (6, 1000), (7, 500)] {
      _ = add(number, priority, to: &stack)
    }
    var order: [PopupID] = []
    var shown = id(1)
    while case .present(let next, _)? = stack.handle(.left(shown)).first {
      order.append(next)
      shown = next
    }
    #expect(order == [6, 3, 5, 2, 7, 4].map(id))
  }

  @Test func oneThatWaitsMayLeave() {
    var stack = PopupStack()
    for number in 1...3 { _ = add(number, to: &stack) }
    #expect(stack.handle(.left(id(2))) == [])
    #expect(stack.handle(.left(id(1))) == [.present(id(3), level: 0)])
  }

  // MARK: Overrides

  @Test(arguments: [(500, 500), (500, 501), (0, 0), (999, 1000)])
  func anEqualOrHigherOneTakesThePlace(shown: Int, override: Int) {
    var stack = PopupStack()
    _ = add(1, shown, to: &stack)
    #expect(stack.overrides(Self.override(override), at: .screen))
    #expect(stack.handle(.add(id(2), Self.override(override), at: .screen)) == [.withdraw(id(1))])
    #expect(stack.handle(.withdrawn(id(1))) == [.present(id(2), level: 0)])
    #expect(stack.handle(.left(id(2))) == [.present(id(1), level: 0)], "it was requeued")
  }

  @Test func aLowerOneIsRefusedAndTouchesNothing() {
    var stack = PopupStack()
    _ = add(1, 500, to: &stack)
    _ = add(2, 100, to: &stack)
    #expect(!stack.overrides(Self.override(499), at: .screen))
    #expect(stack.handle(.add(id(3), Self.override(499), at: .screen)) == [.override(id(3))])
    #expect(stack.handle(.left(id(3))) == [])
    #expect(stack.handle(.left(id(1))) == [.present(id(2), level: 0)])
  }

  @Test func oneThatWantsToBeDroppedEnds() {
    var stack = PopupStack()
    let dropped = Precedence(onOverride: .drop)
    _ = stack.handle(.add(id(1), dropped, at: .screen))
    #expect(stack.handle(.add(id(2), Self.override(500), at: .screen)) == [.override(id(1))])
    #expect(stack.handle(.left(id(1))) == [.present(id(2), level: 0)])
    #expect(stack.handle(.left(id(2))) == [])
  }

  @Test func anOverrideOfNothingIsShown() {
    var stack = PopupStack()
    #expect(!stack.overrides(Self.override(0), at: .screen))
    #expect(
      stack.handle(.add(id(1), Self.override(0), at: .screen)) == [.present(id(1), level: 0)])
  }

  @Test func aRequeuedOneIsOlderThanThoseThatWaited() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, to: &stack)
    _ = stack.handle(.add(id(3), Self.override(500), at: .screen))
    _ = stack.handle(.withdrawn(id(1)))
    #expect(stack.handle(.left(id(3))) == [.present(id(1), level: 0)])
  }

  @Test func theLastOfSeveralOverridesComes() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = stack.handle(.add(id(2), Self.override(500), at: .screen))
    #expect(stack.handle(.add(id(3), Self.override(400), at: .screen)) == [.override(id(3))])
    #expect(stack.handle(.add(id(4), Self.override(500), at: .screen)) == [])
    #expect(stack.handle(.withdrawn(id(1))) == [.present(id(4), level: 0)])
    #expect(stack.handle(.left(id(4))) == [.present(id(1), level: 0)])
    #expect(stack.handle(.left(id(1))) == [.present(id(2), level: 0)])
  }

  @Test func anOverrideThatWouldComeCanBeDropped() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    let dropped = Precedence(kind: .override, onOverride: .drop)
    _ = stack.handle(.add(id(2), dropped, at: .screen))
    #expect(stack.handle(.add(id(3), Self.override(500), at: .screen)) == [.override(id(2))])
    #expect(stack.handle(.left(id(2))) == [])
    #expect(stack.handle(.withdrawn(id(1))) == [.present(id(3), level: 0)])
  }

  @Test func whileOneLeavesTheNextCountsAsShown() {
    var stack = PopupStack()
    _ = add(1, 1000, to: &stack)
    _ = add(2, 300, to: &stack)
    _ = stack.handle(.leaving(id(1)))
    #expect(stack.handle(.add(id(3), Self.override(299), at: .screen)) == [.override(id(3))])
    #expect(stack.handle(.add(id(4), Self.override(300), at: .screen)) == [])
    #expect(stack.handle(.left(id(1))) == [.present(id(4), level: 0)])
    #expect(stack.handle(.left(id(4))) == [.present(id(2), level: 0)])
  }

  @Test func anOverrideThatEndsBeforeItCameLeavesTheTurnToTheQueue() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = stack.handle(.add(id(2), Self.override(500), at: .screen))
    _ = stack.handle(.left(id(2)))
    #expect(stack.handle(.withdrawn(id(1))) == [.present(id(1), level: 0)])
  }

  // MARK: Levels

  @Test func whatAnActionCausesStandsAbove() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    #expect(stack.place(causedBy: id(1)) == .above(id(1)))
    #expect(add(2, at: .above(id(1)), to: &stack) == [.present(id(2), level: 1)])
    #expect(
      add(3, at: stack.place(causedBy: id(2)), to: &stack) == [.present(id(3), level: 2)])
    #expect(stack.handle(.left(id(3))) == [])
    #expect(stack.handle(.left(id(2))) == [])
    #expect(add(4, at: .above(id(1)), to: &stack) == [.present(id(4), level: 1)])
  }

  @Test func thoseAboveAPopupWaitForEachOther() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, to: &stack)
    _ = add(3, at: .above(id(1)), to: &stack)
    #expect(add(4, at: .above(id(1)), to: &stack) == [])
    #expect(stack.handle(.left(id(3))) == [.present(id(4), level: 1)])
    #expect(stack.handle(.left(id(4))) == [])
    #expect(stack.handle(.left(id(1))) == [.present(id(2), level: 0)])
  }

  @Test func whatStoodAboveAPopupTakesItsPlace() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, to: &stack)
    _ = add(3, at: .above(id(1)), to: &stack)
    #expect(stack.handle(.left(id(1))) == [], "the screen is not free yet")
    #expect(stack.place(causedBy: id(1)) == .screen)
    #expect(stack.handle(.left(id(3))) == [.present(id(2), level: 0)])
  }

  @Test func itKeepsItsLevelAndWhatItCausesStandsAboveIt() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, at: .above(id(1)), to: &stack)
    _ = stack.handle(.left(id(1)))
    #expect(
      add(3, at: stack.place(causedBy: id(2)), to: &stack) == [.present(id(3), level: 2)])
    _ = stack.handle(.left(id(2)))
    #expect(
      add(4, at: stack.place(causedBy: id(3)), to: &stack) == [.present(id(4), level: 3)])
  }

  @Test func anOverrideComesBelowWhatStandsAbove() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, at: .above(id(1)), to: &stack)
    #expect(stack.handle(.add(id(3), Self.override(500), at: .screen)) == [.withdraw(id(1))])
    #expect(stack.handle(.withdrawn(id(1))) == [.present(id(3), level: 0)])
    #expect(stack.place(causedBy: id(1)) == .screen, "it is not shown now")
    #expect(stack.handle(.left(id(3))) == [], "the one above takes the place")
    #expect(stack.handle(.left(id(2))) == [.present(id(1), level: 0)])
  }

  @Test func noticesKeepNobodyWaiting() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    #expect(add(2, at: .notices, to: &stack) == [.present(id(2), level: 0)])
    #expect(add(3, at: .notices, to: &stack) == [])
    #expect(stack.handle(.left(id(2))) == [.present(id(3), level: 0)])
  }

  @Test func whatAPopupCausedAfterItsEndComesWhereItWas() {
    var stack = PopupStack()
    _ = add(1, to: &stack)
    _ = add(2, at: .above(id(1)), to: &stack)
    _ = stack.handle(.leaving(id(2)))
    #expect(stack.place(causedBy: id(2)) == .above(id(1)), "it goes, and the next comes there")
    _ = stack.handle(.left(id(2)))
    #expect(stack.place(causedBy: id(2)) == .above(id(1)))
    _ = stack.handle(.left(id(1)))
    #expect(stack.place(causedBy: id(2)) == .screen)
    #expect(stack.hasEnded(id(1)) && stack.hasEnded(id(2)) && !stack.hasEnded(id(3)))
    #expect(stack.place(causedBy: id(99)) == .screen)
  }

  @Test("whatever happens in whatever order, a place shows one popup and nobody is lost")
  func nobodyIsLost() {
    for seed in 0..<300 { Walk(seed: UInt64(seed)).run() }
  }

  // MARK: Support

  private static func override(_ priority: Int) -> Precedence {
    Precedence(kind: .override, priority: priority)
  }

  private func add(
    _ number: Int, _ priority: Int = 500, at place: PopupStack.Place = .screen,
    to stack: inout PopupStack
  ) -> [PopupStack.Action] {
    stack.handle(.add(id(number), Precedence(priority: priority), at: place))
  }
}

private func id(_ number: Int) -> PopupID { PopupID(number: UInt64(number)) }

/// A random history of a stack; front ends acknowledge late, so that every state is passed.
private struct Walk {
  var stack = PopupStack()
  var random: SplitMix64
  var shown: Set<PopupID> = []
  var waiting: Set<PopupID> = []
  /// Off the screen soon: whether for good.
  var leaving: [PopupID: Bool] = [:]
  var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func run() {
    var walk = self
    for _ in 0..<60 { walk.step() }
    var rounds = 0
    while !(walk.shown.isEmpty && walk.waiting.isEmpty), rounds < 1000 {
      walk.finish()
      rounds += 1
    }
    #expect(walk.stack.isEmpty, "all came and went")
  }

  private mutating func step() {
    switch random.next() % 4 {
    case 0, 1: add()
    case 2: end(shown.union(waiting).sorted())
    default: acknowledge()
    }
  }

  private mutating func finish() {
    if leaving.isEmpty { end(shown.sorted()) } else { acknowledge() }
  }

  private mutating func add() {
    count += 1
    let precedence = Precedence(
      kind: random.next() % 2 == 0 ? .enqueue : .override, priority: Int(random.next() % 3) * 500,
      onOverride: random.next() % 2 == 0 ? .requeue : .drop)
    let cause = random.next() % 3 == 0 ? shown.sorted().first : nil
    waiting.insert(id(count))
    take(.add(id(count), precedence, at: cause.map { stack.place(causedBy: $0) } ?? .screen))
  }

  private mutating func end(_ candidates: [PopupID]) {
    guard !candidates.isEmpty else { return }
    end(candidates[Int(random.next() % UInt64(candidates.count))])
  }

  private mutating func end(_ popup: PopupID) {
    guard shown.contains(popup) else {
      waiting.remove(popup)
      return take(.left(popup))
    }
    leaving[popup] = true
    take(.leaving(popup))
  }

  private mutating func acknowledge() {
    guard let popup = leaving.keys.min(), let isEnd = leaving.removeValue(forKey: popup) else {
      return
    }
    shown.remove(popup)
    if !isEnd { waiting.insert(popup) }
    take(isEnd ? .left(popup) : .withdrawn(popup))
  }

  private mutating func take(_ input: PopupStack.Input) {
    for action in stack.handle(input) {
      switch action {
      case .present(let popup, _):
        #expect(waiting.remove(popup) != nil, "only what waits is shown")
        shown.insert(popup)
      case .withdraw(let popup):
        #expect(shown.contains(popup))
        leaving[popup] = leaving[popup] ?? false
      case .override(let popup): end(popup)
      }
    }
  }
}
