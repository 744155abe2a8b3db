import HostProtocol
import JSON

/// A popup's content whose rules hold, as front ends get it (protocol, PO-4 to PO-7).
///
/// What the content leaves to its defaults is filled in: the actions of a question, the full names of
/// sources. U+0000 in what is shown becomes U+FFFD, since some front ends drop a message that holds one.
struct CheckedContent {
  let content: Content
  /// The content as JSON text; it is sent more often than looked into.
  let text: [UInt8]

  /// Checks what a plugin wants to be shown; its name makes the content's short names full, and
  /// `features` are what the front end says that it knows, custom formats among it.
  init(
    _ content: Content, of plugin: String, for features: Set<String>, limits: Limits
  ) throws(ContentFault) {
    try Self.checkCounts(content, limits)
    do { try Self.check(content) } catch { throw .malformed(error) }
    var content = content
    content.body = try Self.shown(content.body, for: features)
    Self.fillIn(&content, of: plugin)
    content.replaceZeros()
    self.content = content
    text = content.jsonBytes()
    guard text.count <= limits.popupContentBytes else {
      throw .tooLarge(limit: limits.popupContentBytes, got: text.count)
    }
  }

  /// The fields of a form; nil where the content is no form.
  var fields: [FormField]? { content.body.kind == .form ? content.body.fields ?? [] : nil }

  /// The action with this id.
  func action(_ id: String) -> PopupAction? { content.actions.first { $0.id == id } }

  /// The action that a tap outside counts as.
  var cancelAction: PopupAction? { content.actions.first { $0.role == .cancel } }

  // MARK: Filling in

  /// The index rule of alerts: 0 is cancel, the others follow.
  private static let confirmActions = [
    PopupAction(id: "cancel", title: "Cancel", role: .cancel),
    PopupAction(id: "ok", title: "OK", role: .default),
  ]

  private static func fillIn(_ content: inout Content, of plugin: String) {
    if content.body.kind == .confirm, content.actions.isEmpty { content.actions = confirmActions }
    for index in content.body.fields?.indices ?? 0..<0 {
      guard let source = content.body.fields?[index].source, !source.contains("/") else { continue }
      content.body.fields?[index].source = "\(plugin)/\(source)"
    }
  }

  /// A body in a format that the front end does not know is its text, where it has one.
  private static func shown(
    _ body: Body, for features: Set<String>
  ) throws(ContentFault) -> Body {
    guard body.kind == .custom, let format = body.format, !features.contains(format) else {
      return body
    }
    guard let text = body.text else { throw .unknownFormat(format) }
    return Body(kind: .text, text: text)
  }

  // MARK: Checking

  private static func checkCounts(_ content: Content, _ limits: Limits) throws(ContentFault) {
    guard content.actions.count <= limits.popupActions else {
      throw .tooMany("actions", limit: limits.popupActions, got: content.actions.count)
    }
    let fields = content.body.fields?.count ?? 0
    guard fields <= limits.formFields else {
      throw .tooMany("fields", limit: limits.formFields, got: fields)
    }
  }

  private static func check(_ content: Content) throws(DecodingFailure) {
    if let size = content.size {
      do { try PopupLayout.check(size) } catch { throw error.inside("size") }
    }
    do { try check(content.body) } catch { throw error.inside("body") }
    try checkUnique(content.actions.map(\.id), "id", of: "actions")
  }

  private static func check(_ body: Body) throws(DecodingFailure) {
    switch body.kind {
    case .text, .markdown, .confirm: try require(body.text, "text", "string")
    case .list: try require(body.rows, "rows", "array")
    case .image: try require(body.image, "image", "string")
    case .custom: try require(body.format, "format", "string")
    case .form:
      try require(body.fields, "fields", "array")
      try check(body.fields ?? [])
    }
  }

  private static func check(_ fields: [FormField]) throws(DecodingFailure) {
    try checkUnique(fields.map(\.name), "name", of: "fields")
    for (index, field) in fields.enumerated() {
      do {
        try field.check()
      } catch {
        throw error.inside(String(index)).inside("fields")
      }
    }
  }

  static func require(
    _ value: (some Any)?, _ name: String, _ type: String
  ) throws(DecodingFailure) {
    guard value == nil else { return }
    throw DecodingFailure(expected: type, found: "nothing").inside(name)
  }

  static func checkUnique(
    _ names: [String], _ member: String, of list: String
  ) throws(DecodingFailure) {
    var seen: Set<String> = []
    for (index, name) in names.enumerated() where !seen.insert(name).inserted {
      throw DecodingFailure(expected: "\(member) that no other of the \(list) has", found: name)
        .inside(member).inside(String(index)).inside(list)
    }
  }
}
