import HostProtocol
import Testing

@Suite("Names of plugins and of what they provide")
struct NameTests {
  @Test(
    "a plugin's name begins with a small letter and is not reserved",
    arguments: [
      ("people", true), ("a", true), ("a-1", true), (String(repeating: "a", count: 64), true),
      ("", false), ("1a", false), ("-a", false), ("People", false), ("a_b", false), ("a/b", false),
      ("é", false), ("plugin", false), ("rpc", false), ("jackfield", false),
      ("jackfield-x", false), (String(repeating: "a", count: 65), false),
    ])
  func plugin(name: String, isValid: Bool) {
    #expect(Name.isPlugin(name) == isValid)
  }

  @Test(
    "the name of a source, method or topic may have capitals",
    arguments: [
      ("people", true), ("didFetch", true), ("A-1", true), ("plugin", true),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
      ("", false), ("1a", false), ("a b", false), ("a/b", false), ("@a", false), ("[", false),
    ])
  func member(name: String, isValid: Bool) {
    #expect(Name.isMember(name) == isValid)
  }

  @Test("a qualified name has exactly two parts")
  func qualified() {
    let name = QualifiedName("git/didFetch")
    #expect(name == QualifiedName(plugin: "git", name: "didFetch"))
    #expect(name?.description == "git/didFetch")
    for text in ["git", "git/", "/didFetch", "a/b/c", "host/status", "Git/a", ""] {
      #expect(QualifiedName(text) == nil, "\(text)")
    }
  }
}
