/// What is remembered of a message with headers: when the bytes behind it make no sense, its length is
/// the suspect.
struct PreviousMessage {
  /// The length that its header declared.
  let declaredLength: Int
  /// Whether its body was not JSON, which makes it all the more suspect.
  let isMalformed: Bool
  private var id: Excerpt
  private var method: Excerpt

  /// Takes what is needed from a frame.
  init(_ frame: Frame, declaredLength: Int) {
    self.declaredLength = declaredLength
    var (id, method) = (Span.absent, Span.absent)
    switch frame.content {
    case .message(let envelope): (id, method) = (envelope.id, envelope.method)
    case .malformed(_, let found): id = found
    default: break
    }
    if case .malformed = frame.content { isMalformed = true } else { isMalformed = false }
    self.id = Excerpt(frame.slice[id].bytes)
    self.method = Excerpt(frame.slice[method].bytes)
  }

  /// A sentence that names the message.
  var suspicion: String {
    let names = [
      id.isEmpty ? nil : "id \(id.text)", method.isEmpty ? nil : "method \(method.text)",
      "declared length \(declaredLength) bytes",
    ].compactMap(\.self)
    return
      "The message before it probably has a wrong Content-Length: \(names.joined(separator: ", "))."
  }
}
