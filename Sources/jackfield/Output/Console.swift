import SystemIO

/// The standard streams of the program, for the commands.
///
/// Output is collected and written in large pieces; whoever waits for something afterwards flushes.
final class Console {
  /// Whether standard output is a terminal, so that people read it as it comes.
  let outputIsTerminal: Bool
  /// Whether text may be set in bold: on a terminal that can, unless NO_COLOR says otherwise.
  let usesBold: Bool

  private let output = Descriptor(owning: 1)
  private let errors = Descriptor(owning: 2)
  private var buffer: [UInt8] = []

  /// Bytes that are collected before they are written: one pipe's worth.
  private static let bufferSize = 64 * 1024

  /// Takes over descriptors 1 and 2.
  init() {
    outputIsTerminal = Terminal.isTerminal(1)
    usesBold =
      outputIsTerminal && CurrentProcess.variable("NO_COLOR") == nil
      && CurrentProcess.variable("TERM") != "dumb"
  }

  /// Writes text to standard output.
  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    try flush(above: Self.bufferSize)
  }

  /// Writes bytes to standard output.
  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    try flush(above: Self.bufferSize)
  }

  /// Writes JSON text and a line end: for reading on a terminal, in one line elsewhere.
  func writeJSON(_ text: [UInt8]) throws(Failure) {
    try write(JSONText.formatted(text, as: outputIsTerminal ? .pretty : .compact))
    try write("\n")
  }

  /// Writes a table: aligned on a terminal, with tabs between the cells elsewhere.
  func write(_ table: Table) throws(Failure) {
    try write(outputIsTerminal ? table.aligned() : table.separated())
  }

  /// Writes what has been collected.
  func flush() throws(Failure) { try flush(above: 0) }

  private func flush(above size: Int) throws(Failure) {
    guard buffer.count > size else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try output.writeAll(buffer)
    } catch {
      guard error.code != .brokenPipe else { throw Failure(.brokenPipe, "") }
      throw Failure(.inputOutput, "standard output can't be written: \(error.code)")
    }
  }

  /// Tells something on standard error, in one line: who says it, then the sentence.
  func report(_ message: String, from name: String) {
    guard !message.isEmpty else { return }
    let sentence = TerminalText.safe(message)
    let isEnded = sentence.last.map { ".?!".contains($0) } ?? true
    do {
      try errors.writeAll(Array("\(name): \(sentence)\(isEnded ? "" : ".")\n".utf8))
    } catch {
      // Nobody can be told that nobody can be told anything.
    }
  }
}
