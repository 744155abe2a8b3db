extension Query {
  /// The parts of `text` that match, in bytes of its UTF-8: those of the best alignment.
  ///
  /// They are in order, don't touch each other, and neither begin nor end within a grapheme cluster. Empty
  /// if the text does not match.
  public func ranges(in text: String) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { ranges(in: UnsafeRawBufferPointer($0)) }
  }

  /// The parts of `text`, valid UTF-8, that match.
  public func ranges(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    if isEmpty { return [] }
    let folded = FoldedText(text)
    var scorer = Scorer(self)
    guard let places = scorer.trace(folded) else { return [] }
    let clusters = ClusterBounds(text)
    return places.reduce(into: []) { ranges, place in
      let range = clusters.enclosing(folded.range(of: place, in: text))
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Whether `text` equals the query after folding, in any mode.
  public func isExact(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isExact(UnsafeRawBufferPointer($0)) }
  }

  /// Whether `text`, valid UTF-8, equals the query after folding, in any mode.
  public func isExact(_ text: UnsafeRawBufferPointer) -> Bool {
    let scorer = Scorer(self)
    return scorer.isEqual(FoldedText(text))
  }
}

extension FoldedText {
  /// The bytes of the original that the symbol at `place` came from.
  func range(of place: Int, in text: UnsafeRawBufferPointer) -> Range<Int> {
    let next = starts[place...].first { $0 > starts[place] }
    return starts[place]..<(next ?? text.count)
  }
}
