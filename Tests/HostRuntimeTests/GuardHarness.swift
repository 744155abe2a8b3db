import SystemIO
import Testing

@testable import HostRuntime

/// A guard of the test's own, spoken to as the host would.
final class GuardHarness {
  private let link: GuardLink
  private let epoll: Epoll

  init() throws {
    link = GuardLink(executable: try Fixture.path(), openFiles: nil)
    try link.start()
    epoll = try Epoll(capacity: 1)
    try epoll.add(try #require(link.number), for: .readable, token: 0)
  }

  /// The guard's process.
  var process: Int32 { link.process ?? 0 }

  /// Asks for a shell script to be run, with `output` as its standard output.
  func start(_ run: UInt32, _ script: String, output: borrowing Descriptor) throws {
    let launch = ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"])
    try start(run, launch, output: output)
  }

  /// Asks for a program to be started.
  func start(_ run: UInt32, _ launch: ProcessLaunch, output: borrowing Descriptor) throws {
    let copy = try Descriptor.duplicate(of: output.number)
    try link.send(
      .start(run: run, launch, given: [false, true, false]),
      passing: DescriptorList(owning: [copy.release()]))
  }

  func send(_ request: GuardRequest) throws {
    try link.send(request)
  }

  /// The next report.
  func next() throws -> GuardReport {
    while true {
      switch try link.receive() {
      case .report(let report): return report
      case .end: throw SystemError(.brokenPipe, call: "recvmsg")
      case .nothing: _ = try epoll.wait(timeout: .seconds(10))
      }
    }
  }

  /// The process that the next report says was started.
  func started() throws -> Int32 {
    guard case .started(_, let process) = try next() else {
      throw SystemError(.noSuchProcess, call: "posix_spawn")
    }
    return process
  }

  /// Ends the guard as the end of the host does.
  func close() {
    link.close()
  }

  deinit {
    link.close()
    if let process = link.process { _ = ChildProcess.awaitExit(of: process) }
  }
}

extension Descriptor {
  /// Reads what comes within `patience`: until the end, or until the text ends with `mark`.
  borrowing func text(until mark: String? = nil, patience: Duration = .seconds(10)) throws
    -> String?
  {
    let epoll = try Epoll(capacity: 1)
    try epoll.add(number, for: .readable, token: 0)
    let deadline = ContinuousClock.now + patience
    var bytes: [UInt8] = []
    while ContinuousClock.now < deadline {
      guard try epoll.wait(timeout: deadline - .now) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 64 * 1024)
      let transfer = try chunk.withUnsafeMutableBytes { try Descriptor.read(number, into: $0) }
      guard case .bytes(let count) = transfer else {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(contentsOf: chunk[..<count])
      let text = String(decoding: bytes, as: UTF8.self)
      if let mark, text.hasSuffix(mark) { return text }
    }
    return nil
  }
}
