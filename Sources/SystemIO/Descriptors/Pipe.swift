import CLinux
import Glibc

/// Both ends of a new pipe; close-on-exec and blocking (`pipe2`).
@frozen
public struct Pipe: ~Copyable {
  /// The end to read from.
  public var reading: Descriptor
  /// The end to write to.
  public var writing: Descriptor

  /// Opens a pipe.
  public init() throws(SystemError) {
    var numbers: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &numbers) {
      clinux_pipe($0.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    try checked("pipe2", result)
    reading = Descriptor(owning: numbers.0)
    writing = Descriptor(owning: numbers.1)
  }
}
