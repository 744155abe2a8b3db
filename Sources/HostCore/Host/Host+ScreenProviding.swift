import HostProtocol
import JSON
import JSONRPC

/// Screens that plugins provide: asked for, shown, lost with their process, and asked for again.
extension Host {
  /// Has a new screen provided by its plugin, and shows it when that has answered.
  mutating func provide(
    _ id: ScreenID, for kind: ScreenOpening.Kind, cause: ReplyAddress?, causes: [CallLink] = [],
    within budget: Duration?
  ) throws(ResponseError) {
    guard let screen = screens[id], let index = screen.plugin else { return }
    screens[id]?.opening = ScreenOpening(kind: kind)
    do {
      if plugins[index.value].isImplementsKnown, !plugins[index.value].mayGet(.screenProvide) {
        try checkMayServe(index)
        sessions[screen.session]?.acquaintances.insert(index)
        return screenNeedsNoProviding(id)
      }
      let call = try ask(
        index, .screenProvide, ScreenProvideParams(screen: screen), for: .provideScreen(id),
        about: DelegateSubject(session: screen.session, screen: id), cause: cause, causes: causes,
        budget: budget)
      screens[id]?.opening?.call = call
      guard let cause else { return }
      withInbox(of: cause.party) { $0.assign(cause.id, to: .plugin(index, call)) }
    } catch {
      forgetScreen(id)
      throw error
    }
  }

  /// The plugin does not implement `screen/provide`: what it declared is all there is to the screen.
  mutating func screenNeedsNoProviding(_ id: ScreenID) {
    guard let screen = screens[id] else { return }
    screens[id]?.isOrphaned = false
    guard screen.opening != nil else { return }
    do { try fill(id, with: ProvidedContent()) } catch {
      return screenFailed(id, contentError(error, of: screen), toldByPlugin: false)
    }
    present(id)
  }

  /// Whether the plugin of a screen says that it provides one of that name.
  func isDeclared(_ id: ScreenID) -> Bool {
    guard let screen = screens[id], let index = screen.plugin else { return false }
    return plugins[index.value].screen(named: screen.name) != nil
  }

  /// The qualified name of a screen.
  func screenName(_ id: ScreenID) -> String {
    guard let screen = screens[id], let index = screen.plugin else { return "" }
    return "\(plugins[index.value].name)/\(screen.name)"
  }

  // MARK: Answers

  mutating func screenProvided(_ answer: PluginAnswer, for id: ScreenID) {
    guard let screen = screens[id], let index = screen.plugin else { return }
    if answer.isError { return screenFailed(id, answer.error, toldByPlugin: true) }
    do throws(ScanFault) {
      try take(answer, for: screen)
    } catch {
      return screenFailed(id, contentError(error, of: screen), toldByPlugin: false)
    }
    if screen.isOpen { tellScreen(id) } else { present(id) }
    // Its process may be on the way out already.
    orphanScreens(of: index)
    carryOutEffects(
      of: answer, to: Method.screenProvide.rawValue,
      about: DelegateSubject(session: screen.session, screen: id), by: index)
  }

  private mutating func take(
    _ answer: PluginAnswer, for screen: Screen
  ) throws(ScanFault) {
    let limits = configuration.limits
    let limit = limits.listBytes + limits.parsedBytes
    guard answer.value.count <= limit else {
      throw .tooMany("bytes of a screen", limit: limit, got: answer.value.count)
    }
    let content = try ProvidedContent(ScannedValue(answer.value.bytes), limits: limits)
    if screen.isOpen {
      try refill(screen.id, with: content)
    } else {
      try fill(screen.id, with: content)
    }
  }

  /// The screen could not be provided: whoever waits for it is told, and one that is open keeps what it
  /// has.
  mutating func screenFailed(_ id: ScreenID, _ error: ResponseError, toldByPlugin: Bool) {
    guard let screen = screens[id], let index = screen.plugin else { return }
    let subject = DelegateSubject(session: screen.session, screen: id)
    // A plugin that refused knows that there is no such screen.
    if toldByPlugin { screens[id]?.provider = nil }
    guard let opening = screen.opening else {
      screens[id]?.isOrphaned = true
      return deliveryFailed(
        error, at: Method.screenProvide.rawValue, about: subject, by: index)
    }
    screens[id]?.opening?.call = nil
    forgetScreen(id)
    switch opening.kind {
    case .opened(let address): reply(to: address, with: error)
    case .pushed(let caller, _):
      if let address = caller.address { return reply(to: address, with: error) }
      deliveryFailed(
        error, at: Method.screenPush.rawValue, about: caller.subject ?? subject, by: index)
    }
  }

  private func contentError(_ fault: ScanFault, of screen: Screen) -> ResponseError {
    let plugin = screen.plugin.map { plugins[$0.value].name } ?? ""
    return .unusableAnswer(fault, plugin: plugin)
  }

  // MARK: Content

  private mutating func fill(_ id: ScreenID, with content: ProvidedContent) throws(ScanFault) {
    guard var screen = screens[id], let index = screen.plugin else { return }
    let plugin = plugins[index.value]
    var content = content
    let declared = plugin.screen(named: screen.name)
    try content.complete(from: declared, limits: configuration.limits)
    if let setup = content.bar {
      screen.bar = try newBar(of: screen, setup, title: declared?.title ?? screen.name)
    }
    if let list = content.list {
      screen.list = try newList(list, of: plugin, keyword: screen.bar?.keyword ?? "")
    }
    screen.field = content.field
    screens[id] = screen
  }

