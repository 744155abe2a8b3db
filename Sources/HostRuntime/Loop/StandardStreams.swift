import SystemIO

/// Standard input and output as a front end's channel.
struct StandardStreams: ~Copyable {
  var input: Descriptor
  var output: Descriptor
  /// Whether input is a regular file, which epoll refuses since it is always ready.
  let inputIsFile: Bool

  /// Takes the streams over and leaves `/dev/null` in their places, so that nothing else can read
  /// or print there.
  static func take() throws(SystemError) -> StandardStreams {
    let input = try open(0, toWrite: false)
    let output = try open(1, toWrite: true)
    let inputIsFile = try FileStatus(ofDescriptor: 0).kind == .regular
    try CurrentProcess.silence(0)
    try CurrentProcess.silence(1)
    return StandardStreams(input: input, output: output, inputIsFile: inputIsFile)
  }

  /// A pipe or terminal is opened anew: non-blocking there is a property of the open file, which is
  /// shared with whoever started the host, and a shell does not like to find its terminal so.
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
