import JSONRPC

/// Where the answer of a request goes.
struct ReplyAddress {
  /// Who asked.
  let party: Party
  /// The id to echo.
  let id: RequestID
  /// Which of the host's requests it is: the id may be used again while something still works on an
  /// older request.
  let serial: Int
  /// The batch in which the request came; its answers leave together.
  let batch: BatchID?
  /// The request's `_meta.trace`, as written; empty where there is none.
  var trace: [UInt8] = []
}

/// The number of a batch of its party.
struct BatchID: Hashable {
  let number: UInt64
}
