/// A pattern of text in which `*` stands for any characters and `?` for one.
///
/// Nothing else is special. Characters are Unicode scalars; case matters.
struct Glob {
  /// Longer texts only match what they equal. It is what a path may have on Linux, and paths and names
  /// are what people write patterns for; the time of a match is at most its length times the pattern's.
  static let longestText = 4096

  private let pattern: [Unicode.Scalar]

  /// Takes a pattern; nil where nothing in it is special.
  init?(_ pattern: String) {
    guard pattern.utf8.contains(where: { $0 == 0x2A || $0 == 0x3F }) else { return nil }
    self.pattern = Array(pattern.unicodeScalars)
  }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longestText else { return false }
    let text = Array(text.unicodeScalars)
    var place = 0
    var next = 0
    // Where to go on after a mismatch: behind the last star, one character later than before. Earlier
    // stars need no second try, since the last one can take whatever they could.
    var retry: (place: Int, next: Int)?
    while next < text.count {
      if place < pattern.count, pattern[place] == "*" {
        place += 1
        retry = (place, next)
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[next] {
        place += 1
        next += 1
      } else if let last = retry {
        retry = (last.place, last.next + 1)
        (place, next) = (last.place, last.next + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
