import Synchronization
import SystemIO

/// Reads a pipe to its end on a thread of its own, so that its writer never waits.
final class Collector: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let news: EventCounter

  /// Takes over a pipe's reading end.
  init(_ pipe: consuming Descriptor) throws(SystemError) {
    news = try EventCounter(nonBlocking: false, oneByOne: false)
    let number = pipe.release()
    try Thread.start(stackSize: 256 * 1024) { [self] in read(Descriptor(owning: number)) }
  }

  /// Waits until the pipe's last writer is gone, and returns all that was written.
  func all() -> [UInt8] { wait { $0.isOver } }

  /// Waits until `text` has been written, or nothing more will be; returns what was written so far.
  @discardableResult
  func wait(for text: String) -> String {
    let bytes = wait {
      $0.isOver || String(decoding: $0.bytes, as: UTF8.self).contains(text)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func wait(until isEnough: (borrowing State) -> Bool) -> [UInt8] {
    while true {
      let found: [UInt8]? = state.withLock { isEnough($0) ? $0.bytes : nil }
      if let found { return found }
      _ = news.take()
    }
  }

  private func read(_ pipe: consuming Descriptor) {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    var isOver = false
    while !isOver {
      do throws(SystemError) {
        let transfer = try chunk.withUnsafeMutableBufferPointer { space throws(SystemError) in
          try Descriptor.read(pipe.number, into: UnsafeMutableRawBufferPointer(space))
        }
        if case .bytes(let count) = transfer {
          state.withLock { $0.bytes.append(contentsOf: chunk[..<count]) }
        } else {
          isOver = true
        }
      } catch {
        isOver = true
      }
      if isOver { state.withLock { $0.isOver = true } }
      news.raise()
    }
  }
}
