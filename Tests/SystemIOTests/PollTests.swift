import SystemIO
import Testing

@Suite struct PollTests {
  @Test func itTellsWhatIsReadyForWhatIsWanted() throws {
    let quiet = try Pipe()
    let ready = try Pipe()
    let writing = ready.writing
    try writing.writeAll([1])
    var entries = [
      Poll.Entry(quiet.reading.number, for: .readable),
      Poll.Entry(ready.reading.number, for: .readable),
      Poll.Entry(writing.number, for: .writable),
    ]
    try Poll.wait(for: &entries, timeout: nil)
    #expect(entries.map(\.ready) == [[], .readable, .writable])
  }

  @Test func anEndIsReadyToBeRead() throws {
    let pipe = try Pipe()
    pipe.writing.close()
    var entries = [Poll.Entry(pipe.reading.number, for: .readable)]
    try Poll.wait(for: &entries, timeout: nil)
    #expect(entries[0].ready == .readable)
  }

  @Test func aPipeThatNobodyReadsIsReadyToFail() throws {
    let pipe = try Pipe()
    pipe.reading.close()
    var entries = [Poll.Entry(pipe.writing.number, for: .writable)]
    try Poll.wait(for: &entries, timeout: nil)
    #expect(entries[0].ready == .writable)
  }

  @Test func aFileIsAlwaysReady() throws {
    let file = try File.open("/etc/passwd")
    var entries = [Poll.Entry(file.number, for: .readable)]
    try Poll.wait(for: &entries, timeout: nil)
    #expect(entries[0].ready == .readable)
  }

  @Test func nothingIsReadyWhenTheTimeIsOver() throws {
    let pipe = try Pipe()
    var entries = [Poll.Entry(pipe.reading.number, for: .readable)]
    try Poll.wait(for: &entries, timeout: .nanoseconds(1))
    #expect(entries[0].ready == [])
  }
}
