import Glibc

/// The terminal that this process belongs to, whatever its standard streams are (`/dev/tty`).
///
/// Lines are edited by the terminal itself. What `hidesInput` changed is put back when the value goes.
public struct ControllingTerminal: ~Copyable {
  private let descriptor: Descriptor
  private let original: termios

  /// Opens the terminal; ENXIO where the process has none (`open`, `tcgetattr`).
  public static func open() throws(SystemError) -> ControllingTerminal {
    let path = "/dev/tty"
    let descriptor = Descriptor(
      owning: try retrying("open", of: path) {
        Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      })
    var settings = termios()
    try checked("tcgetattr", of: path, tcgetattr(descriptor.number, &settings))
    return ControllingTerminal(descriptor: descriptor, original: settings)
  }

  private init(descriptor: consuming Descriptor, original: termios) {
    self.descriptor = descriptor
    self.original = original
  }

  deinit {
    var settings = original
    // It can only fail where the terminal is gone, and then nothing needs to be put back.
    tcsetattr(descriptor.number, TCSADRAIN, &settings)
  }

  /// The number, to wait for with `Epoll`.
  public var number: Int32 { descriptor.number }

  /// Lets the terminal show what is typed, or not; line ends are shown in any case (`tcsetattr`).
  public borrowing func hideInput(_ isHidden: Bool) throws(SystemError) {
    var settings = original
    if isHidden {
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    }
    try checked("tcsetattr", tcsetattr(descriptor.number, TCSADRAIN, &settings))
  }

  /// Writes text, waiting as long as it takes.
  public borrowing func write(_ text: String) throws(SystemError) {
    try descriptor.writeAll(Array(text.utf8))
  }

  /// Reads once what is there; `.end` where its user ended the input.
  public borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Transfer {
    try Descriptor.read(descriptor.number, into: buffer)
  }
}
