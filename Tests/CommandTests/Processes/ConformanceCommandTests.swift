import SystemIO
import Testing

@testable import jackfield

@Suite struct ConformanceCommandTests {
  private let scenarios = "\(#filePath)".parentPath?.parentPath?.parentPath?.parentPath ?? ""

  private func conformance(_ room: Room, _ options: String) throws -> Outcome {
    try room.shell(
      "jackfield conformance host --scenarios '\(scenarios)/protocol/conformance' "
        + "--only framing/silent-end \(options)")
  }

  @Test("scenarios are played against a host on standard streams, and told as TAP or JUnit")
  func command() throws {
    let room = try Room()
    let outcome = try conformance(room, "--command 'jackfield serve --stdio'")
    #expect(outcome.output.hasPrefix("TAP version 14\n1.."))
    #expect(outcome.output.contains("\nok 1 - framing/silent-end"))
    #expect(outcome.code == 0)
    let report = try conformance(room, "--command 'jackfield serve --stdio' --report junit")
    #expect(report.output.hasPrefix("<?xml"))
  }

  @Test("scenarios are played against a host on a socket") func socket() throws {
    let room = try Room()
    #expect(try room.run("status").code == 0)
    #expect(try conformance(room, "--socket '\(room.socket)'").code == 0)
  }

  @Test("without a host the exit code is 3, without scenarios 5, without sense 2") func trouble()
    throws
  {
    let room = try Room()
    #expect(try conformance(room, "--socket '\(room.socket)'").code == 3)
    #expect(try conformance(room, "--scenarios /nowhere --command false").code == 5)
    #expect(try conformance(room, "").code == 2)
    #expect(try conformance(room, "--socket x --command y").code == 2)
  }
}
