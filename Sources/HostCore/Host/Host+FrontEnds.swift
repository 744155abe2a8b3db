import HostProtocol
import JSON
import JSONRPC

/// What front ends may ask, by method.
extension Host {
  mutating func serve(
    _ message: Inbound, at address: ReplyAddress, of connection: ConnectionID
  ) throws(ResponseError) {
    try checkPhase(message.method, of: connection)
    guard let method = message.method else {
      try checkFamily(message)
      return try relayRequest(message, at: address)
    }
    guard method.directions.contains(.frontEndToHost), method.isRequest else {
      throw .methodNotFound(message.methodName)
    }
    switch method {
    case .autocompleteAttach, .autocompleteBeginEditing, .autocompleteChange, .autocompleteReturn,
      .autocompleteDecline, .autocompleteEndEditing, .autocompleteDetach, .autocompleteQuery:
      try serveField(method, message, at: address, of: connection)
    case .pluginList, .pluginStatus, .pluginStart, .pluginStop, .pluginRestart,
      .pluginEnable, .pluginDisable, .pluginLog:
      try answeringFirst { (host) throws(ResponseError) in
        try host.servePlugins(method, message, at: address)
      }
    default:
      try serveHost(method, message, at: address, of: connection)
    }
  }

  private mutating func serveField(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of connection: ConnectionID
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .autocompleteAttach:
      try attach(message.params(limits: limits), at: address, of: connection)
    case .autocompleteBeginEditing:
      try beginEditing(message.params(limits: limits), at: address, of: connection)
    case .autocompleteChange:
      try change(message.params(limits: limits), at: address, of: connection)
    case .autocompleteReturn:
      try returnKey(message.params(limits: limits), at: address, of: connection)
    case .autocompleteDecline:
      try decline(message.params(limits: limits), at: address, of: connection)
    case .autocompleteEndEditing:
      try endEditing(message.params(limits: limits), at: address, of: connection)
    case .autocompleteDetach:
      try detach(message.params(limits: limits), at: address, of: connection)
    default:
      try query(message.params(limits: limits), at: address)
    }
  }

  private mutating func serveHost(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of connection: ConnectionID
  ) throws(ResponseError) {
    switch method {
    case .initialize: try initialize(message, at: address, of: connection)
    case .ping: reply(to: address)
    case .rpcDiscover: reply(to: address, with: DiscoveryDocument())
    case .shutdown:
      sessions[connection]?.phase = .shutDown
      reply(to: address)
    case .hostStatus: reply(to: address, with: hostStatus)
    case .hostStop:
      reply(to: address)
      stop()
    case .hostSubscribe:
      let params: HostSubscribe = try message.params(limits: configuration.limits)
      try subscribe(params, connection)
      reply(to: address)
    case .hostUnsubscribe:
      unsubscribe(try message.params(limits: configuration.limits), connection)
      reply(to: address)
    default: throw .methodNotFound(message.methodName)
    }
  }

  private func checkPhase(
    _ method: Method?, of connection: ConnectionID
  ) throws(ResponseError) {
    switch sessions[connection]?.phase {
    case .awaitingInitialize where method != .initialize && method != .ping:
      throw .notInitialized()
    case .shutDown where method != .ping:
      throw .afterShutdown()
    default: return
    }
  }

  /// The protocol's own families have no other methods than the model's, whatever plugins there are.
  private func checkFamily(_ message: Inbound) throws(ResponseError) {
    let name = message.methodName
    let family = name.prefix { $0 != "/" }
    guard !name.hasPrefix("$/"), !PluginName.reserved.contains(String(family)) else {
      throw .methodNotFound(name)
    }
  }

  /// `exit`: in a batch, what stands beside it is still answered.
  private mutating func exited(_ message: Inbound, _ connection: ConnectionID) {
    guard message.batch != nil else { return beginClosing(connection) }
    sessions[connection]?.inputEnded = true
  }

  mutating func notified(_ message: Inbound, by connection: ConnectionID) {
    guard let session = sessions[connection] else { return }
    if message.method == .exit { return exited(message, connection) }
    guard session.phase == .ready else {
      counters.dropped += 1
      return
    }
    switch message.method {
    case .cancelRequest: cancel(message)
    case .credit: credited(message)
    case nil where !message.methodName.hasPrefix("$/"): relayNotification(message)
    default: counters.dropped += 1
    }
  }
}

/// The result of `rpc.discover`: the OpenRPC document, which is JSON text already.
struct DiscoveryDocument: JSONEncodable {
  func encode(into writer: inout JSONWriter) {
    OpenRPCDocument.text.withUTF8Buffer { writer.raw(UnsafeRawBufferPointer($0)) }
  }
}
