import SystemIO
import TestSupport
import Testing

@Suite struct ProcessTests {
  @Test(arguments: [("exit 0", false, 0), ("exit 7", false, 7), ("kill -9 $$", true, 9)])
  func theExitOfAChildIsTold(script: String, bySignal: Bool, status: Int32) throws {
    let exit = try #require(try ProcessLaunch.shell(script).run().exit)
    #expect(exit.bySignal == bySignal)
    #expect(exit.status == status)
  }

  @Test("FC-099: a child has the descriptors that it was given and no others")
  func descriptors() throws {
    let stray = try Pipe()
    let kept = try Descriptor.duplicate(of: stray.reading.number)
    // `ls` opens the folder that it reads as its own descriptor, the first that is free.
    let output = try ProcessLaunch.shell("exec ls /proc/self/fd").run().output
    #expect(output == "0\n1\n2\n3\n")
    kept.close()
  }

  @Test func descriptorsMayBeGivenInAnyOrder() throws {
    // The lowest numbers of the list stand where others are to go: each must still reach its place.
    let first = try Pipe()
    let second = try Pipe()
    let script = ProcessLaunch.shell("echo one >&3; echo two >&4")
    let low = try Descriptor.duplicate(of: first.writing.number)
    let child = try script.start(
      descriptors: [nil, nil, nil, second.writing.number, low.number])
    _ = ChildProcess.awaitExit(of: child)
    let one = second.reading
    let two = first.reading
    second.writing.close()
    first.writing.close()
    low.close()
    #expect(try one.readAll(limit: 10) == Array("one\n".utf8))
    #expect(try two.readAll(limit: 10) == Array("two\n".utf8))
  }

  @Test func aChildLeadsASessionInItsOwnFolder() throws {
    let script = "pwd; read -r _ _ _ _ g s _ </proc/$$/stat; echo $((g - $$)) $((s - $$))"
    let output = try ProcessLaunch.shell(script, directory: "/usr/bin").run().output
    #expect(output == "/usr/bin\n0 0\n")
  }

  @Test func aMissingProgramIsToldAtOnce() throws {
    let launch = ProcessLaunch(path: "/no/such", arguments: ["such"], environment: [])
    let error = #expect(throws: SystemError.self) { try launch.start(descriptors: []) }
    #expect(error == SystemError(.notFound, call: "posix_spawn", subject: "/no/such"))
  }

  @Test func anExitCanBeLookedAtBeforeItIsTaken() throws {
    let pipe = try Pipe()
    let child = try ProcessLaunch.shell("read line; exit 3").start(
      descriptors: [pipe.reading.number, nil, nil])
    let handle = try ProcessDescriptor(of: child)
    let epoll = try Epoll(capacity: 1)
    try epoll.add(handle.number, for: .readable, token: 0)
    #expect(ChildProcess.peek(child) == nil)
    try pipe.writing.writeAll([10])
    #expect(try epoll.wait(timeout: nil) == 1)
    #expect(ChildProcess.peek(child)?.status == 3)
    #expect(ChildProcess.isChild(child))
    #expect(ChildProcess.reap(child)?.status == 3)
    #expect(ChildProcess.reap(child) == nil)
    #expect(!ChildProcess.isChild(child))
  }

  @Test(arguments: [0, -1, 1] as [Int32])
  func idsThatMeanMoreThanOneGroupAreNeverSignalled(process: Int32) {
    ChildProcess.signalGroup(ledBy: process, .kill)
    ChildProcess.signal(process, .kill)
    #expect(ChildProcess.reap(process) == nil)
    #expect(!ChildProcess.isChild(process))
  }

  @Test func theChildrenOfThisProcessAreFound() throws {
    let input = try Pipe()
    let child = try ProcessLaunch.shell("read line").start(
      descriptors: [input.reading.number, nil, nil])
    #expect(ProcessTree.children().contains(child))
    try input.writing.writeAll([10])
    _ = ChildProcess.awaitExit(of: child)
    #expect(!ProcessTree.children().contains(child))
  }
}
