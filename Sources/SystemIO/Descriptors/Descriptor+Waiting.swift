import Glibc

extension Descriptor {
  /// Waits until a read returns at once (`poll`).
  public borrowing func waitUntilReadable() throws(SystemError) {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    _ = try retrying("poll") { poll(&entry, 1, -1) }
  }
}
