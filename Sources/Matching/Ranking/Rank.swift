/// What makes one match better than another, in points, and how points become a score.
///
/// A score is compared as a whole; from its highest bits down it holds
///
/// - the class: equal after folding, begins with the query, anything else;
/// - the points of the best alignment; for equal texts, how equal they are;
/// - the place of the first matched character, the earlier the better, and with it the weight;
/// - the length, the shorter the better.
///
/// What then ties keeps the order of the source.
enum Rank {
  // MARK: Points of an alignment

  /// For each matched character: keeps the sum positive, as no gap costs more.
  static let match: Int32 = 16
  /// For a character that follows the one before it at once.
  ///
  /// Above the start of a word, so that a piece of a word beats initials, but below two of them less a gap
  /// between: `usr` and `lib`, both at the start of a word, beat `usrlib` within one.
  static let run: Int32 = 12
  /// The same in queries of `shortQuery` characters and fewer, where scattered initials prove little.
  ///
  /// Above what two word starts with the narrowest gap and an end can get: 12 + 10 - 4 + 4.
  static let shortRun: Int32 = 24
  /// Up to here, one piece always beats scattered word starts.
  static let shortQuery = 3
  /// For the first character of the text: more than of another word, since people begin at the beginning.
  static let textStart: Int32 = 12
  /// For the first character of a word: the unit that the other values are measured by.
  static let wordStart: Int32 = 10
  /// For a hump (`B` in `fooBar`), a number, a change of script: a word start seen less clearly.
  static let hump: Int32 = 8
  /// For ending where a word ends: less than any way to begin one, enough for `lines` to prefer
  /// `linesCollection` to `lineStarts`.
  static let wordEnd: Int32 = 4
  /// For a space in the query that is one in the text: as good as going on with the run.
  static let space: Int32 = 12
  /// Off for a gap: less than half a word start, so that initials stay worth it.
  static let gapStart: Int32 = 4
  /// Off for each further character of a gap: the nearest of two equal words wins.
  static let gapExtension: Int32 = 1
  /// The most that a gap costs: beyond a short word, far is far. At most `match`.
  static let gapLimit: Int32 = 16
  /// The most for a gap where the query has a space: the same without the start.
  static let spacedGapLimit: Int32 = gapLimit - gapStart

  // MARK: Layout of a score

  /// Fractions of a point, for the place of the first matched character (0…255).
  static let fractions: Int32 = 256
  /// The weight's unit in fractions: 255 of it stay below 4 points, the smallest difference in kind.
  static let weightUnit: Int32 = 4
  /// Weights are clamped to 0…`maximumWeight`; one byte a candidate.
  static let maximumWeight = 255
  /// Bits of the length: longer texts count as equally long.
  static let lengthBits = 12
  /// Bits of points and fractions: 256 characters at 40 points and the weight need 22 of them.
  static let pointBits = 23

  /// The classes of matches.
  enum Class: Int {
    case other, beginsWithQuery, equal
  }

  /// Puts a score together.
  @inline(__always)
  static func score(_ kind: Class, fractions: Int32, length: Int) -> Int {
    let longest = 1 << lengthBits - 1
    return kind.rawValue << (pointBits + lengthBits)
      | Int(fractions) << lengthBits | (longest - min(length, longest))
  }

  /// The class of a score.
  static func kind(ofScore score: Int) -> Class {
    Class(rawValue: score >> (pointBits + lengthBits)) ?? .other
  }

  /// The fractions that a first character at `place` is worth: fewer, the later it comes.
  @inline(__always)
  static func earliness(_ place: Int) -> Int32 { fractions - 1 - Int32(min(place, 255)) }
}
