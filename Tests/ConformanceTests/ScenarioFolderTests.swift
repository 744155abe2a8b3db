import SystemIO
import Testing

@testable import Conformance

@Suite("Scenario files")
struct ScenarioFolderTests {
  @Test("all files of the source tree are read")
  func sourceTree() throws {
    let checks = try SourceTree.checks()
    #expect(checks.count > 800)
    let names = checks.map { "\($0.id) \($0.framing)" }
    #expect(Set(names).count == names.count)
  }

  @Test("every variable is one that a pattern captures, a row has or the kit gives")
  func variables() throws {
    for check in try SourceTree.checks() {
      var known: Set<String> = ["run", "session", "limits", "i"]
      known.formUnion(check.row.variables.map(\.name))
      for step in check.scenario.steps { known.formUnion(given(by: step.action)) }
      for name in referenced(check) {
        #expect(known.contains(name), "\(check.id): ${\(name)}")
      }
    }
  }

  private func given(by action: Step.Action) -> [String] {
    switch action {
    case .expect(let pattern, _): captured(pattern)
    case .expectAnyOrder(let patterns): patterns.flatMap(captured)
    case .connect(let name, .with): ["\(name).session"]
    default: []
    }
  }

  private func captured(_ pattern: Value) -> [String] {
    switch pattern {
    case .object(let members):
      [pattern["$capture"]?.string].compactMap(\.self)
        + members.flatMap { captured($0.value) }
    case .array(let elements): elements.flatMap(captured)
    default: []
    }
  }

  private func referenced(_ check: Check) -> [String] {
    let text = "\(check.scenario.steps)"
    return text.split(separator: "${").dropFirst().map { part in
      String(part.prefix { $0 != "}" && $0 != "/" })
    }
  }

  @Test("the folder that was given is taken as it is")
  func given() {
    #expect(ScenarioFolder.find(given: "here", executable: "/proc/self/exe") == "here")
  }

  @Test("a program of the source tree finds the source tree's folder")
  func found() {
    let program = "\(SourceTree.root)/.build/debug/jackfield"
    #expect(ScenarioFolder.find(given: nil, executable: program) == SourceTree.scenarios)
  }

  @Test("a program that belongs to nothing finds nothing")
  func notFound() {
    #expect(ScenarioFolder.find(given: nil, executable: "/bin/sh") == nil)
  }

  @Test(
    "what is no family of scenarios is the kit's fault",
    arguments: [
      "", "[]", "{}", #"{"family": "a", "scenarios": [{}]}"#,
      scenario(#"{"nothing": 1}"#), scenario(#"{"send": {}, "expect": {}}"#),
      scenario(#"{"sendText": 5}"#), scenario(#"{"send": {}, "split": "a"}"#),
      scenario(#"{"expect": {}, "framing": "words"}"#),
      scenario(#"{"connect": "B", "initialize": 5}"#),
    ])
  func fault(_ text: String) {
    #expect(throws: ScenarioFault.self) { try Check.all(inFile: Array(text.utf8)) }
  }

  private static func scenario(_ step: String) -> String {
    #"{"family": "a", "scenarios": [{"name": "b", "title": "", "rules": [], "steps": ["#
      + step + "]}]}"
  }
}
