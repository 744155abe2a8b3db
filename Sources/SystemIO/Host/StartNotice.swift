/// How a host that was started on demand tells its starter that it listens, or why it does not.
///
/// The starter waits for the end of a pipe. `ready` and its end mean that the host listens; any
/// other text is a sentence for the user.
public struct StartNotice: ~Copyable {
  /// The variable that holds the pipe's number.
  static let variable = "JACKFIELD_READY_FD"
  /// The pipe's number in the host.
  static let number: Int32 = 3
  /// What a host writes that listens.
  static let ready = "ready\n"

  private let pipe: Descriptor

  /// Takes the pipe that the starter named; nil for a host that a person or a supervisor started.
  public static func fromEnvironment() -> StartNotice? {
    guard CurrentProcess.variable(variable) == String(number) else { return nil }
    CurrentProcess.removeVariable(variable)
    do {
      try Descriptor.setCloseOnExec(number)
      return StartNotice(pipe: Descriptor(owning: number))
    } catch {
      // The variable was left over from somebody else: there is no such descriptor.
      return nil
    }
  }

  private init(pipe: consuming Descriptor) {
    self.pipe = pipe
  }

  /// Tells that the host listens.
  public consuming func tellReady() {
    write(StartNotice.ready)
  }

  /// Tells why the host does not listen.
  public consuming func tellFailure(_ sentence: String) {
    write(sentence)
  }

  private borrowing func write(_ text: String) {
    do {
      try pipe.writeAll(Array(text.utf8))
    } catch {
      // The starter is gone and nobody waits for the notice.
    }
  }
}
