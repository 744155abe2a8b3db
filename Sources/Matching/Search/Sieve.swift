internal import CMatching

/// Sifts candidates 64 at a time, so that only those that can be among the best are scored.
struct Sieve: ~Copyable {
  private let pattern: OpaquePointer
  /// Whether bytes don't decide, so that settled candidates may yet turn out not to match.
  let isLossy: Bool

  /// Prepares a query.
  init(_ query: Query) {
    isLossy = query.needsSymbols
    let symbols = query.sought.map { symbol in
      cmatching_symbol(
        byte: symbol.byte, is_case_strict: symbol.isCaseStrict,
        follows_space: symbol.followsSpace, place: UInt16(clamping: symbol.index))
    }
    pattern = symbols.withUnsafeBufferPointer { symbols in
      var prepared = cmatching_query(
        symbols: symbols.baseAddress, count: Int32(symbols.count),
        literal_count: Int32(query.literal.count), shape: query.options.mode.shape,
        rank: Rank.forC(run: query.run), is_lossy: query.needsSymbols)
      return cmatching_pattern_create(&prepared)
    }
  }

  deinit { cmatching_pattern_free(pattern) }

  /// Tells what the planes of a block say about its candidates, those that `screening` wants.
  ///
  /// `first` begins a block; a candidate must exceed `threshold` to be left open.
  func screen(
    _ columns: borrowing SegmentColumns, from first: Int, threshold: cmatching_threshold,
    _ screening: borrowing Screening
  ) {
    withUnsafePointer(to: columns.sieve) { columns in
      cmatching_screen(
        pattern, columns, UInt32(first), screening.wanted, threshold, screening.results)
    }
  }

  /// Tells what the bytes of the 64 candidates from `first` on say about them.
  ///
  /// Those in `open` must exceed `threshold` to be left open; those in `possible` can't.
  func sift(
    _ columns: borrowing SegmentColumns, from first: Int, open: UInt64, possible: UInt64,
    threshold: cmatching_threshold
  ) -> cmatching_verdict {
    withUnsafePointer(to: columns.sieve) { columns in
      cmatching_sift(pattern, columns, UInt32(first), open, possible, threshold)
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
      word_end: wordEnd, space: space, gap_start: gapStart, gap_extension: gapExtension,
      gap_limit: gapLimit, fractions: fractions, weight_unit: weightUnit,
      length_bits: Int32(lengthBits), point_bits: Int32(pointBits))
  }
}
