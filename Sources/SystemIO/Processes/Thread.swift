import Glibc

/// A thread that runs beside the loop until its work returns (`pthread_create`).
public enum Thread {
  /// Starts a detached thread with a stack of `stackSize` bytes.
  public static func start(
    stackSize: Int, _ work: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw SystemError(SystemError.Code(rawValue: code), call: "pthread_create")
    }
  }

  /// The number of processors that this process may use (`sysconf` _SC_NPROCESSORS_ONLN); at least
  /// 1.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
