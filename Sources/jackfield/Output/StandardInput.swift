import SystemIO

/// The standard input of the program.
struct StandardInput: ~Copyable {
  private let descriptor = Descriptor(owning: 0)

  /// Bytes that `readAll` takes at a time.
  private static let chunkSize = 64 * 1024

  /// Reads until `block` is full or the input ends; a pipe gives a few kilobytes at a time.
  ///
  /// - Returns: How many bytes were read; fewer than `block` has only at the end.
  func fill(_ block: inout [UInt8]) throws(Failure) -> Int {
    var filled = 0
    do throws(SystemError) {
      while filled < block.count {
        let transfer = try block.withUnsafeMutableBufferPointer { space throws(SystemError) in
          let rest = UnsafeMutableBufferPointer(rebasing: space[filled...])
          return try Descriptor.read(
            descriptor.number, into: UnsafeMutableRawBufferPointer(rest))
        }
        switch transfer {
        case .bytes(let count): filled += count
        case .wouldBlock: try descriptor.waitUntilReadable()
        case .end: return filled
        }
      }
    } catch {
      throw Failure(.inputOutput, "standard input can't be read: \(error.code)")
    }
    return filled
  }

  /// Reads to the end of the input, and fails where there are more than `limit` bytes.
  func readAll(limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count = try fill(&chunk)
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw Failure(.inputOutput, "standard input has more than \(limit) bytes")
      }
      if count < chunk.count { return bytes }
    }
  }
}
