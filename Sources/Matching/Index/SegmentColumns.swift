internal import CMatching

/// A segment's arrays while they are searched, as pointers.
struct SegmentColumns {
  private let segment: Segment
  private let bytes: UnsafeBufferPointer<UInt8>
  private let originals: UnsafeRawBufferPointer
  /// The columns that the sieve reads.
  let sieve: cmatching_columns

  /// Calls `body` with the columns of `segment`; they must not leave it.
  static func with<Result>(_ segment: Segment, _ body: (SegmentColumns) -> Result) -> Result {
    segment.bytes.withUnsafeBufferPointer { bytes in
      segment.offsets.withUnsafeBufferPointer { offsets in
        segment.planes.words.withUnsafeBufferPointer { planes in
          segment.rows.withUnsafeBufferPointer { rows in
            segment.weights.withUnsafeBufferPointer { weights in
              segment.originals.bytes.withUnsafeBytes { originals in
                let sieve = cmatching_columns(
                  bytes: bytes.baseAddress, offsets: offsets.baseAddress,
                  planes: planes.baseAddress, covered: UInt32(segment.planes.covered),
                  layout: segment.planes.layout, rows: rows.baseAddress,
                  weights: weights.isEmpty ? nil : weights.baseAddress)
                return body(
                  SegmentColumns(
                    segment: segment, bytes: bytes, originals: originals, sieve: sieve))
              }
            }
          }
        }
      }
    }
  }

  /// The row of a place.
  func row(ofPlace place: Int) -> UInt32 { segment.rows[place] }

  /// The one-byte forms of a place.
  func bytes(ofPlace place: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[segment.byteRange(ofPlace: place)])
  }

  /// The text of a place, nil if it is ASCII.
  func original(ofPlace place: Int) -> Originals.Text? {
    segment.originals.find(place: place).map { range, isDirect in
      Originals.Text(
        bytes: UnsafeRawBufferPointer(rebasing: originals[range]), isDirect: isDirect)
    }
  }

  /// The weight of a place.
  func weight(ofPlace place: Int) -> UInt8 {
    segment.weights.isEmpty ? 0 : segment.weights[place]
  }
}
