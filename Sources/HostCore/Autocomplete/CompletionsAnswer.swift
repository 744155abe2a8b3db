import JSON
import Matching

/// `Completions` as a session gets them: ranges in its encoding, items as their plugins wrote them.
struct CompletionsAnswer: JSONEncodable {
  let field: FieldName?
  let seq: Int
  let text: String
  /// The field's text around it, for a field that holds several.
  var token: EditedToken?
  let matches: [Found]
  /// The best match and what of it the text covers.
  let best: BestMatch?
  let total: Int
  let isIncomplete: Bool
  let failures: [(source: SourceReference, failure: SearchFailure)]
  let encoding: TextUnit

  /// The best match with the text split into what was typed and what it would complete.
  struct BestMatch {
    let found: Found
    /// What of the item's text follows the typed text; nil where it does not begin with it.
    let completion: String?
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    encodeMembers(into: &writer)
    writer.endObject()
  }

  /// Writes the members into an object that the caller has begun.
  func encodeMembers(into writer: inout JSONWriter) {
    if let field { writer.member("field", field.text) }
    writer.member("seq", seq)
    writer.name("matches")
    writer.beginArray()
    for match in matches { encode(match, into: &writer) }
    writer.endArray()
    writer.name("best")
    if let best { encode(best, into: &writer) } else { writer.null() }
    writer.member("total", total)
    if let token, let range = encoding.pairs(for: [token.range], in: token.whole).first {
      writer.member("token", range)
    }
    writer.member("incomplete", isIncomplete)
    encodeFailures(into: &writer)
  }

  private func encode(_ match: Found, into writer: inout JSONWriter) {
    writer.beginObject()
    match.item.encodeMembers(into: &writer)
    writer.member("source", match.source.qualifiedName)
    writer.member("ranges", encoding.pairs(for: match.ranges, in: match.item.text))
    writer.member("score", match.score)
    writer.endObject()
  }

  private func encode(_ best: BestMatch, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("item")
    encode(best.found, into: &writer)
    writer.member("source", best.found.source.qualifiedName)
    writer.name("segments")
    writer.beginArray()
    encodeSegment(text, kind: "typed", into: &writer)
    if let completion = best.completion, !completion.isEmpty {
      encodeSegment(completion, kind: "completed", into: &writer)
    }
    writer.endArray()
    writer.endObject()
  }

  private func encodeSegment(_ text: String, kind: String, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("text", text)
    writer.member("kind", kind)
    writer.endObject()
  }

  private func encodeFailures(into writer: inout JSONWriter) {
    writer.name("errors")
    writer.beginArray()
    for (source, failure) in failures {
      writer.beginObject()
      writer.member("source", source.qualifiedName)
      writer.member("code", failure.code)
      writer.member("message", failure.message)
      writer.endObject()
    }
    writer.endArray()
  }
}
