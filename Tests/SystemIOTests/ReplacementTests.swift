import SystemIO
import TestSupport
import Testing

@Suite("Replacing a file")
struct ReplacementTests {
  @Test("a new file and an old one get the contents, and nothing else is left behind")
  func contents() throws {
    let scratch = try Scratch()
    let path = scratch.file("a")
    try File.replace(path, with: Array("first, and longer".utf8))
    try File.replace(path, with: Array("second".utf8))
    #expect(try File.read(path, limit: 100) == Array("second".utf8))
    #expect(try Directory.names(in: scratch.path) == ["a"])
    #expect(try FileStatus(of: path).mode & 0o077 == 0)
  }

  @Test("what a crash left beside it does not stand in the way")
  func leftover() throws {
    let scratch = try Scratch()
    let path = scratch.file("a")
    try File.replace(path + ".new", with: Array("a long leftover".utf8))
    try File.replace(path, with: Array("new".utf8))
    #expect(try File.read(path, limit: 100) == Array("new".utf8))
  }

  @Test("a folder that is not there is told with the path")
  func missingFolder() throws {
    let path = try Scratch().file("nowhere/a")
    let error = #expect(throws: SystemError.self) { try File.replace(path, with: []) }
    #expect(error?.code == .notFound)
    #expect(error?.subject == path + ".new")
  }
}
