import HostProtocol
import JSON
import JSONRPC

/// What users do with bars, and what front ends are told of them (protocol, section 3).
extension Host {
  mutating func serveBar(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .navigationBarPress:
      try press(message.params(limits: limits), at: address, of: session)
    case .navigationBarChangeText:
      try changeText(message.params(limits: limits), at: address, of: session)
    case .navigationBarSubmit:
      try submit(message.params(limits: limits), at: address, of: session)
    default:
      try hitTest(message.params(limits: limits), at: address, of: session)
    }
  }

  private mutating func press(
    _ params: NavigationBarPress, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    // Exactly one of the two is there, or the params could not be read.
    let event = params.component.map(BarEvent.press) ?? .pressItem(params.item ?? "")
    try take(event, on: params.screen, at: address, of: session)
  }

  private mutating func submit(
    _ params: NavigationBarSubmit, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    try checkText(params.text ?? "")
    try take(.submit(text: params.text), on: params.screen, at: address, of: session)
  }

  private mutating func changeText(
    _ params: NavigationBarChangeText, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    try checkText(params.text)
    var (screen, bar) = try bar(onScreen: params.screen, of: session)
    bar.changeText(params.text)
    put(bar, on: screen.id)
    reply(to: address)
  }

  private mutating func hitTest(
    _ params: NavigationBarHitTest, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let bar = try bar(onScreen: params.screen, of: session).bar
    reply(to: address, with: bar.hitTest(params))
  }

  // MARK: Events

  private mutating func take(
    _ event: BarEvent, on name: String, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    var (screen, bar) = try bar(onScreen: name, of: session)
    let plugin = self.plugin(concernedBy: event, on: screen, bar)
    let decision = bar.handle(event, for: barDelegate(plugin, on: screen))
    put(bar, on: screen.id)
    var delivery = Delivery(delivered: false)
    switch decision.outcome {
    case .deliver(let call):
      delivery = tell(call, to: plugin, on: screen, cause: address)
    case .suppress(let reason):
      if reason == .noDelegate { needDelegate(of: screen) }
      delivery.reason = reason
    case .goBack: delivery.reason = .notImplemented
    }
    if decision.endsEditing { delivery.endEditing = true }
    reply(to: address, with: delivery)
    if decision.outcome == .goBack { goBack(from: screen) }
  }

  private mutating func tell(
    _ call: BarCall, to plugin: PluginIndex?, on screen: Screen, cause: ReplyAddress
  ) -> Delivery {
    guard let plugin else { return Delivery(delivered: false, reason: .noDelegate) }
    let subject = DelegateSubject(session: screen.session, screen: screen.id)
    let params = BarCallParams(
      call: call, screen: screen, shortName: plugins[plugin.value].shortName)
    switch delegate(call.method, params, to: plugin, about: subject, cause: cause) {
    case .delivered: return Delivery(delivered: true, call: call.method.rawValue)
    case .notImplemented: return Delivery(delivered: false, reason: .notImplemented)
    case .noDelegate: return Delivery(delivered: false, reason: .noDelegate)
    }
  }

  /// Whom an event concerns: the plugin of the item, else that of the screen.
  private func plugin(
    concernedBy event: BarEvent, on screen: Screen, _ bar: NavigationBarState
  ) -> PluginIndex? {
    if case .pressItem(let id) = event, let item = bar.item(id) {
      return pluginsByName[item.plugin]
    }
    return screen.plugin
  }

  private func barDelegate(_ index: PluginIndex?, on screen: Screen) -> BarDelegate {
    guard let index else { return .nobody }
    let plugin = plugins[index.value]
    return BarDelegate(
      isReachable: plugin.isReachable && !screen.isOrphaned, implements: plugin.implements)
  }

  // MARK: Keeping and telling

  private func bar(
    onScreen name: String, of session: SessionID
  ) throws(ResponseError) -> (screen: Screen, bar: NavigationBarState) {
    let screen = try screen(named: name, of: session)
    guard let bar = screen.bar else { throw .noNavigationBar(name) }
    return (screen, bar)
  }

  /// Keeps a bar that may have changed; its front end is told at the end of the event at hand.
  mutating func put(_ bar: NavigationBarState, on screen: ScreenID) {
    screens[screen]?.bar = bar
    changedBars.insert(screen)
    followSearch(on: screen)
  }

  /// Tells each front end of the bars that changed in the event at hand, once for each.
  mutating func tellChangedBars() {
    guard !changedBars.isEmpty else { return }
    for id in changedBars.sorted() {
      guard let screen = screens[id], let bar = screen.bar?.untold else { continue }
      noteToldBar(of: id)
      notify(
        screen.session,
        NavigationBarDidChange(
          screen: id.description, revision: bar.revision, navigationBar: bar),
        wholeOf: StateKey(.navigationBarDidChange, of: id.number))
    }
    changedBars.removeAll(keepingCapacity: true)
  }

  /// Notes that the front end has the bar as it is, for instance in a `Screen`.
  mutating func noteToldBar(of screen: ScreenID) {
    screens[screen]?.bar?.noteTold()
  }

  /// Lays the bars of a session out for its display.
  mutating func layOutBars(of session: SessionID) {
    guard let metrics = sessions[session].map({ barMetrics($0) }) else { return }
    for screen in screens.values where screen.session == session {
      guard var bar = screen.bar else { continue }
      bar.layOut(in: metrics)
      put(bar, on: screen.id)
      // The width of an action may depend on the unit.
      fillBar(of: screen.id)
    }
  }

  /// Lays the bars of a session out for the display of the one that is about to take it up, and is told
  /// of them as it does.
  mutating func showBars(of session: SessionID, asOn other: SessionID) {
    guard let display = sessions[other] else { return }
    sessions[session]?.viewport = display.viewport
    sessions[session]?.locale = display.locale
    layOutBars(of: session)
    for screen in screens.values where screen.session == session { noteToldBar(of: screen.id) }
  }

  /// What a session's display means for its bars.
  func barMetrics(_ session: Session) -> BarMetrics {
    BarMetrics(session.viewport, locale: session.locale ?? configuration.locale)
  }
}

extension Plugin {
  /// Whether a delegate call can reach it, be it after a start.
  fileprivate var isReachable: Bool {
    guard lifecycle.refusal == nil else { return false }
    return switch lifecycle.state {
    case .discovered, .starting, .initializing, .ready, .draining, .stopping, .stopped: true
    case .backoff, .quarantined, .disabled, .invalid: false
    }
  }
}

extension ResponseError {
  static func noNavigationBar(_ screen: String) -> ResponseError {
    ResponseError(
      code: .unknownObject, message: "The screen \(screen.quoted) has no navigation bar.")
  }
}
