import Testing

/// `ARCHITECTURE.md` says which module may import which; here it is held against the sources.
@Suite("Architecture")
struct ArchitectureTests {
  private let table: ModuleTable
  private let targets: PackageTargets

  init() throws {
    table = ModuleTable(markdown: try Repository.text("ARCHITECTURE.md"))
    targets = PackageTargets(manifest: try Repository.text("Package.swift"))
  }

  @Test("The table has the package's targets, each once")
  func sameTargets() {
    #expect(table.rows.map(\.name).sorted() == targets.dependencies.keys.sorted())
  }

  @Test("The table and Package.swift agree on what each target depends on")
  func sameDependencies() {
    for row in table.rows {
      #expect(row.modules == targets.dependencies[row.name], "\(row.name)")
    }
  }

  @Test("No module imports one that stands below it")
  func order() {
    var above: Set<String> = []
    for row in table.rows {
      #expect(row.modules.isSubset(of: above), "\(row.name)")
      above.insert(row.name)
    }
  }

  @Test("Sources import what the table allows, and nothing else")
  func imports() throws {
    for row in table.rows {
      for file in try Repository.swiftFiles(below: targets.folders[row.name] ?? "") {
        let others = Imports.modules(of: try Repository.text(file))
          .subtracting(row.modules).subtracting(row.system)
        #expect(others.isEmpty, "\(file)")
      }
    }
  }

  @Test(
    "Imports are read in all their forms",
    arguments: [
      ("import A", ["A"]),
      ("public import A\nprivate import struct B.C", ["A", "B"]),
      ("@testable import A // reason", ["A"]),
      ("@_exported public import func A.B.c", ["A"]),
      ("// import A\nlet important = 1\n/// import B", []),
    ] as [(String, [String])])
  func forms(source: String, modules: [String]) {
    #expect(Imports.modules(of: source) == Set(modules))
  }
}
