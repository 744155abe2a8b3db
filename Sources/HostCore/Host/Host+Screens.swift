import HostProtocol
import JSON
import JSONRPC

/// Screens: opened and closed by front ends, pushed and popped by plugins (protocol, section 3).
extension Host {
  mutating func serveScreen(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .screenOpen:
      try open(
        message.params(limits: limits), at: address, of: session, within: message.wantedWithin)
    case .screenClose: try close(message.params(limits: limits), at: address, of: session)
    case .screenUpdateContext:
      try updateContext(message.params(limits: limits), at: address, of: session)
    case .listWindow:
      try window(
        message.params(limits: limits), at: address, of: session, within: message.wantedWithin)
    case .listSelect: try select(message.params(limits: limits), at: address, of: session)
    default: try changeViewport(message.params(limits: limits), at: address, of: session)
    }
  }

  // MARK: What front ends ask

  private mutating func open(
    _ params: ScreenOpen, at address: ReplyAddress, of session: SessionID,
    within budget: Duration?
  ) throws(ResponseError) {
    let content = ScreenRequest(
      session: session, context: params.context, arguments: params.arguments)
    guard let name = params.name else {
      let id = try addScreen(content, plugin: nil, name: "")
      let metrics = sessions[session].map { barMetrics($0) }
      screens[id]?.bar = metrics.map { NavigationBarState(sharedIn: $0) }
      fillBar(of: id)
      return showScreen(id, as: .opened(address))
    }
    let (index, short) = try screenReference(name)
    let id = try addScreen(content, plugin: index, name: short)
    try provide(id, for: .opened(address), cause: address, within: budget)
  }

  private mutating func close(
    _ params: ScreenClose, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let screen = try screen(named: params.screen, of: session)
    forgetScreen(screen.id)
    reply(to: address)
  }

  private mutating func updateContext(
    _ params: ScreenUpdateContext, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let id = try screen(named: params.screen, of: session).id
    screens[id]?.context = (params.context ?? .emptyObject).jsonBytes()
    fillBar(of: id)
    noteToldBar(of: id)
    guard let screen = screens[id] else { return }
    reply(to: address, with: screenAnswer(screen))
  }

  private mutating func changeViewport(
    _ params: ViewportChange, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    guard let place = sessions.index(forKey: session) else { return }
    sessions.values[place].viewport.change(params)
    layOutBars(of: session)
    reply(to: address)
    layOutPopups(of: session)
  }

  // MARK: What plugins ask

  mutating func push(_ params: ScreenPush, by caller: Caller) throws(ResponseError) {
    let session = try session(named: params.session, for: caller)
    let plugin = plugins[caller.plugin.value]
    let name = plugin.shortName(params.name)
    guard !name.contains("/") else { throw .notPermitted("screen", params.name) }
    guard plugin.mayProvide(screen: name) else { throw .unknownObject("screen", params.name) }
    try check(caller.causes, calling: Method.screenProvide.rawValue, of: caller.plugin)
    let content = ScreenRequest(
      session: session, context: nil, arguments: params.arguments)
    let id = try addScreen(content, plugin: caller.plugin, name: name)
    try provide(
      id, for: .pushed(caller, isAnimated: params.animated), cause: caller.address,
      causes: caller.causes, within: nil)
  }

  mutating func pop(_ params: ScreenPop, by caller: Caller) throws(ResponseError) {
    let session = try session(named: params.session, for: caller)
    let top = sessions[session]?.screens.top(of: caller.plugin)
    if let top { popScreen(top, isAnimated: params.animated) }
    reply(to: caller, with: ScreenPop.Result(screen: top?.description))
  }

  mutating func dismiss(_ params: ScreenDismiss, by caller: Caller) throws(ResponseError) {
    let id = try ownScreen(named: params.screen, of: caller)
    popScreen(id, isAnimated: params.animated)
    reply(to: caller)
  }

  /// The session that a plugin names, or that its cause stands for.
  private func session(
    named name: String?, for caller: Caller
  ) throws(ResponseError) -> SessionID {
    guard let name else {
      throw .invalidParams(DecodingFailure(path: "/session", expected: "string", found: "nothing"))
    }
    return try session(named: name, for: caller)
  }

  // MARK: Beginning and end

  /// Makes a screen that nobody has seen yet.
  private mutating func addScreen(
    _ request: ScreenRequest, plugin: PluginIndex?, name: String
  ) throws(ResponseError) -> ScreenID {
    try checkRoom(in: request.session, for: plugin)
    let id = ScreenID(number: nextScreen)
    nextScreen += 1
    screens[id] = Screen(
      id: id, session: request.session, plugin: plugin, name: name, arguments: request.arguments,
      context: request.context)
    sessions[request.session]?.screens.add(id, of: plugin)
    return id
  }

  private func checkRoom(
    in session: SessionID, for plugin: PluginIndex?
  ) throws(ResponseError) {
    guard let stack = sessions[session]?.screens else { return }
    let limits = configuration.limits
    guard stack.count < limits.screens else {
      throw .overloaded(
        "A session has at most \(limits.screens) screens; close one first.", limit: limits.screens)
    }
    guard let plugin, stack.count(of: plugin) >= limits.screenStack else { return }
    throw .overloaded(
      "A plugin has at most \(limits.screenStack) screens in a session; close one first.",
      limit: limits.screenStack)
  }

  /// Closes a screen and tells its front end, who did not ask for that.
  mutating func popScreen(_ id: ScreenID, isAnimated: Bool) {
    guard let screen = screens[id] else { return }
    forgetScreen(id)
    notify(screen.session, ScreenDidPop(screen: id.description, animated: isAnimated))
  }

  /// The host goes back by itself: the user pressed a back button that the plugin does not hear of.
  mutating func goBack(from screen: Screen) {
    popScreen(screen.id, isAnimated: true)
  }

  /// Ends a screen and all that belongs to it; its plugin is told, its front end is not.
  mutating func forgetScreen(_ id: ScreenID) {
    dropWindows(of: id, because: "its screen was closed")
    guard let screen = screens.removeValue(forKey: id) else { return }
    sessions[screen.session]?.screens.remove(id)
    changedLists.remove(id)
    changedBars.remove(id)
    if screen.field != nil { forgetField(FieldName(text: id.description), of: screen.session) }
    if let plugin = screen.plugin, let call = screen.opening?.call { cancelCall(call, of: plugin) }
    tellClosed(screen)
  }

  /// Ends a screen with its session; a plugin that waits for it is told so.
  mutating func abandonScreen(_ id: ScreenID) {
    guard let screen = screens[id] else { return }
    forgetScreen(id)
    guard case .pushed(let caller, _)? = screen.opening?.kind, let address = caller.address else {
      return
    }
    reply(to: address, with: .unknownObject("session", screen.session.description))
  }

  /// Tells a plugin that a screen is gone, if it is the process that was asked to provide it.
  mutating func tellClosed(_ screen: Screen) {
    guard let plugin = screen.plugin, let run = screen.provider,
      plugins[plugin.value].acceptingRun == run
    else { return }
    delegate(
      .screenDidClose, ScreenDidClose(screen: screen.id.description), to: plugin,
      about: DelegateSubject(session: screen.session, screen: screen.id), cause: nil)
  }

  // MARK: Looking things up

  /// A screen of a session; another's does not exist for it, nor does one that is not open yet.
  func screen(named name: String, of session: SessionID) throws(ResponseError) -> Screen {
    guard let id = ScreenID(name), let screen = screens[id], screen.session == session,
      screen.isOpen
    else { throw .unknownObject("screen", name) }
    return screen
  }

  /// A screen that a plugin may change. One of a session that it may not speak to does not exist for it.
  func ownScreen(named name: String, of caller: Caller) throws(ResponseError) -> ScreenID {
    guard let id = ScreenID(name), let screen = screens[id], screen.isOpen else {
      throw .unknownObject("screen", name)
    }
    guard screen.plugin != caller.plugin else { return id }
    guard maySpeak(to: screen.session, caller) else { throw .unknownObject("screen", name) }
    throw .notPermitted("screen", name)
  }

  private func screenReference(
    _ name: String
  ) throws(ResponseError) -> (PluginIndex, name: String) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let index = pluginsByName[String(parts[0])],
      plugins[index.value].mayProvide(screen: String(parts[1]))
    else { throw .unknownObject("screen", name) }
    return (index, String(parts[1]))
  }

  /// A screen as front ends get it.
  func screenAnswer(_ screen: Screen) -> ScreenAnswer {
    ScreenAnswer(screen: screen, plugin: screen.plugin.map { plugins[$0.value].name })
  }
}

/// What a screen is opened with.
private struct ScreenRequest {
  let session: SessionID
  let context: [UInt8]
  let arguments: [UInt8]

  init(session: SessionID, context: JSONValue?, arguments: JSONValue?) {
    self.session = session
    self.context = Self.object(context)
    self.arguments = Self.object(arguments)
  }

  /// The text of an object; `[]` and nothing are the empty one.
  private static func object(_ value: JSONValue?) -> [UInt8] {
    guard let value, value.count > 0 else { return Array("{}".utf8) }
    return value.jsonBytes()
  }
}

extension Plugin {
  /// Whether it provides a screen of this name, as far as that is known before its start.
  fileprivate func mayProvide(screen name: String) -> Bool {
    !isProvidesKnown || screen(named: name) != nil
  }
}

extension Viewport {
  /// Takes over what a front end tells of a new size; what it does not mention stays.
  fileprivate mutating func change(_ params: ViewportChange) {
    width = params.width
    height = params.height
    unit = params.unit ?? unit
    margin = params.margin ?? margin
    titleWidth = params.titleWidth ?? titleWidth
    rightToLeft = params.rightToLeft ?? rightToLeft
  }
}
