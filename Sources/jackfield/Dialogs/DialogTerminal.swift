import SystemIO

/// The terminal that a dialog is held on: prompts go out, lines come in, whatever the standard streams
/// are used for.
final class DialogTerminal {
  /// What came from the person at it.
  enum Input: Equatable {
    case line(String)
    /// The end of input, Control-D on an empty line.
    case end
    /// Control-C, or a request to end.
    case interrupted
  }

  /// Longer lines are cut: nobody types them, and a paste gone wrong must not fill the memory.
  private static let longestLine = 64 * 1024

  private let terminal: ControllingTerminal
  private let signals: SignalReceiver
  private let ready: Epoll
  private var typed: [UInt8] = []
  private var isOver = false
  /// Whether Control-C, or a request to end, has come.
  private(set) var isInterrupted = false

  /// Opens the terminal of this process; ENXIO where it has none.
  init() throws(SystemError) {
    terminal = try ControllingTerminal.open()
    signals = try SignalReceiver([.interrupt, .terminate, .hangUp])
    ready = try Epoll(capacity: 2)
    try ready.add(terminal.number, for: .readable, token: 0)
    try ready.add(signals.number, for: .readable, token: 1)
  }

  deinit {
    for signal in [Signal.interrupt, .terminate, .hangUp] { signal.unblock() }
  }

  /// Can be read while something is to be taken with `fill`.
  var number: Int32 { ready.number }

  /// Prints lines and a prompt; text from others is made fit for a terminal.
  func ask(_ notes: [String], _ prompt: String, isSecret: Bool) throws(SystemError) {
    for note in notes { try show(note) }
    try terminal.hideInput(isSecret)
    try terminal.write(TerminalText.safe(prompt))
  }

  /// Prints a text, its own lines kept.
  func show(_ text: String) throws(SystemError) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try terminal.write(TerminalText.safe(String(line)) + "\n")
    }
  }

  /// Ends the line that is being typed, before something else is told.
  func breakLine() throws(SystemError) {
    try terminal.hideInput(false)
    try terminal.write("\n")
  }

  /// Takes what is there.
  func fill() throws(SystemError) {
    while signals.next() != nil { isInterrupted = true }
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
      buffer throws(SystemError) in
      switch try terminal.read(into: buffer) {
      case .bytes(let count): typed.append(contentsOf: buffer[..<count])
      case .end: isOver = true
      case .wouldBlock: return
      }
    }
  }

  /// The next input; a line only while one is asked for.
  func next(isAsking: Bool) -> Input? {
    if isInterrupted { return .interrupted }
    guard isAsking else { return nil }
    if let end = typed.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: typed[..<end].prefix(Self.longestLine), as: UTF8.self)
      typed.removeSubrange(...end)
      return .line(line)
    }
    if typed.count > Self.longestLine { typed.removeSubrange(Self.longestLine...) }
    return isOver ? .end : nil
  }
}
