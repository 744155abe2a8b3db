import HostProtocol
import Matching

/// How a source is searched: what the front end asked for, else what the source says, else the defaults.
struct SearchOptions {
  /// What the front end gave; nil members leave the word to the source.
  let requested: FieldOptions
  /// The limits in force.
  let limits: Limits

  /// How text is compared with the items of `source`.
  func matching(for source: Source?) -> MatchOptions {
    let match = requested.match ?? source?.match ?? FieldOptions.Default.match
    let sensitivity =
      requested.caseSensitivity ?? source?.caseSensitivity ?? FieldOptions.Default.caseSensitivity
    return MatchOptions(
      mode: mode(match), caseSensitivity: caseSensitivity(sensitivity),
      diacriticSensitive: requested.diacriticSensitive ?? source?.diacriticSensitive
        ?? FieldOptions.Default.diacriticSensitive)
  }

  /// The shortest text that is searched for.
  func minimumCharacters(for source: Source?) -> Int {
    requested.minChars ?? source?.minChars ?? 0
  }

  /// Matches in one answer at most.
  func limit(for source: Source?, asked: Int?) -> Int {
    let wanted =
      asked ?? requested.maxResults ?? source?.maxResults ?? FieldOptions.Default.maxResults
    return min(max(wanted, 0), limits.completions)
  }

  /// Whether a field shows all items while it is empty.
  var startsVisible: Bool { requested.startVisible }

  /// What separates the texts that a field holds; nil where it holds one.
  var delimiter: String? { requested.delimiter }

  /// How long a text must stand still before a source in mode `query` is asked.
  func quiet(for source: Source?) -> Duration {
    .milliseconds(requested.debounceMs ?? source?.debounceMs ?? 0)
  }

  /// How long a source may take; the limits of its calls hold besides.
  var sourceLimit: Duration { .milliseconds(requested.deadlineMs) }

  /// How long an answer is held back for late sources.
  var firstPaint: Duration {
    .milliseconds(requested.firstPaintMs)
  }

  private func mode(_ match: MatchMode) -> MatchOptions.Mode {
    switch match {
    case .prefix: .prefix
    case .contains: .contains
    case .exact: .exact
    default: .fuzzy
    }
  }

  private func caseSensitivity(_ sensitivity: CaseSensitivity) -> MatchOptions.CaseSensitivity {
    switch sensitivity {
    case .sensitive: .sensitive
    case .smart: .smart
    default: .insensitive
    }
  }
}
