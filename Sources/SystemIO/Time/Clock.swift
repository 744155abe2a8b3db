import Glibc

/// The clocks of the machine.
public enum Clock {
  /// Nanoseconds of the clock that never jumps and stands still while the machine sleeps
  /// (`clock_gettime` CLOCK_MONOTONIC).
  public static var monotonic: UInt64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds since 1970 in UTC (`clock_gettime` CLOCK_REALTIME); for people only.
  public static var wall: UInt64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Waits in this thread (`clock_nanosleep`); shorter when a signal comes.
  public static func pause(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
  }
}
