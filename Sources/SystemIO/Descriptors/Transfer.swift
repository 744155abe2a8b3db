import Glibc

/// What became of one attempt to read or write.
public enum Transfer: Equatable, Sendable {
  /// So many bytes went through; at least one.
  case bytes(Int)
  /// Nothing now; wait until the descriptor is ready.
  case wouldBlock
  /// The end of input; only from reads.
  case end
}

extension Descriptor {
  /// Reads once into `buffer`, which must not be empty, from a descriptor that somebody else owns
  /// (`read`).
  public static func read(
    _ number: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Transfer {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .wouldBlock }
      guard errno == EINTR else { throw SystemError.last("read") }
    }
  }

  /// Writes once what fits of `parts`, in order, to a descriptor that somebody else owns (`write`,
  /// `writev`).
  public static func write(
    _ number: Int32, _ parts: UnsafeBufferPointer<UnsafeRawBufferPointer>
  ) throws(SystemError) -> Transfer {
    if parts.count == 1 {
      return try attempt("write") { Glibc.write(number, parts[0].baseAddress, parts[0].count) }
    }
    let limit = min(parts.count, Descriptor.partLimit)
    return try withUnsafeTemporaryAllocation(of: iovec.self, capacity: limit) {
      vectors throws(SystemError) in
      for index in 0..<limit {
        // writev only reads through the pointer.
        let base = UnsafeMutableRawPointer(mutating: parts[index].baseAddress)
        vectors[index] = iovec(iov_base: base, iov_len: parts[index].count)
      }
      return try attempt("writev") { Glibc.writev(number, vectors.baseAddress, Int32(limit)) }
    }
  }

  private static func attempt(
    _ call: StaticString, _ body: () -> Int
  ) throws(SystemError) -> Transfer {
    while true {
      let count = body()
      if count >= 0 { return .bytes(count) }
      if errno == EAGAIN { return .wouldBlock }
      guard errno == EINTR else { throw SystemError.last("\(call)") }
    }
  }

  /// Parts that one call takes: a kilobyte of stack, and enough that a call's own cost is spread
  /// thin.
  public static let partLimit = 64

  /// Writes all of `bytes`, waiting as long as it takes (`write`, `poll`); for short texts.
  public borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.span.bytes.withUnsafeBytes {
        Glibc.write(number, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        try Descriptor.waitUntilWritable(number)
      } else if errno != EINTR {
        throw SystemError.last("write")
      }
    }
  }

  /// Reads until the end of input, at most `limit` bytes; for blocking descriptors.
  public borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: Descriptor.chunkSize, alignment: 1) {
      chunk throws(SystemError) in
      while case .bytes(let count) = try Descriptor.read(number, into: chunk) {
        guard bytes.count + count <= limit else {
          throw SystemError(.fileTooBig, call: "read")
        }
        bytes.append(contentsOf: chunk[..<count])
      }
    }
    return bytes
  }

  /// Bytes that `readAll` takes at a time: one pipe's worth.
  private static let chunkSize = 64 * 1024

  private static func waitUntilWritable(_ number: Int32) throws(SystemError) {
    var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = try retrying("poll") { poll(&entry, 1, -1) }
  }
}
