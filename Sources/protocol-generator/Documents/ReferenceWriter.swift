import JSON

/// Writes the reference part of `protocol/README.md`.
struct ReferenceWriter {
  let model: Model

  /// The marks between which the reference stands.
  static let begin = "<!-- generated:begin -->\n"
  static let end = "<!-- generated:end -->\n"

  /// The page with its reference replaced; nil where the marks are missing.
  func page(replacingReferenceIn page: String) -> String? {
    guard let begin = page.firstRange(of: Self.begin), let end = page.firstRange(of: Self.end),
      begin.upperBound <= end.lowerBound
    else { return nil }
    return page[..<begin.upperBound] + reference() + page[end.lowerBound...]
  }

  private func reference() -> String {
    let parts =
      [overview()] + model.sections.map(section) + [errors(), limits()]
    return "\n" + parts.joined(separator: "\n") + "\n"
  }

  private func overview() -> String {
    let rows = model.methods.map { method in
      [
        "[`\(method.name)`](#method-\(method.message.lowercased()))", method.kind.rawValue,
        method.directions.map(\.words).joined(separator: ", "), method.doc,
      ]
    }
    return """
      A member is required unless it is called optional or has a default; a nullable one is always written, with null for nothing.
      `[T]` is an array, `{T}` an object with any names, `any` any JSON value, `id` a string or a number.
      Every request may also have `_meta`.

      ### All methods

      \(table(["method", "kind", "direction", "what it does"], rows))
      """
  }

  private func section(_ section: Model.Section) -> String {
    let methods = model.methods.filter { $0.section == section.name }.map(method)
    let types = model.types.filter { $0.section == section.name }.map(type)
    return (["### \(section.title)\n\n\(section.doc)\n"] + methods + types).joined(separator: "\n")
  }

  private func method(_ method: MethodDefinition) -> String {
    let kind = SwiftName.capitalized(method.kind.rawValue)
    let directions = method.directions.map(\.words).joined(separator: ", ")
    let optional = method.isOptional ? "\nSent only to a plugin that lists it in `implements`." : ""
    var text = """
      <a id="method-\(method.message.lowercased())"></a>

      #### `\(method.name)`

      \(kind) `\(method.name)`, \(directions).
      \(method.doc)\(optional)

      """
    text += content("Params", method.params, except: "_meta")
    if !method.exactlyOneOf.isEmpty {
      let names = method.exactlyOneOf.map { "`\($0)`" }.joined(separator: " and ")
      text += "\nExactly one of \(names) must be there.\n"
    }
    if method.kind == .request {
      text += method.result.map { content("Result", $0) } ?? "\nResult: `{}`\n"
    }
    if !method.errors.isEmpty {
      let errors = method.errors.compactMap(model.error).map { "\($0.code) (\($0.name))" }
      text += "\nErrors besides the common ones: \(errors.joined(separator: ", ")).\n"
    }
    return text
  }

  private func content(
    _ title: String, _ content: MethodDefinition.Content, except hidden: String? = nil
  ) -> String {
    switch content {
    case .type(let type): return "\n\(title): \(link(type))\n"
    case .members(let all):
      let members = all.filter { $0.name != hidden }
      return members.isEmpty ? "\n\(title): none\n" : "\n\(title):\n\n\(table(of: members))"
    }
  }

  private func type(_ type: TypeDefinition) -> String {
    let anchor = "<a id=\"type-\(type.name.lowercased())\"></a>"
    let head = "\(anchor)\n\n#### \(type.name)\n\n\(type.doc)\n\n"
    switch type.shape {
    case .object(let members): return head + table(of: members)
    case .tuple(let members): return head + table(of: members)
    case .union(let cases):
      return head + table(["type", "meaning"], cases.map { [link($0.type), $0.doc] })
    case .enumeration(let enumeration):
      let openness = enumeration.isClosed ? "Closed: other values are errors." : "Open."
      let rows = enumeration.values.map { ["`\($0.value)`", $0.doc] }
      return head + "\(openness)\n\n" + table(["value", "meaning"], rows)
    }
  }

  private func errors() -> String {
    let common = model.commonErrors.map { "`\($0)`" }.joined(separator: ", ")
    let rows = model.errors.map { [String($0.code), "`\($0.name)`", $0.doc] }
    return """
      ### Errors

      Any request may give \(common).

      \(table(["code", "name", "meaning"], rows))
      """
  }

  private func limits() -> String {
    let rows = model.limits.map { limit in
      [
        "`\(limit.member.name)`", "\(limit.value)", limit.unit, limit.member.doc, limit.reason,
      ]
    }
    return """
      ### Limits

      \(table(["name", "default", "unit", "of what", "why so much"], rows))
      """
  }
}

extension ReferenceWriter {
  private func table(of members: [Member]) -> String {
    let rows = members.map { member in
      ["`\(member.name)`", link(member.type), presence(of: member), member.doc]
    }
    return table(["member", "type", "", "meaning"], rows)
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.map(cell).joined(separator: " | ")) |\n" }.joined()
  }

  private func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|")
  }

  private func presence(of member: Member) -> String {
    var notes: [String] = []
    switch member.presence {
    case .required: break
    case .optional: notes.append("optional")
    case .nullable: notes.append("nullable")
    case .defaulted(let value): notes.append("default `\(value.serialized())`")
    }
    if let fallback = member.fallback { notes.append("in the end `\(fallback.serialized())`") }
    if let minimum = member.minimum {
      notes.append(member.maximum.map { "\(minimum) to \($0)" } ?? "at least \(minimum)")
    }
    if let minItems = member.minItems { notes.append("at least \(minItems)") }
    if let maxItems = member.maxItems { notes.append("at most \(maxItems)") }
    if member.format == .qualified { notes.append("`plugin/name`") }
    if let unit = member.unit { notes.append(unit) }
    return notes.joined(separator: ", ")
  }

  private func link(_ type: TypeExpression) -> String {
    guard let name = type.referencedName else { return "`\(type.notation)`" }
    return "[`\(type.notation)`](#type-\(name.lowercased()))"
  }
}
