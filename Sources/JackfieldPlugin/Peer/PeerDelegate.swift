package import JSONRPC

/// Whoever knows what a peer's messages mean.
@PluginActor
package protocol PeerDelegate: AnyObject {
  /// The work that answers a request with the JSON text of a result.
  ///
  /// - Throws: The error to answer with at once.
  func work(for request: IncomingRequest) throws(ResponseError) -> PeerCall.Work

  /// The work that a notification makes; nil for one that nobody knows.
  func work(forNotification method: String, params: [UInt8]) -> PeerWork?

  /// Tells that a request was answered.
  func didAnswer(_ call: PeerCall)

  /// Tells that nothing more will come, and what is still to be done before the end.
  func willEnd() -> PeerWork?

  /// Tells what nobody else is told: work failed that nobody waits for, or for no reason that the other
  /// end should look into.
  func didFail(_ error: any Error, at method: String?)
}

/// Work that nobody waits for.
package typealias PeerWork = @PluginActor @Sendable () async throws -> Void
