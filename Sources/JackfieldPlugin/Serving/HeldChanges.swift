import HostProtocol
import JSON

/// Changes of datasources, which must not overtake the lists that they change.
@PluginActor
final class HeldChanges {
  private var held: [[UInt8]] = []

  /// Sends a change, or holds it back while a list is being provided.
  func send(_ params: [UInt8], over peer: Peer) {
    held.append(params)
    release(over: peer)
  }

  /// Sends what was held back, unless a list is being provided.
  func release(over peer: Peer) {
    guard !peer.hasOpenCall(of: Method.autocompleteProvideDatasource.rawValue) else { return }
    for params in held {
      peer.notify(Method.autocompleteDatasourceDidChange.rawValue, params)
    }
    held = []
  }
}
