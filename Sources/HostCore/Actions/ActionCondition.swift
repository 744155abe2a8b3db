import JSON

/// When an action is in a bar: what `when` asks of the screen's context (protocol, section 3).
struct ActionCondition {
  private let members: [(name: String, wanted: JSONValue)]

  /// Takes an action's `when`; absent, the condition always holds.
  init(_ when: JSONValue?) {
    // A null member is as if it were absent, as everywhere.
    members = (when?.members ?? []).filter { !$0.value.isNull }.map { ($0.name, $0.value) }
  }

  /// Whether the context has, for each member, a member of that name that matches it.
  func holds(in context: JSONValue) -> Bool {
    members.allSatisfy { name, wanted in
      guard let found = context[name], !found.isNull else { return false }
      return wanted.kind == .array
        ? wanted.elements.contains { Self.matches(found, $0) } : Self.matches(found, wanted)
    }
  }

  /// Types matter: 1, "1" and true are three things. 1 and 1.0 are one.
  private static func matches(_ found: JSONValue, _ wanted: JSONValue) -> Bool {
    if let text = found.string, let pattern = wanted.string {
      return text == pattern || Glob(pattern)?.matches(text) == true
    }
    return found == wanted || (found.double != nil && found.double == wanted.double)
  }
}
