import Glibc
import HostCore
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct LogTests {
  private func split(
    _ splitter: inout LineSplitter, _ text: String, at milliseconds: UInt64 = 0
  ) -> [String] {
    var lines: [String] = []
    Array(text.utf8).withUnsafeBytes { bytes in
      splitter.take(bytes, at: Instant(nanoseconds: milliseconds * 1_000_000)) { lines.append($0) }
    }
    return lines
  }

  private func finish(_ splitter: inout LineSplitter, at milliseconds: UInt64 = 0) -> [String] {
    var lines: [String] = []
    splitter.finish(at: Instant(nanoseconds: milliseconds * 1_000_000)) { lines.append($0) }
    return lines
  }

  @Test func linesAreCutAtLineFeedsWhereverTheChunksEnd() {
    let text = "one\r\ntwo\u{2028}still\n\nthré"
    let expected = ["one", "two\u{2028}still", ""]
    var whole = LineSplitter()
    #expect(split(&whole, text) == expected)
    #expect(finish(&whole) == ["thré"])
    #expect(finish(&whole) == [])
    var byByte = LineSplitter()
    var lines: [String] = []
    for byte in text.utf8 {
      withUnsafeBytes(of: byte) { bytes in
        byByte.take(bytes, at: Instant(nanoseconds: 0)) { lines.append($0) }
      }
    }
    #expect(lines + finish(&byByte) == expected + ["thré"])
  }

  @Test func aLineHasAnEnd() {
    var splitter = LineSplitter()
    let limit = LineSplitter.lineLimit
    let lines = split(&splitter, String(repeating: "x", count: 2 * limit + 1) + "\n")
    #expect(lines.map(\.count) == [limit, limit, 1])
  }

  @Test func bytesThatAreNotUTF8AreRepaired() {
    var splitter = LineSplitter()
    var lines: [String] = []
    [0xFF, 0x61, 0x0A].withUnsafeBufferPointer { (bytes: UnsafeBufferPointer<UInt8>) in
      splitter.take(UnsafeRawBufferPointer(bytes), at: Instant(nanoseconds: 0)) { lines.append($0) }
    }
    #expect(lines == ["\u{FFFD}a"])
  }

  @Test("FC-141: past the quota lines are counted, and the last ones are kept") func quota() {
    var splitter = LineSplitter()
    let line = String(repeating: "y", count: 3000) + "\n"
    let admitted = TextQuota.burst / (3000 + TextQuota.lineCost)
    let first = split(&splitter, String(repeating: line, count: admitted + 7))
    #expect(first.count == admitted)
    #expect(split(&splitter, "last but one\nlast\n", at: 1) == [])
    var ended = splitter
    #expect(
      finish(&ended) == [
        "[7 lines dropped: more than 256 KiB a second]", "last but one", "last",
      ])
    #expect(
      split(&splitter, "again\n", at: 1000) == [
        "[9 lines dropped: more than 256 KiB a second]", "again",
      ])
  }

  @Test func theQuotaFillsWithTimeAndNoFurther() {
    var quota = TextQuota()
    let start = Instant(nanoseconds: 5)
    let all = TextQuota.burst - TextQuota.lineCost
    let answers = [
      quota.take(all, at: start), quota.take(0, at: start),
      quota.hasRecovered(at: start + .milliseconds(400)),
      quota.hasRecovered(at: start + .milliseconds(600)),
      quota.take(all, at: start + .seconds(3600)), quota.take(0, at: start + .seconds(3600)),
    ]
    #expect(answers == [true, false, false, true, true, false])
  }

  @Test func aLogHasAStampBeforeEachLineAndIsItsUsersAlone() throws {
    let scratch = try Scratch()
    let before = umask(0)
    defer { umask(before) }
    var logs = HostLogs(directory: scratch.file("a/log"))
    logs.append("one", to: "people")
    logs.append("two \u{1B}[0m", to: "people")
    logs.append("elsewhere", to: "../evil")
    logs.flush()
    let text = try String(
      decoding: File.read(scratch.file("a/log/people.log"), limit: 1000), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.map { $0.dropFirst(TimeStamp.count) } == [" one", " two \u{1B}[0m"])
    #expect(try FileStatus(of: scratch.file("a/log/people.log")).mode == 0o600)
    #expect(try Directory.names(in: scratch.file("a/log")) == ["___evil.log", "people.log"])
  }

  @Test("FC-141: a log is at most two files of 5 MiB") func rotation() throws {
    let scratch = try Scratch()
    var log = LogFile(path: scratch.file("x.log"))
    var stamp = TimeStamp()
    let line = String(repeating: "z", count: 64 << 10)
    for _ in 0..<250 {
      log.append(line, stamp: &stamp)
      log.flush(stamp: &stamp)
    }
    #expect(try Directory.names(in: scratch.path) == ["x.log", "x.log.1"])
    for name in ["x.log", "x.log.1"] {
      #expect(try FileStatus(of: scratch.file(name)).size <= LogFile.sizeLimit)
    }
  }

  @Test func aLogGoesOnWhereTheLastHostEndedIt() throws {
    let scratch = try Scratch()
    var stamp = TimeStamp()
    for text in ["first", "second"] {
      var log = LogFile(path: scratch.file("x.log"))
      log.append(text, stamp: &stamp)
      log.flush(stamp: &stamp)
    }
    let text = try String(decoding: File.read(scratch.file("x.log"), limit: 1000), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
  }

  @Test("FC-141: a folder that is gone costs lines, which are counted") func folderGone() throws {
    let scratch = try Scratch()
    let path = scratch.file("folder/x.log")
    var log = LogFile(path: path)
    var stamp = TimeStamp()
    for _ in 0..<2 {
      log.append("lost", stamp: &stamp)
      log.flush(stamp: &stamp)
    }
    try Directory.make(scratch.file("folder"))
    log.append("kept", stamp: &stamp)
    log.flush(stamp: &stamp)
    let text = try String(decoding: File.read(path, limit: 1000), as: UTF8.self)
    #expect(text.contains("kept"))
    #expect(text.contains("[2 lines before these could not be written]"))
  }

  @Test("FC-141: a full disk is no fault of the host") func deviceFull() {
    // Every write to this device says that the disk is full.
    var log = LogFile(path: "/dev/full")
    var stamp = TimeStamp()
    for _ in 0..<3 {
      log.append("lost", stamp: &stamp)
      log.flush(stamp: &stamp)
    }
  }
}
