/// How a query is compared with candidates.
public struct MatchOptions: Hashable, Sendable {
  /// Which candidates match.
  public enum Mode: Hashable, Sendable {
    /// Those that hold the query's letters in its order, anywhere; a space stands for a space or a gap.
    case fuzzy
    /// Those that begin with the query.
    case prefix
    /// Those that hold the query in one piece.
    case contains
    /// Those that equal the query.
    case exact
  }

  /// What a capital means.
  public enum CaseSensitivity: Hashable, Sendable {
    /// A capital asks for a capital, as whoever presses Shift means it; a small letter matches both.
    ///
    /// What a letter means never depends on other letters, so typing on only narrows.
    case smart
    /// Nothing.
    case insensitive
    /// A capital asks for a capital, a small letter for a small one.
    case sensitive
  }

  /// Which candidates match.
  public var mode: Mode
  /// What a capital means.
  public var caseSensitivity: CaseSensitivity
  /// Whether a letter without marks matches only letters without marks.
  ///
  /// When false, plain letters match both; a mark in the query asks for that mark all the same.
  public var diacriticSensitive: Bool

  /// Creates options.
  public init(
    mode: Mode = .fuzzy, caseSensitivity: CaseSensitivity = .insensitive,
    diacriticSensitive: Bool = false
  ) {
    self.mode = mode
    self.caseSensitivity = caseSensitivity
    self.diacriticSensitive = diacriticSensitive
  }
}
