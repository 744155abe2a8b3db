import SystemIO

/// A log file that is bounded: at `sizeLimit` it becomes `.1`, in place of the one before.
///
/// Lines are collected and written together. A disk that is full, or a folder that is gone, costs
/// lines and nothing else; they are counted and told once there is room again.
struct LogFile {
  /// Bytes of one file; with the one before, a plugin's log takes twice as much.
  static let sizeLimit = 5 << 20

  private let path: String
  private var file: OpenFile?
  private var size = 0
  private var pending: [UInt8] = []
  private var pendingLines = 0
  private var lostLines = 0

  init(path: String) {
    self.path = path
  }

  /// Collects a line, with `stamp` before it.
  mutating func append(_ text: String, stamp: inout TimeStamp) {
    stamp.append(Clock.wall, to: &pending)
    pending.append(UInt8(ascii: " "))
    pending.append(contentsOf: text.utf8)
    pending.append(UInt8(ascii: "\n"))
    pendingLines += 1
  }

  /// Writes what was collected.
  mutating func flush(stamp: inout TimeStamp) {
    guard pendingLines > 0 else { return }
    let collected = pendingLines
    if lostLines > 0 {
      let lines = pending
      pending.removeAll(keepingCapacity: true)
      append("[\(lostLines) lines before these could not be written]", stamp: &stamp)
      pending += lines
    }
    do {
      try write()
      lostLines = 0
    } catch {
      lostLines += collected
      // The next attempt opens the path anew: the disk may have been changed under it.
      file = nil
    }
    pending.removeAll(keepingCapacity: pending.count <= Self.keptCapacity)
    pendingLines = 0
  }

  /// Bytes that stay reserved between flushes.
  private static let keptCapacity = 64 << 10

  private mutating func write() throws(SystemError) {
    if size + pending.count > Self.sizeLimit, size > 0 {
      try File.rename(path, to: "\(path).1")
      file = nil
    }
    if file == nil {
      let descriptor = try File.openForAppending(path)
      size = try FileStatus(ofDescriptor: descriptor.number).size
      file = OpenFile(descriptor)
    }
    try file?.descriptor.writeAll(pending)
    size += pending.count
  }
}

/// Lets a descriptor live in a value that is copied.
private final class OpenFile {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }
}
