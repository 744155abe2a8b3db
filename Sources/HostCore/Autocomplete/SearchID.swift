/// The number of a search over the sources of a field or a query.
struct SearchID: Hashable {
  let number: UInt64
}
