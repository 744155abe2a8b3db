import HostCore
import SystemIO

/// The file in which what users chose is kept from one host to the next.
struct LearnedUseFile {
  /// Bytes of the largest file; far more than the limits of what is kept.
  private static let limit = 8 << 20
  /// The variable with which a user turns learning off.
  static let variable = "JACKFIELD_LEARN"

  private let directory: String
  private let path: String

  init(paths: HostPaths = HostPaths()) {
    directory = paths.stateDirectory
    path = "\(paths.stateDirectory)/learned-use"
  }

  /// Whether the user lets the host learn: unless `JACKFIELD_LEARN` is `off`.
  static var isWanted: Bool { CurrentProcess.variable(variable) != "off" }

  /// What is kept; nothing where the file can't be read.
  func read() -> LearnedUse {
    do {
      return LearnedUse(text: try File.read(path, limit: Self.limit))
    } catch {
      return LearnedUse()
    }
  }

  /// Replaces what is kept.
  func write(_ text: [UInt8]) throws(SystemError) {
    try Directory.make(directory)
    try File.replace(path, with: text)
  }
}
