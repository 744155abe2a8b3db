import JSONRPC

/// The answer to a front end's request that came while its session had no connection.
struct WaitingAnswer {
  let address: ReplyAddress
  /// The text of the result, or the error.
  let outcome: Result<[UInt8], ResponseError>
}
