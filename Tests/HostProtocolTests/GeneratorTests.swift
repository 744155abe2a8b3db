import JSON
import SystemIO
import Testing

@testable import protocol_generator

@Suite("The generator")
struct GeneratorTests {
  @Test("what is generated is fresh")
  func fresh() throws {
    #expect(try Generator(root: Examples.root).check() == [])
  }

  @Test("equal models give equal files")
  func deterministic() throws {
    let page = String(decoding: try Examples.text("protocol/README.md"), as: UTF8.self)
    let first = try Outputs(model: model(), page: page).files
    let second = try Outputs(model: model(), page: page).files
    #expect(first == second)
    #expect(Set(first.map(\.path)).count == first.count)
  }

  @Test("--check names what is changed, missing and too much, and writing mends it")
  func stale() throws {
    try inCopy { generator in
      #expect(try generator.check().count > 100)
      _ = try generator.write()
      #expect(try generator.check() == [])
      let changed = "Sources/HostProtocol/Generated/Method.swift"
      let missing = "protocol/openrpc.json"
      let extra = "protocol/schema/old.schema.json"
      try Files.write(Array("// Mine.\n".utf8), to: "\(generator.root)/\(changed)")
      try File.remove("\(generator.root)/\(missing)")
      try Files.write([], to: "\(generator.root)/\(extra)")
      #expect(try generator.check() == [changed, missing, extra])
      #expect(try generator.write() == [changed, missing, extra])
      #expect(try generator.check() == [])
    }
  }

  @Test("what is written by hand on the page stays")
  func page() throws {
    let page = "Mine.\n\(ReferenceWriter.begin)old\n\(ReferenceWriter.end)Mine, too.\n"
    let text = try #require(
      ReferenceWriter(model: model()).page(replacingReferenceIn: page))
    #expect(text.hasPrefix("Mine.\n\(ReferenceWriter.begin)"))
    #expect(text.hasSuffix("\(ReferenceWriter.end)Mine, too.\n"))
    #expect(!text.contains("\nold\n"))
    #expect(try ReferenceWriter(model: model()).page(replacingReferenceIn: "Mine.\n") == nil)
  }

  @Test(
    "a model that contradicts itself is refused",
    arguments: [
      (#""type": "Completions""#, #""type": "Nobody""#, "there is no type Nobody"),
      (#""errors": ["unknownObject"]"#, #""errors": ["nobody"]"#, "there is no error nobody"),
      (
        #""includes": ["NavigationBarSetup"]"#, #""includes": ["Nobody"]"#,
        "NavigationBarPatch: there is no type Nobody"
      ),
      (#""name": "superseded""#, #""name": "overloaded""#, "two errors are called overloaded"),
      ("-32801", "-32800", "two errors have the code -32800"),
      (#""section": "Manifest""#, #""section": "Nowhere""#, "no section Nowhere"),
      (#""name": "ItemReference""#, #""name": "Item""#, "two definitions are called Item"),
      (#"["source", "sources"]"#, #"["source", "nobody"]"#, "names nobody, which is no member"),
    ])
  func contradictions(old: String, new: String, fault: String) throws {
    let text = String(decoding: try Examples.text("protocol/model.json"), as: UTF8.self)
    #expect(text.contains(old))
    let model = try Model(json: .parse(text.replacing(old, with: new)))
    let failure = #expect(throws: ModelCheck.Failure.self) { try ModelCheck(model: model).run() }
    #expect(failure?.description.contains(fault) == true)
  }

  private func model() throws -> Model {
    try Model(json: .parse(Examples.text("protocol/model.json")))
  }

  /// Runs `body` on a folder that has the model and the page and nothing else; it is left to the
  /// system's own cleaner.
  private func inCopy(_ body: (Generator) throws -> Void) throws {
    let folder = "/tmp/jackfield-generator-\(CurrentProcess.id)-\(Clock.monotonic)"
    for path in ["protocol/model.json", "protocol/README.md"] {
      try Files.write(Examples.text(path), to: "\(folder)/\(path)")
    }
    try body(Generator(root: folder))
  }
}
