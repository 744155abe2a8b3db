import HostProtocol
import JSON
import JackfieldClient

/// Follows a plugin's state, since the host answers at once and the plugin takes its time.
final class PluginWatch {
  private let conversation: Conversation
  private let plugin: String
  private var state: PluginState?

  /// Subscribes to the states of the plugins.
  init(_ plugin: String, in conversation: Conversation) throws(Failure) {
    self.plugin = plugin
    self.conversation = conversation
    let topics = [Method.pluginDidChangeState.rawValue]
    _ = try conversation.text(of: HostSubscribe(topics: topics))
    conversation.connection.onNotification = { [unowned self] in note($0) }
  }

  /// Calls a method that changes the plugin's state, waits until it is one of `settled`, at which
  /// nothing more will happen, and asks for its status.
  func status<Request: RequestMessage>(
    after request: Request, settled: Set<PluginState>
  ) throws(Failure) -> [UInt8] where Request.Result == PluginStatus {
    let answer: PluginStatus = try Conversation.decoded(
      conversation.text(of: request), of: Request.method)
    // Only what comes after the answer was caused by the request.
    state = answer.state
    while state.map({ !settled.contains($0) }) ?? true {
      do {
        try conversation.connection.receive(until: conversation.deadline)
      } catch .deadlineExceeded {
        throw Failure(
          .deadline,
          "\(plugin) is still \(state?.rawValue ?? ""); --timeout SECONDS waits longer")
      } catch {
        throw Failure(error)
      }
    }
    return try conversation.text(of: GetPluginStatus(plugin: plugin))
  }

  private func note(_ notification: IncomingNotification) {
    guard notification.method == Method.pluginDidChangeState.rawValue else { return }
    do {
      let change = try PluginDidChangeState(json: JSONValue.parse(notification.params))
      if change.plugin == plugin { state = change.state }
    } catch {
      // A host of another version; its answer to the next question tells.
    }
  }
}
