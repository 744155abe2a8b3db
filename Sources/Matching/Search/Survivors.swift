/// The candidates that matched a query: the only ones that a grown query can match.
///
/// A search uses it if the query has grown out of that one and the snapshot out of that one; else it
/// looks at all candidates, so passing the last survivors is always right. One bit a candidate.
public struct Survivors: Sendable {
  /// The query that they survived.
  let query: Query
  /// The segments that were searched, with a bit for each place.
  let segments: [(segment: Segment, places: BitSet)]

  /// The survivors in a segment that is still the `index`th, else nil.
  func places(in segment: Segment, at index: Int) -> BitSet? {
    guard index < segments.count, segments[index].segment === segment else { return nil }
    return segments[index].places
  }
}
