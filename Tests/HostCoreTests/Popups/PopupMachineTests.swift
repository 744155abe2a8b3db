import HostProtocol
import Testing

@testable import HostCore

/// The life of one popup, apart from what it shows.
@Suite struct PopupMachineTests {
  private static let swipe = PopupEnd(.swipe)

  private func machine(stay: Duration? = nil, acknowledgement: Duration? = nil) -> PopupMachine {
    var machine = PopupMachine()
    machine.times = .init(
      entrance: .milliseconds(200), stay: stay, acknowledgement: acknowledgement)
    return machine
  }

  @Test func goesFromCreatedToDismissed() {
    var machine = machine(acknowledgement: .milliseconds(1200))
    #expect(machine.handle(.present) == [.tellPresent, .arm(.milliseconds(200))])
    #expect(machine.state == .presenting)
    #expect(machine.handle(.deadline) == [.disarm])
    #expect(machine.state == .presented)
    #expect(machine.handle(.end(Self.swipe)) == [.tellDismiss, .arm(.milliseconds(1200))])
    #expect(machine.state == .dismissing(.callBack(Self.swipe)))
    #expect(machine.handle(.acknowledged) == [.disarm, .callBack(Self.swipe)])
    #expect(machine.state == .dismissed)
  }

  @Test func withoutAcknowledgementTheCallbackFollowsAtOnce() {
    var machine = machine()
    _ = machine.handle(.present)
    #expect(machine.handle(.end(Self.swipe)) == [.tellDismiss, .disarm, .callBack(Self.swipe)])
  }

  @Test func anAcknowledgementThatDoesNotComeIsNotAwaitedForEver() {
    var machine = machine(acknowledgement: .seconds(1))
    _ = machine.handle(.present)
    _ = machine.handle(.end(Self.swipe))
    #expect(machine.handle(.deadline).contains(.callBack(Self.swipe)))
  }

  @Test func dismissedBeforeItIsPresentedItIsNeverShown() {
    var machine = machine(acknowledgement: .seconds(1))
    #expect(machine.handle(.end(Self.swipe)) == [.callBack(Self.swipe)])
    #expect(machine.handle(.present) == [])
  }

  @Test func presentingTwiceShowsItOnce() {
    var machine = machine()
    _ = machine.handle(.present)
    #expect(machine.handle(.present) == [])
    _ = machine.handle(.deadline)
    #expect(machine.handle(.present) == [])
  }

  @Test func itsTimeBeginsWhenItHasCome() {
    var machine = machine(stay: .seconds(3))
    _ = machine.handle(.present)
    #expect(machine.handle(.touched) == [.arm(.seconds(3))], "a touch proves that it is there")
    #expect(machine.handle(.touched) == [], "a second one gives it no more time")
    #expect(machine.handle(.changed) == [.arm(.seconds(3))], "new content does")
    #expect(machine.handle(.deadline).last == .callBack(PopupEnd(.timeout)))
  }

  @Test func withdrawnItWaitsAndIsPresentedAgain() {
    var machine = machine()
    _ = machine.handle(.present)
    #expect(machine.handle(.withdraw) == [.tellDismiss, .disarm, .requeue])
    #expect(machine.state == .created)
    #expect(machine.handle(.present).first == .tellPresent)
    #expect(machine.handle(.end(Self.swipe)).last == .callBack(Self.swipe))
  }

  @Test func anEndWhileItIsWithdrawnIsItsEnd() {
    var machine = machine(acknowledgement: .seconds(1))
    _ = machine.handle(.present)
    #expect(machine.handle(.withdraw) == [.tellDismiss, .arm(.seconds(1))])
    #expect(machine.handle(.end(Self.swipe)) == [])
    #expect(machine.handle(.acknowledged) == [.disarm, .callBack(Self.swipe)])
  }

  @Test func theFirstEndCounts() {
    var machine = machine(acknowledgement: .seconds(1))
    _ = machine.handle(.present)
    _ = machine.handle(.end(Self.swipe))
    #expect(machine.handle(.end(PopupEnd(.pluginGone))) == [])
    #expect(machine.handle(.frontEndGone) == [.disarm, .callBack(Self.swipe)])
  }

  @Test func withoutAFrontEndNothingIsToldToIt() {
    var created = machine()
    #expect(created.handle(.frontEndGone) == [.disarm, .callBack(PopupEnd(.frontEndGone))])
    var presented = machine(acknowledgement: .seconds(1))
    _ = presented.handle(.present)
    #expect(presented.handle(.frontEndGone) == [.disarm, .callBack(PopupEnd(.frontEndGone))])
  }

  @Test("whatever happens in whatever order, it is called back once, at its end")
  func calledBackOnce() {
    let inputs: [PopupMachine.Input] = [
      .present, .touched, .changed, .end(Self.swipe), .end(PopupEnd(.programmatic)), .withdraw,
      .acknowledged, .deadline,
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      var machine = machine(
        stay: random.next() % 2 == 0 ? .seconds(1) : nil,
        acknowledgement: random.next() % 2 == 0 ? .seconds(1) : nil)
      var actions: [PopupMachine.Action] = []
      for _ in 0..<12 { actions += machine.handle(inputs[Int(random.next() % 8)]) }
      #expect(actions.count(where: \.isCallBack) == (machine.state == .dismissed ? 1 : 0))
      actions += machine.handle(.frontEndGone)
      #expect(actions.count(where: \.isCallBack) == 1)
      #expect(inputs.flatMap { machine.handle($0) }.isEmpty, "nothing follows the callback")
      #expect(Self.backgrounds(actions).allSatisfy { (0...1).contains($0) }, "one, not two")
    }
  }

  /// How many backgrounds are shown after each action.
  private static func backgrounds(_ actions: [PopupMachine.Action]) -> [Int] {
    var count = 0
    return actions.map { action in
      switch action {
      case .tellPresent: count += 1
      case .tellDismiss: count -= 1
      default: break
      }
      return count
    }
  }
}

extension PopupMachine.Action {
  fileprivate var isCallBack: Bool {
    if case .callBack = self { true } else { false }
  }
}
