import SystemIO
import TestSupport
import Testing

@Suite struct HostRuleTests {
  private func paths(_ variables: [String: String], home: String? = "/home/u") -> HostPaths {
    HostPaths(variable: { variables[$0] }, home: home, user: 7)
  }

  @Test("FC-126: without a runtime folder the socket is in a folder of the user's own")
  func socketPath() {
    #expect(paths([:]).socket == "/tmp/jackfield-7/host.sock")
    #expect(paths(["XDG_RUNTIME_DIR": "/run/user/7"]).socket == "/run/user/7/jackfield/host.sock")
    #expect(paths(["XDG_RUNTIME_DIR": "/run/"]).socket == "/run/jackfield/host.sock")
    #expect(paths(["XDG_RUNTIME_DIR": "relative"]).socket == "/tmp/jackfield-7/host.sock")
    #expect(HostPaths.lock(ofSocket: "/a/host.sock") == "/a/host.sock.lock")
  }

  @Test func foldersFollowTheirVariablesElseTheHome() {
    #expect(paths([:]).dataDirectory == "/home/u/.local/share/jackfield")
    #expect(paths(["XDG_DATA_HOME": "/d"]).dataDirectory == "/d/jackfield")
    #expect(paths(["XDG_CONFIG_HOME": "/c"]).configurationDirectory == "/c/jackfield")
    #expect(paths(["XDG_STATE_HOME": "/s"]).logDirectory == "/s/jackfield/log")
    #expect(paths([:], home: nil).cacheDirectory == "/tmp/jackfield-7/home/.cache/jackfield")
  }

  @Test("FC-130: a token in the host's environment does not reach a plugin") func scrubbing() {
    let environment = ScrubbedEnvironment([
      "PATH=/bin", "SECRET_TOKEN=x", "LD_PRELOAD=evil.so", "LC_TIME=C", "XDG_DATA_HOME=/d",
      "LANG=a=b", "SSH_AUTH_SOCK=/s", "broken",
    ])
    #expect(environment.entries == ["LANG=a=b", "LC_TIME=C", "PATH=/bin", "XDG_DATA_HOME=/d"])
  }

  @Test(
    "FC-157: a plugin gets a UTF-8 locale where none is set",
    arguments: [
      ([], ["LANG=C.UTF-8", "PYTHONUTF8=1"]),
      (["LANG=C", "LC_ALL=C"], ["LANG=C.UTF-8", "PYTHONUTF8=1"]),
      (["LANG=de_DE.UTF-8"], ["LANG=de_DE.UTF-8"]),
      (["LANG=de_DE.UTF-8", "LC_ALL=POSIX"], ["LANG=C.UTF-8", "PYTHONUTF8=1"]),
      (["LANG=C", "LC_CTYPE=C.utf8"], ["LANG=C", "LC_CTYPE=C.utf8"]),
    ])
  func locale(given: [String], expected: [String]) {
    var environment = ScrubbedEnvironment(given)
    environment.ensureUTF8()
    #expect(environment.entries == expected)
  }

  @Test func aHostThatDoesNotListenIsToldAsSuch() throws {
    let path = try Scratch().file("s")
    let launcher = try HostLauncher(path: path)
    #expect(throws: HostUnavailable.notRunning(path: path)) { _ = try launcher.connect() }
  }

  @Test func aHostThatEndsBeforeItListensIsToldWithItsReason() throws {
    let path = try Scratch().file("s")
    let script = "echo the disk is full >&3"
    let talking = try HostLauncher(path: path, command: ["/bin/sh", "-c", script])
    #expect(throws: HostUnavailable.notStarted(reason: "the disk is full\n")) {
      _ = try talking.connectOrStart()
    }
    let silent = try HostLauncher(path: path, command: ["/bin/true"])
    #expect(throws: HostUnavailable.notStarted(reason: "it ended before it listened")) {
      _ = try silent.connectOrStart()
    }
  }
}
