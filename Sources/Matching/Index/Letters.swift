internal import CMatching

/// Which letters each quarter of a text has: texts that can't hold a query are told by it, unread.
///
/// A query's letters are dealt out to the quarters in turn, as many to each as it has in their order; if
/// any is left, the text does not hold the query. Four words of 32 bits a text, in blocks of 64 texts: the
/// first quarters of all of them, then the second, and so on, as vectors want them.
enum Letters {
  /// Texts in a block.
  static let block = 64
  /// Parts of a text.
  static let quarters = 4

  /// The letters of texts that lie one behind the other; the last block is filled up with empty texts.
  static func all(bytes: [UInt8], offsets: [UInt32]) -> [UInt32] {
    let count = offsets.count - 1
    let blocks = (count + block - 1) / block
    return [UInt32](unsafeUninitializedCapacity: blocks * block * quarters) { letters, size in
      size = blocks * block * quarters
      letters.initialize(repeating: 0)
      bytes.withUnsafeBufferPointer { bytes in
        for place in 0..<count {
          let (first, last) = (Int(offsets[place]), Int(offsets[place + 1]))
          let start = place / block * block * quarters + place % block
          for quarter in 0..<quarters {
            let from = first + (last - first) * quarter / quarters
            let to = first + (last - first) * (quarter + 1) / quarters
            letters[start + quarter * block] = cmatching_letters(bytes.baseAddress, from, to)
          }
        }
      }
    }
  }
}
