import Testing

@testable import HostCore

/// The life of a plugin as tables: what happened, and what is to be done about it.
@Suite struct PluginLifecycleTests {
  typealias Input = PluginLifecycle.Input
  typealias Action = PluginLifecycle.Action

  static let run = RunID(1)
  static let step = Duration.seconds(2)

  /// A machine that is driven by hand, without jitter in what is compared.
  struct Driver {
    var life = PluginLifecycle(limits: LifecycleLimits())
    var random = SplitMix64(seed: 7)
    var now = Instant(nanoseconds: 0)

    mutating func callAsFunction(_ input: Input) -> [Action] {
      life.handle(input, at: now, random: &random)
    }

    mutating func makeReady(_ run: RunID = PluginLifecycleTests.run) {
      _ = self(.start(run))
      _ = self(.spawned)
      _ = self(.handshakeSucceeded)
    }
  }

  @Test func startsShakesHandsAndDeliversWhatWaited() {
    var drive = Driver()
    #expect(drive(.start(Self.run)) == [.disarm, .spawn(Self.run), .announce])
    #expect(drive(.start(RunID(2))).isEmpty, "one process at a time")
    #expect(drive(.spawned) == [.sendInitialize, .arm(.seconds(10)), .announce])
    #expect(drive(.handshakeSucceeded) == [.disarm, .announce, .deliverWaiting])
    #expect(drive.life.state == .ready(Self.run))
  }

  @Test func stopsStepByStepAndKillsWhatStays() {
    var drive = Driver()
    drive.makeReady()
    #expect(drive(.stopAtOnce).suffix(2) == [.sendShutdown, .arm(Self.step)])
    #expect(drive(.deadline) == [.sendExit, .arm(Self.step)])
    #expect(drive(.deadline) == [.signal(.terminate), .arm(Self.step)])
    #expect(drive(.deadline) == [.signal(.kill), .arm(Self.step)])
    #expect(drive(.deadline) == [.signal(.kill), .arm(Self.step)], "again, until it is gone")
    #expect(drive(.exited(.signaled(9))) == [.disarm, .announce])
    #expect(drive.life.state == .stopped)
  }

  @Test("FC-153: a second stop joins the first and shortens nothing")
  func secondStopJoinsTheFirst() {
    var drive = Driver()
    drive.makeReady()
    _ = drive(.stop)
    _ = drive(.drained)
    let before = drive.life.state
    #expect(drive(.stop).isEmpty)
    #expect(drive.life.state == before)
  }

  @Test("FC-084: start, stop, start, stop, start ends with one process")
  func quickStartsAndStopsEndWithOneProcess() {
    var drive = Driver()
    var spawned = 0
    var run: UInt32 = 1
    for _ in 0..<100 {
      for input in [Input.start(RunID(run)), .stop, .start(RunID(run + 1))] {
        spawned += drive(input).filter { if case .spawn = $0 { true } else { false } }.count
      }
      // The one process that runs or ends is told to have come and gone.
      _ = drive(.spawned)
      for action in drive(.exited(.exited(0))) where action == .startAgain {
        run += 2
        spawned += drive(.start(RunID(run))).contains(.spawn(RunID(run))) ? 1 : 0
      }
      run += 2
    }
    #expect(spawned >= 100)
    #expect(drive.life.run != nil)
  }

  @Test("FC-063: an exit before initialize fails what waits at once")
  func exitBeforeTheHandshakeFailsWaitingCalls() {
    var drive = Driver()
    _ = drive(.start(Self.run))
    _ = drive(.spawned)
    let actions = drive(.exited(.exited(2)))
    #expect(actions.first == .failCalls("it exited with code 2 before it answered initialize"))
    guard case .backoff = drive.life.state else {
      Issue.record("a crash should lead to a back-off, not \(drive.life.state)")
      return
    }
  }

  @Test("FC-067: crashes wait longer each time and end in quarantine; restart resets it")
  func crashesEndInQuarantine() {
    var drive = Driver()
    var waits: [Duration] = []
    for run in 1...4 {
      drive.makeReady(RunID(UInt32(run)))
      for case .arm(let wait) in drive(.exited(.signaled(11))) { waits.append(wait) }
      drive.now = drive.now + .seconds(1)
      #expect(drive(.deadline) == [.startAgain])
    }
    #expect(waits.count == 4)
    for (index, wait) in waits.enumerated() {
      let full = Duration.milliseconds(250 << index)
      #expect(wait <= full && wait >= full * 8 / 10, "wait \(index) is \(wait)")
    }
    drive.makeReady(RunID(5))
    _ = drive(.exited(.signaled(11)))
    #expect(drive.life.state == .quarantined)
    #expect(drive(.start(RunID(6))).isEmpty, "a call does not lift the quarantine")
    #expect(drive(.restart) == [.disarm, .startAgain])
    #expect(drive(.start(RunID(7))).contains(.spawn(RunID(7))))
  }

  @Test func healthyServiceForgivesOldCrashes() {
    var drive = Driver()
    for run in 1...20 {
      drive.makeReady(RunID(UInt32(run)))
      drive.now = drive.now + .seconds(61)
      _ = drive(.exited(.exited(1)))
      #expect(drive.life.state != .quarantined)
      _ = drive(.deadline)
    }
  }

  @Test func leavingWithCodeZeroIsNoCrash() {
    var drive = Driver()
    drive.makeReady()
    #expect(drive(.exited(.exited(0))).contains(.announce))
    #expect(drive.life.state == .stopped)
    #expect(drive.life.restartCount == 0)
  }

  @Test func silenceInTheHandshakeIsEndedBySignals() {
    var drive = Driver()
    _ = drive(.start(Self.run))
    _ = drive(.spawned)
    let actions = drive(.deadline)
    #expect(actions.contains(.signal(.terminate)))
    #expect(
      drive.life.reason.hasSuffix("initialize within 10 s; does it flush its output?"), "FC-109")
  }

  @Test func aRefusedHandshakeIsNotTriedAgain() {
    var drive = Driver()
    _ = drive(.start(Self.run))
    _ = drive(.spawned)
    _ = drive(.handshakeRefused("it chose protocol 9", .invalid))
    _ = drive(.exited(.exited(0)))
    #expect(drive.life.state == .invalid)
    #expect(drive(.start(RunID(2))).isEmpty)
  }

  @Test func aStopDuringTheStartEndsTheProcessOnceItIsThere() {
    var drive = Driver()
    _ = drive(.start(Self.run))
    _ = drive(.stop)
    #expect(drive(.spawned) == [.signal(.terminate), .arm(Self.step)])
    _ = drive(.exited(.signaled(15)))
    #expect(drive.life.state == .stopped)
  }

  @Test func everyInputIsAllowedInEveryState() {
    let inputs: [Input] = [
      .start(RunID(9)), .spawned, .spawnFailed("x"), .handshakeSucceeded,
      .handshakeRefused("x", .disabled), .failed("x"), .stop, .stopAtOnce, .restart, .drained,
      .shutdownAnswered, .exited(.exited(1)), .deadline, .disable("x"), .enable,
    ]
    var random = SplitMix64(seed: 42)
    for _ in 0..<500 {
      var drive = Driver()
      for _ in 0..<40 {
        let input = inputs.randomElement(using: &random) ?? .deadline
        let actions = drive(input)
        let spawnCount = actions.filter { if case .spawn = $0 { true } else { false } }.count
        #expect(spawnCount <= 1)
        if spawnCount == 1 { #expect(drive.life.run != nil) }
        drive.now = drive.now + .milliseconds(100)
      }
    }
  }
}
