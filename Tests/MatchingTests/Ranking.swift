import Matching

/// The texts that match, best first.
func ranked(
  _ query: String, in texts: [String], options: MatchOptions = MatchOptions()
) -> [String] {
  matches(query, in: texts, options: options).map { texts[Int($0.candidate.row)] }
}

/// The matches, best first.
func matches(
  _ query: String, in texts: [String], options: MatchOptions = MatchOptions()
) -> [Match] {
  let result = Matcher.search(
    snapshot(of: texts), for: Query(query, options: options), limit: texts.count)
  return result?.matches ?? []
}

/// A segment of texts.
func segment(of texts: [String]) -> Segment {
  var builder = SegmentBuilder()
  for text in texts { builder.append(text) }
  return builder.finish()
}

/// A snapshot with one segment.
func snapshot(of texts: [String]) -> Snapshot { Snapshot([segment(of: texts)]) }

/// The matching parts of a text.
func marked(
  _ query: String, in text: String, options: MatchOptions = MatchOptions()
) -> [String] {
  let bytes = Array(text.utf8)
  return Query(query, options: options).ranges(in: text).map {
    String(decoding: bytes[$0], as: UTF8.self)
  }
}

extension MatchOptions {
  static let prefix = MatchOptions(mode: .prefix)
  static let contains = MatchOptions(mode: .contains)
  static let exact = MatchOptions(mode: .exact)
}
