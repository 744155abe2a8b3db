/// Finds what is wrong with a model that decoded well: names that nothing has, or that two things have.
struct ModelCheck {
  let model: Model

  /// What is wrong, one sentence for each fault.
  struct Failure: Error, CustomStringConvertible {
    let faults: [String]

    var description: String { faults.joined(separator: "\n") }
  }

  /// Throws where anything is wrong.
  func run() throws(Failure) {
    let faults = duplicates() + methods() + types()
    guard faults.isEmpty else { throw Failure(faults: faults) }
  }

  private func duplicates() -> [String] {
    let definitions =
      model.types.map(\.name)
      + model.methods.flatMap { ["\($0.message)", "\($0.message)Params", "\($0.message)Result"] }
    return repeated(definitions).map { "two definitions are called \($0)" }
      + repeated(model.errors.map(\.name)).map { "two errors are called \($0)" }
      + repeated(model.errors.map { String($0.code) }).map { "two errors have the code \($0)" }
      + repeated(model.limits.map(\.member.name)).map { "two limits are called \($0)" }
      + model.methods.flatMap { method in
        repeated(members(of: method).map(\.name)).map { "\(method.message) has \($0) twice" }
      }
  }

  private func methods() -> [String] {
    var faults: [String] = []
    for method in model.methods {
      faults += unknownTypes(types(of: method), in: method.message)
      faults += unknownTypes(method.includes.map(TypeExpression.named), in: method.message)
      faults += sectionFault(method.section, method.message)
      faults += method.errors.filter { model.error($0) == nil }.map {
        "\(method.message): there is no error \($0)"
      }
      if method.kind == .notification, method.result != nil {
        faults.append("\(method.message): a notification has no result")
      }
      let params = members(of: .some(method.params)).map(\.name)
      faults += method.exactlyOneOf.filter { !params.contains($0) }.map {
        "\(method.message): exactlyOneOf names \($0), which is no member"
      }
    }
    return faults
      + model.commonErrors.filter { model.error($0) == nil }.map { "there is no error \($0)" }
  }

  private func types() -> [String] {
    model.types.flatMap { type in
      sectionFault(type.section, type.name) + unknownTypes(types(of: type), in: type.name)
    }
  }

  private func sectionFault(_ section: String, _ name: String) -> [String] {
    model.sections.contains { $0.name == section } ? [] : ["\(name): no section \(section)"]
  }

  private func unknownTypes(_ types: [TypeExpression], in place: String) -> [String] {
    types.compactMap(\.referencedName).filter { model.type($0) == nil }.map {
      "\(place): there is no type \($0)"
    }
  }

  private func types(of method: MethodDefinition) -> [TypeExpression] {
    [method.params, method.result].flatMap { content -> [TypeExpression] in
      if case .type(let type) = content { return [type] }
      return members(of: content).map(\.type)
    }
  }

  private func types(of type: TypeDefinition) -> [TypeExpression] {
    switch type.shape {
    case .object(let members), .tuple(let members), .union(let members): members.map(\.type)
    case .enumeration: []
    }
  }

  private func members(of method: MethodDefinition) -> [Member] {
    members(of: method.params)
  }

  private func members(of content: MethodDefinition.Content?) -> [Member] {
    guard case .members(let members) = content else { return [] }
    return members
  }

  private func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }
}
