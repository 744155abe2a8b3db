/// A message that is skipped to its end, because it is over the limit or the total of all connections.
///
/// It is told as soon as its id is known, or when waiting for the id is in vain.
struct Oversize {
  /// The limit that it is over.
  let limit: Int
  /// Whether it has been told.
  var isTold = false
  /// Bytes skipped so far.
  var skipped = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The fault to tell.
  func fault(id: [UInt8]) -> DecodingFault {
    DecodingFault(
      kind: .tooLarge(limit: limit), explanation: "A message is over the limit of \(limit) bytes.",
      id: id)
  }
}
