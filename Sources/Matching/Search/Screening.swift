internal import CMatching

/// Words with a bit for each candidate of a block, and what its planes say about them.
struct Screening: ~Copyable {
  /// Words of a block.
  static let words = Int(CMATCHING_BLOCK) / 64

  /// The candidates that are to be looked at.
  let wanted: UnsafeMutablePointer<UInt64>
  /// What became of them.
  let results: cmatching_screening

  /// Allocates the words.
  init() {
    wanted = .allocate(capacity: 4 * Self.words)
    wanted.initialize(repeating: 0, count: 4 * Self.words)
    results = cmatching_screening(
      sure: wanted + Self.words, possible: wanted + 2 * Self.words, open: wanted + 3 * Self.words)
  }

  deinit { wanted.deallocate() }

  /// Leaves everything open that is wanted in the last words, which no planes cover.
  func leaveOpen(from word: Int) {
    for word in word..<Self.words {
      results.sure[word] = 0
      results.possible[word] = 0
      results.open[word] = wanted[word]
    }
  }
}
