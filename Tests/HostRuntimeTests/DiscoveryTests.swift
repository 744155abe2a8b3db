import Glibc
import HostCore
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

/// Folders of plugins in a folder of the test's own.
private struct Plugins {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  var paths: HostPaths {
    HostPaths(variable: { _ in nil }, home: scratch.path, user: CurrentProcess.user)
  }

  func add(_ folder: String, manifest: String = #"{"name":"x"}"#) throws {
    try Directory.make(scratch.file(folder))
    let file = try File.openForAppending(scratch.file("\(folder)/plugin.json"))
    try file.writeAll(Array(manifest.utf8))
  }

  func discover(
    named: [String] = [], searchPath: String = "", marks: String = ""
  ) -> [DiscoveredPlugin] {
    let discovery = PluginDiscovery(
      paths: paths, marks: PluginMarks(text: marks), searchPath: searchPath)
    // The machine's own plugins are none of the test's.
    return discovery.plugins(named: named.map { $0.hasPrefix("/") ? $0 : scratch.file($0) })
      .filter { $0.directory.hasPrefix(scratch.path) }
  }
}

extension DiscoveredPlugin {
  fileprivate var name: String { directory.lastPathComponent }

  fileprivate var objection: String {
    guard case .failure(let unusable) = manifest else { return "none" }
    return unusable.reason
  }
}

@Suite struct DiscoveryTests {
  @Test func placesAreSearchedInOrder() throws {
    let plugins = try Plugins()
    for folder in ["b/two", "b/one", "a", "s/three", ".local/share/jackfield/plugins/four"] {
      try plugins.add(folder)
    }
    try Directory.make(plugins.scratch.file("b/none"))
    try plugins.add("b/.hidden")
    let found = plugins.discover(
      named: ["a", "b"], searchPath: ":relative:\(plugins.scratch.file("s"))")
    #expect(found.map(\.name) == ["a", "one", "two", "three", "four"])
    #expect(found.map(\.origin) == [.trusted, .trusted, .trusted, .user, .user])
  }

  @Test func aFolderThatIsFoundTwiceIsOnePlugin() throws {
    let plugins = try Plugins()
    try plugins.add("a/one")
    symlink(plugins.scratch.file("a/one"), plugins.scratch.file("a/two"))
    let found = plugins.discover(named: ["a", "a/one"])
    #expect(found.map(\.name) == ["one"])
  }

  @Test func aNamedPlaceThatIsNotThereIsTold() throws {
    let found = try Plugins().discover(named: ["nowhere"])
    #expect(found.count == 1)
    #expect(found.first?.objection.contains("No such file or directory") == true)
  }

  @Test func foldersToWriteToAreNamedAfterThePlugin() throws {
    let plugins = try Plugins()
    try plugins.add("p/folder", manifest: #"{"name":"people"}"#)
    try plugins.add("p/path", manifest: #"{"name":"../../evil"}"#)
    let found = plugins.discover(named: ["p"])
    let home = plugins.scratch.path
    #expect(
      found.map(\.dataDirectory) == [
        "\(home)/.local/share/jackfield/data/people", "\(home)/.local/share/jackfield/data/path",
      ])
    #expect(found.first?.cacheDirectory == "\(home)/.cache/jackfield/people")
  }

  @Test func whatTheUserSaidCountsForTheFolder() throws {
    let plugins = try Plugins()
    for folder in ["p/a", "p/b", "p/c"] { try plugins.add(folder) }
    let p = plugins.scratch.file("p")
    let marks = "# comment\nenabled \(p)/a\nenabled \(p)/b\ndisabled \(p)/b\nnonsense \(p)/c\nx\n"
    #expect(plugins.discover(named: ["p"], marks: marks).map(\.enabled) == [true, false, nil])
  }

  @Test("FC-129: what others can write is refused, with the reason") func trust() throws {
    let plugins = try Plugins()
    for folder in ["p/folder", "p/manifest", "p/link", "q/above", "r/good"] {
      try plugins.add(folder)
    }
    let scratch = plugins.scratch
    chmod(scratch.file("p/folder"), 0o777)
    chmod(scratch.file("p/manifest/plugin.json"), 0o666)
    try File.rename(scratch.file("p/link/plugin.json"), to: scratch.file("elsewhere.json"))
    symlink(scratch.file("elsewhere.json"), scratch.file("p/link/plugin.json"))
    chmod(scratch.file("q"), 0o772)
    let found = plugins.discover(named: ["p", "q", "r"])
    let reasons = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.objection) })
    #expect(reasons["folder"]?.hasSuffix("/p/folder' can be written by anybody") == true)
    #expect(reasons["manifest"]?.hasSuffix("plugin.json' can be written by anybody") == true)
    #expect(reasons["link"]?.contains("leads out of its folder, to") == true)
    #expect(reasons["above"]?.hasSuffix("/q' can be written by anybody") == true)
    #expect(reasons["good"] == "none")
  }

  @Test func aManifestHasAnEnd() throws {
    let plugins = try Plugins()
    try plugins.add(
      "p/fits", manifest: String(repeating: " ", count: PluginDiscovery.manifestLimit))
    try plugins.add(
      "p/large", manifest: String(repeating: " ", count: PluginDiscovery.manifestLimit + 1))
    let reasons = plugins.discover(named: ["p"]).map(\.objection)
    #expect(reasons[0] == "none")
    #expect(reasons[1].hasSuffix("has more than 131072 bytes"))
  }

  @Test func aManifestThatIsNoFileIsTold() throws {
    let plugins = try Plugins()
    try Directory.make(plugins.scratch.file("p/odd/plugin.json"))
    try Directory.make(plugins.scratch.file("p/dangling"))
    symlink("/nowhere", plugins.scratch.file("p/dangling/plugin.json"))
    let reasons = plugins.discover(named: ["p"]).map(\.objection)
    #expect(reasons.count == 2)
    #expect(!reasons.contains("none"))
  }
}
