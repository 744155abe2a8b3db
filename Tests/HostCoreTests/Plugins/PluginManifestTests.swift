import JSONRPC
import Testing

@testable import HostCore

/// What a manifest may say, and the sentence for what it may not.
@Suite struct PluginManifestTests {
  private func manifest(_ members: String) throws(PluginManifest.Fault) -> PluginManifest {
    try PluginManifest(
      Array(#"{"name":"p","version":"1","command":["./p"]\#(members)}"#.utf8))
  }

  @Test func defaultsAreThoseOfTheProtocol() throws {
    let manifest = try manifest("")
    #expect(manifest.framing == .lines)
    #expect(manifest.transport == .stdio)
    #expect(!manifest.usesIntegerIDs && !manifest.isEager)
    #expect(manifest.provides == nil && manifest.implements == nil)
    #expect(manifest.lifecycle.start == .seconds(10))
  }

  @Test(
    arguments: [
      ("x", nil), ("a-b9", nil), ("", "is not made of"), ("9a", "is not made of"),
      ("A", "is not made of"), ("a_b", "is not made of"), ("ä", "is not made of"),
      ("screen", "is reserved"), ("host", "is reserved"), ("jackfield-x", "is reserved"),
      (String(repeating: "a", count: 64), nil), (String(repeating: "a", count: 65), "is longer"),
    ] as [(String, String?)])
  func names(name: String, problem: String?) {
    let found = PluginName.problem(with: name)
    #expect((found == nil) == (problem == nil))
    if let problem { #expect(found?.hasPrefix(problem) == true, "\(found ?? "nil")") }
    #expect((PluginName(name) == nil) == (problem != nil))
  }

  @Test(
    arguments: [
      (#"{"name":"p","version":"1","command":[]}"#, "/command"),
      (#"{"name":"p","version":"1","command":[""]}"#, "/command"),
      (#"{"name":"p","version":"1","command":"./p +local"}"#, "/command"),
      (
        #"{"name":"p","version":"1","command":["./p"],"environment":{"LD_PRELOAD":"x"}}"#,
        "LD_PRELOAD"
      ),
      (#"{"name":"p","version":"1","command":["./p"],"environment":{"A=B":"x"}}"#, "A=B"),
      (#"{"name":"p","version":"1","command":["./p"],"provides":{"methods":["a","a"]}}"#, "twice"),
      (#"{"name":"p","version":"1","command":["./p"],"provides":{"methods":["p/a"]}}"#, "p/a"),
      (
        #"""
        {"name":"p","version":"1","command":["./p"],
         "provides":{"actions":[{"id":"a","title":""},{"id":"a","title":""}]}}
        """#,
        "twice"
      ),
      (
        #"""
        {"name":"p","version":"1","command":["./p"],
         "provides":{"actions":[{"id":"a/b","title":""}]}}
        """#,
        "a/b"
      ),
      (
        #"""
        {"name":"p","version":"1","command":["./p"],
         "provides":{"actions":[{"id":"flat","title":"","width":0}]}}
        """#,
        "flat"
      ),
      (#"{"name":"p","version":"1","command":["./p"],"sandbox":{"network":false}}"#, "sandbox"),
      (#"{"name":"p","version":"1","command":["./p"],"framing":"xml"}"#, "/framing"),
      (#"{"name":"p","version":"1","command":["./p"],"name":"q"}"#, "line 1"),
      ("{", "line 1"), ("[]", "name"), ("", "not JSON"),
    ])
  func faultsNameTheMember(text: String, mention: String) {
    do throws(PluginManifest.Fault) {
      _ = try PluginManifest(Array(text.utf8))
      Issue.record("\(text) should be refused")
    } catch {
      #expect(error.reason.contains(mention), "\(error.reason)")
    }
  }
}
