import HostProtocol
import JSON
import JSONRPC

/// What front ends may ask, by method.
extension Host {
  mutating func serve(
    _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    try checkPhase(message.method, of: session)
    noteActivity(message.method, of: session)
    guard let method = message.method else {
      try checkFamily(message)
      return try relayRequest(message, at: address)
    }
    guard method.directions.contains(.frontEndToHost), method.isRequest else {
      throw .methodNotFound(message.methodName)
    }
    switch method {
    case .autocompleteAttach, .autocompleteBeginEditing, .autocompleteChange, .autocompleteReturn,
      .autocompleteDecline, .autocompleteEndEditing, .autocompleteDetach, .autocompleteQuery,
      .autocompleteResolve:
      try serveField(method, message, at: address, of: session)
    case .screenOpen, .screenClose, .screenUpdateContext, .viewportChange, .listWindow,
      .listSelect:
      try answeringFirst { (host) throws(ResponseError) in
        try host.serveScreen(method, message, at: address, of: session)
      }
    case .navigationBarPress, .navigationBarChangeText, .navigationBarSubmit,
      .navigationBarHitTest:
      try answeringFirst { (host) throws(ResponseError) in
        try host.serveBar(method, message, at: address, of: session)
      }
    case .pluginList, .pluginStatus, .pluginStart, .pluginStop, .pluginRestart,
      .pluginEnable, .pluginDisable, .pluginLog:
      try answeringFirst { (host) throws(ResponseError) in
        try host.servePlugins(method, message, at: address)
      }
    case .popupOpen, .popupPress, .popupTap, .popupDismiss, .popupDidDismiss:
      try servePopup(method, message, at: address, of: session)
    default:
      try serveHost(method, message, at: address, of: session)
    }
  }

  /// A popup that names no session goes to the front end that was used last; a heartbeat is no use.
  private mutating func noteActivity(_ method: Method?, of session: SessionID) {
    guard method != .ping else { return }
    sessions[session]?.lastActivity = UInt64(counters.requests)
  }

  private mutating func serveField(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .autocompleteAttach:
      try attach(message.params(limits: limits), at: address, of: session)
    case .autocompleteBeginEditing:
      try beginEditing(message.params(limits: limits), at: address, of: session)
    case .autocompleteChange:
      try change(message.params(limits: limits), at: address, of: session)
    case .autocompleteReturn:
      try returnKey(message.params(limits: limits), at: address, of: session)
    case .autocompleteDecline:
      try decline(message.params(limits: limits), at: address, of: session)
    case .autocompleteEndEditing:
      try endEditing(message.params(limits: limits), at: address, of: session)
    case .autocompleteResolve:
      try resolveItem(message.params(limits: limits), at: address, of: session)
    case .autocompleteDetach:
      try detach(message.params(limits: limits), at: address, of: session)
    default:
      try query(message.params(limits: limits), at: address)
    }
  }

  private mutating func serveHost(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    switch method {
    case .initialize: try initialize(message, at: address, of: session)
    case .ping: reply(to: address)
    case .rpcDiscover: reply(to: address, with: DiscoveryDocument())
    case .shutdown:
      sessions[session]?.phase = .shutDown
      reply(to: address)
    case .hostStatus: reply(to: address, with: hostStatus)
    case .hostStop:
      reply(to: address)
      stop()
    case .hostSubscribe:
      let params: HostSubscribe = try message.params(limits: configuration.limits)
      try subscribe(params, session)
      reply(to: address)
    case .hostUnsubscribe:
      unsubscribe(try message.params(limits: configuration.limits), session)
      reply(to: address)
    default: throw .methodNotFound(message.methodName)
    }
  }

  private func checkPhase(
    _ method: Method?, of session: SessionID
  ) throws(ResponseError) {
    switch sessions[session]?.phase {
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
  private mutating func exited(_ message: Inbound, _ session: SessionID) {
    guard message.batch != nil else { return beginClosing(session) }
    sessions[session]?.inputEnded = true
  }

  mutating func notified(_ message: Inbound, by session: SessionID) {
    guard let phase = sessions[session]?.phase else { return }
    if message.method == .exit { return exited(message, session) }
    guard phase == .ready else {
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
