/// What the shell drives: the core, or a stand-in in the shell's own tests.
public protocol HostLogic {
  /// Takes one event and appends what is to be done about it.
  ///
  /// The shell calls it for one event at a time, on one thread, with a time that never goes back.
  mutating func handle(_ event: Event, at now: Instant, effects: inout Effects)

  /// When the shell is to call with `Event.deadline` at the latest; nil when nothing waits for time.
  var nextDeadline: Instant? { get }
}
