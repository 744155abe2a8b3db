internal import CMatching

/// Sifts candidates 64 at a time, so that only those that can be among the best are scored.
struct Sieve: ~Copyable {
  private let symbols: UnsafeMutablePointer<cmatching_symbol>
  private var query: cmatching_query
  /// Whether bytes don't decide, so that settled candidates may yet turn out not to match.
  let isLossy: Bool

  /// Prepares a query.
  init(_ query: Query) {
    let sought = query.sought
    symbols = .allocate(capacity: sought.count)
    for (index, symbol) in sought.enumerated() {
      symbols[index] = cmatching_symbol(
        byte: symbol.byte, is_case_strict: symbol.isCaseStrict,
        follows_space: symbol.followsSpace, place: UInt16(clamping: symbol.index))
    }
    self.query = cmatching_query(
      symbols: symbols, count: Int32(sought.count), literal_count: Int32(query.literal.count),
      shape: query.options.mode.shape, rank: Rank.forC(run: query.run))
    isLossy = query.needsSymbols
  }

  deinit { symbols.deallocate() }

  /// Tells what the bytes of the 64 candidates from `first` on, those in `wanted`, say about them.
  ///
  /// `first` is a multiple of 64; a candidate must exceed `threshold` to be left open.
  func sift(
    _ columns: borrowing SegmentColumns, from first: Int, wanted: UInt64,
    threshold: cmatching_threshold
  ) -> cmatching_verdict {
    withUnsafePointer(to: query) { query in
      withUnsafePointer(to: columns.sieve) { columns in
        cmatching_sift(query, columns, UInt32(first), wanted, threshold)
      }
    }
  }
}

extension MatchOptions.Mode {
  fileprivate var shape: cmatching_shape {
    switch self {
    case .fuzzy: cmatching_scattered
    case .contains: cmatching_adjacent
    case .prefix: cmatching_leading
    case .exact: cmatching_whole
    }
  }
}

extension Rank {
  fileprivate static func forC(run: Int32) -> cmatching_rank {
    cmatching_rank(
      match: match, run: run, text_start: textStart, word_start: wordStart, hump: hump,
      word_end: wordEnd, space: space, gap_start: gapStart, fractions: fractions,
      weight_unit: weightUnit, length_bits: Int32(lengthBits), point_bits: Int32(pointBits))
  }
}
