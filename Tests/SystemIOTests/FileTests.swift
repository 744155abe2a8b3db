import Glibc
import SystemIO
import TestSupport
import Testing

@Suite struct FileTests {
  @Test("FC-120: of two who want a lock one gets it, and it goes with its holder")
  func lock() throws {
    let path = try Scratch().file("lock")
    do {
      let held = try FileLock.take(path)
      #expect(try !isFree(path))
      try held?.recordHolder()
      #expect(FileLock.recordedHolder(path) == CurrentProcess.id)
    }
    #expect(try isFree(path))
  }

  private func isFree(_ path: String) throws -> Bool {
    try FileLock.take(path) != nil
  }

  @Test("FC-124: a lock whose file was removed is known to be of no more use") func removed() throws
  {
    let path = try Scratch().file("lock")
    let held = try FileLock.take(path)
    let before = held?.isHeld(at: path)
    #expect(before == true)
    try File.remove(path)
    let after = held?.isHeld(at: path)
    #expect(after == false)
  }

  @Test func foldersAreMadeWithAllThatIsMissingAbove() throws {
    let path = try Scratch().file("a/b/c")
    try Directory.make(path)
    try Directory.make(path)
    #expect(try FileStatus(of: path).mode == 0o700)
    #expect(throws: SystemError.self) { try Directory.make("/proc/nothing") }
  }

  @Test func namesAreSortedByTheirBytes() throws {
    let scratch = try Scratch()
    for name in ["b", "B", "é", "a"] { try Directory.make(scratch.file(name)) }
    #expect(try Directory.names(in: scratch.path) == ["B", "a", "b", "é"])
  }

  @Test func aLinkIsItselfAndItsTarget() throws {
    let scratch = try Scratch()
    symlink("/usr", scratch.file("link"))
    #expect(try FileStatus(of: scratch.file("link")).kind == .link)
    #expect(try FileStatus(following: scratch.file("link")).kind == .directory)
    let error = #expect(throws: SystemError.self) {
      _ = try File.open(scratch.file("link"), followingLink: false)
    }
    #expect(error?.code == .symbolicLink)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/", "a"), ("/a/b/", "/a", "b"), ("/", nil, "/"), ("a", nil, "a"),
  ])
  func pathsAreTakenApart(path: String, parent: String?, last: String) {
    #expect(path.parentPath == parent)
    #expect(path.lastPathComponent == last)
  }

  @Test func theStartOfALongFileIsEnough() throws {
    #expect(try File.readStart(of: "/dev/zero", count: 3) == [0, 0, 0])
    #expect(try File.readStart(of: "/dev/null", count: 3) == [])
  }
}