  /// Takes over what a plugin that came back says of a screen that is open; what it does not mention
  /// stays, but for rows that were fetched from the process before.
  private mutating func refill(_ id: ScreenID, with content: ProvidedContent) throws(ScanFault) {
    guard var screen = screens[id], let index = screen.plugin else { return }
    let plugin = plugins[index.value]
    if let setup = content.bar {
      if screen.bar == nil {
        screen.bar = try newBar(
          of: screen, setup, title: plugin.screen(named: screen.name)?.title ?? screen.name)
      } else {
        do { try screen.bar?.provide(setup) } catch {
          throw ScanFault.shape(error).inside("navigationBar")
        }
      }
    }
    if let list = content.list {
      do {
        if screen.list == nil {
          screen.list = try newList(list, of: plugin, keyword: screen.bar?.keyword ?? "")
        } else {
          try screen.list?.describeAgain(list, isFetched: plugin.mayGet(.listFetchData))
        }
      } catch {
        throw error.inside("list")
      }
    } else {
      screen.list?.forgetRows()
    }
    screen.field = content.field ?? screen.field
    screens[id] = screen
  }

  private func newBar(
    of screen: Screen, _ setup: NavigationBarSetup, title: String
  ) throws(ScanFault) -> NavigationBarState {
    guard let index = screen.plugin, let session = sessions[screen.session] else {
      throw .tooMany("sessions", limit: 0, got: 0)
    }
    do {
      return try NavigationBarState(
        name: title, plugin: plugins[index.value].name, setup: setup,
        metrics: barMetrics(session))
    } catch {
      throw ScanFault.shape(error).inside("navigationBar")
    }
  }

  private func newList(
    _ list: ListDescription, of plugin: Plugin, keyword: String
  ) throws(ScanFault) -> ListState {
    do {
      return try ListState(
        list, isFetched: plugin.mayGet(.listFetchData), keyword: keyword,
        capacity: ListCapacity(configuration.limits))
    } catch {
      throw error.inside("list")
    }
  }

  // MARK: Showing

  /// Shows a screen to whoever waits for it.
  private mutating func present(_ id: ScreenID) {
    guard let kind = screens[id]?.opening?.kind else { return }
    showScreen(id, as: kind)
  }

  mutating func showScreen(_ id: ScreenID, as kind: ScreenOpening.Kind) {
    screens[id]?.opening = nil
    noteToldBar(of: id)
    guard let screen = screens[id] else { return }
    sessions[screen.session]?.screens.open(id)
    switch kind {
    case .opened(let address): reply(to: address, with: screenAnswer(screen))
    case .pushed(let caller, let isAnimated):
      reply(to: caller, with: ScreenPush.Result(screen: id.description))
      let notice = PushNotice(screen: screenAnswer(screen), isAnimated: isAnimated)
      notify(screen.session) { composer in
        composer.beginNotification(method: .screenDidPush)
        composer.writer.member("params", notice)
        composer.writer.endObject()
      }
    }
  }

  /// Tells the front end of a screen what may have changed while its plugin was gone.
  private mutating func tellScreen(_ id: ScreenID) {
    followSearch(on: id)
    if screens[id]?.list != nil { changedLists.insert(id) }
    changedBars.insert(id)
  }

  // MARK: Lost and found

  /// Notes which screens have lost the process that provided them.
  mutating func orphanScreens(of index: PluginIndex) {
    let run = plugins[index.value].acceptingRun
    for screen in screens.values where screen.plugin == index && screen.isOpen {
      if let provider = screen.provider, provider != run { screens[screen.id]?.isOrphaned = true }
    }
  }

  /// A plugin was asked for a screen: what happens from now on reaches it after that.
  mutating func screenAsked(_ id: ScreenID, of run: RunID) {
    screens[id]?.provider = run
    screens[id]?.isOrphaned = false
  }

  /// Asks a plugin that is back for the screens that its last process had, before anything else.
  mutating func recoverScreens(of index: PluginIndex) {
    for screen in screens.values.filter({ $0.plugin == index }).sorted(by: { $0.id < $1.id }) {
      recover(screen)
    }
  }

  /// Something happened on a screen whose plugin is gone: it is wanted again.
  mutating func needDelegate(of screen: Screen) {
    guard let index = screen.plugin else { return }
    switch plugins[index.value].lifecycle.state {
    case .ready: recover(screen)
    case .stopped, .draining, .stopping: start(index)
    default: break
    }
  }

  private mutating func recover(_ screen: Screen) {
    guard screen.isOpen, screen.isOrphaned, let index = screen.plugin else { return }
    let subject = DelegateSubject(session: screen.session, screen: screen.id)
    let method = Method.screenProvide
    guard isDeclared(screen.id) else {
      return deliveryFailed(
        .unknownObject("screen", screenName(screen.id)), at: method.rawValue, about: subject,
        by: index)
    }
    guard plugins[index.value].mayGet(method) else { return screenNeedsNoProviding(screen.id) }
    do {
      _ = try ask(
        index, method, ScreenProvideParams(screen: screen), for: .provideScreen(screen.id),
        about: subject, cause: nil)
    } catch {
      deliveryFailed(error, at: method.rawValue, about: subject, by: index)
    }
  }
}
