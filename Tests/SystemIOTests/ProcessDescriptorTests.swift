import Testing

@testable import SystemIO

@Suite struct ProcessDescriptorTests {
  @Test("a signal reaches the process, and none once it has ended") func signalReaches() throws {
    let launch = ProcessLaunch(path: "/bin/cat", arguments: ["cat"], environment: [])
    let input = try Pipe()
    let child = try launch.start(descriptors: [input.reading.number, nil, nil])
    let process = try ProcessDescriptor(of: child)
    try process.signal(.terminate)
    let end = try Epoll(capacity: 1)
    try end.add(process.number, for: .readable, token: 0)
    #expect(try end.wait(timeout: nil) == 1)
    #expect(ChildProcess.awaitExit(of: child)?.status == Signal.terminate.rawValue)
    do {
      try process.signal(.terminate)
      Issue.record("it was sent")
    } catch {
      #expect(error.code == .noSuchProcess)
    }
  }
}
