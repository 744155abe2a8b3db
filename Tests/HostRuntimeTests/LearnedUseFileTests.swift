import HostCore
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

@Suite("The file of learned use")
struct LearnedUseFileTests {
  private static let text = Array(
    "jackfield learned use 1\n{\"source\":\"p/s\",\"choices\":2,\"items\":{\"a\":[1000,1]}}\n".utf8)

  private func file(in scratch: Scratch) -> LearnedUseFile {
    LearnedUseFile(
      paths: HostPaths(variable: { _ in nil }, home: scratch.path, user: CurrentProcess.user))
  }

  @Test("What is written is read, and replaces what was there")
  func roundTrip() throws {
    let scratch = try Scratch()
    let file = file(in: scratch)
    #expect(file.read() == LearnedUse())
    try file.write(Self.text)
    #expect(file.read().text == Self.text)
    try file.write(LearnedUse().text)
    #expect(file.read() == LearnedUse())
  }

  @Test("A broken file is as good as none", arguments: [[0xFF, 0, 0x7B], Array("{}".utf8), []])
  func broken(bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let file = file(in: scratch)
    try file.write(bytes)
    #expect(file.read() == LearnedUse())
    try file.write(Self.text)
    #expect(file.read().text == Self.text)
  }
}
