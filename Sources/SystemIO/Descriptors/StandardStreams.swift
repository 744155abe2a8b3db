import CLinux
import Glibc

/// Standard input and output, taken over as a channel for messages.
@frozen
public struct StandardStreams: ~Copyable {
  /// What stands in standard output's place from then on.
  public enum Replacement: Sendable {
    /// `/dev/null`: what is printed by accident is lost.
    case nothing
    /// Standard error, line by line: what is printed by accident can be read there.
    case standardError
  }

  /// What standard input was; it does not block.
  public var input: Descriptor
  /// What standard output was; it does not block.
  public var output: Descriptor
  /// Whether input is a regular file, which epoll refuses since it is always ready.
  public let inputIsFile: Bool

  /// Takes the streams over, so that nothing else can read or print there: `/dev/null` becomes standard
  /// input, `replacement` standard output (`dup2`).
  public static func take(
    leaving replacement: Replacement
  ) throws(SystemError) -> StandardStreams {
    let input = try open(0, toWrite: false)
    let output = try open(1, toWrite: true)
    let inputIsFile = try FileStatus(ofDescriptor: 0).kind == .regular
    try CurrentProcess.silence(0)
    switch replacement {
    case .nothing: try CurrentProcess.silence(1)
    case .standardError: try printToStandardError()
    }
    return StandardStreams(input: input, output: output, inputIsFile: inputIsFile)
  }

  /// Makes standard output a second name of standard error (`dup2`), written at the end of each line
  /// (`setvbuf`) as people expect of a log.
  public static func printToStandardError() throws(SystemError) {
    try checked("dup2", dup2(2, 1))
    clinux_buffer_output_by_lines()
  }

  /// A pipe or terminal is opened anew: non-blocking there is a property of the open file, which is
  /// shared with whoever started the process, and a shell does not like to find its terminal so.
  /// Sockets can't be opened anew; files never block.
  private static func open(_ number: Int32, toWrite: Bool) throws(SystemError) -> Descriptor {
    let kind = try FileStatus(ofDescriptor: number).kind
    if kind == .pipe || kind == .characterDevice {
      do {
        return try File.openStream("/proc/self/fd/\(number)", toWrite: toWrite)
      } catch {
        // Another user's terminal, or no /proc: then it is shared.
      }
    }
    let copy = try Descriptor.duplicate(of: number)
    if kind != .regular { try Descriptor.setNonBlocking(copy.number) }
    return copy
  }
}
