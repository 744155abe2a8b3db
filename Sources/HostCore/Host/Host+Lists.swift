import HostProtocol
import JSON
import JSONRPC

/// Lists of screens: windows for front ends, rows from plugins (protocol, section 3).
extension Host {
  mutating func window(
    _ params: ListWindow, at address: ReplyAddress, of session: SessionID,
    within budget: Duration?
  ) throws(ResponseError) {
    let screen = try screen(named: params.screen, of: session)
    guard var list = screen.list else { throw .noList(params.screen) }
    let window = list.window(first: params.first, count: params.count)
    screens[screen.id]?.list = list
    guard let page = list.missingPage(of: window) else {
      return reply(to: address, with: list.answer(window))
    }
    let patience = Duration.milliseconds(configuration.limits.delegateMs)
    let id = WindowID(number: nextWindow)
    nextWindow += 1
    windows[id] = PendingWindow(
      screen: screen.id, address: address, end: now + min(budget ?? patience, patience),
      window: window, page: page, revision: list.revision)
    do { try fetch(id, within: budget) } catch {
      windows[id] = nil
      throw error
    }
  }

  mutating func select(
    _ params: ListSelect, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let screen = try screen(named: params.screen, of: session)
    guard let list = screen.list else { throw .noList(params.screen) }
    guard let row = list.row(ExactID(params.item)), let index = screen.plugin else {
      return reply(to: address, with: Delivery(delivered: false))
    }
    reply(to: address, with: deliver(row, of: screen, to: index, cause: address))
  }

  private mutating func deliver(
    _ row: RowText, of screen: Screen, to index: PluginIndex, cause: ReplyAddress
  ) -> Delivery {
    guard !screen.isOrphaned else {
      needDelegate(of: screen)
      return Delivery(delivered: false, reason: .noDelegate)
    }
    let method = Method.listDidSelectRow
    let params = RowSelection(screen: screen.id, session: screen.session, row: row)
    let subject = DelegateSubject(session: screen.session, screen: screen.id)
    switch delegate(method, params, to: index, about: subject, cause: cause) {
    case .delivered: return Delivery(delivered: true, call: method.rawValue)
    case .notImplemented: return Delivery(delivered: false, reason: .notImplemented)
    case .noDelegate: return Delivery(delivered: false, reason: .noDelegate)
    }
  }

  // MARK: Fetching

  /// Asks the plugin for the rows that a window lacks next.
  private mutating func fetch(
    _ id: WindowID, within budget: Duration?
  ) throws(ResponseError) {
    guard let pending = windows[id], let screen = screens[pending.screen],
      let index = screen.plugin, let list = screen.list
    else { return }
    let params = ListFetchData(
      screen: screen.id.description, session: screen.session.description,
      keyword: list.keyword.isEmpty ? nil : list.keyword, offset: pending.page.offset,
      limit: pending.page.limit)
    let call = try ask(
      index, .listFetchData, params, for: .fetchRows(id),
      about: DelegateSubject(session: screen.session, screen: screen.id),
      cause: pending.address, budget: budget)
    windows[id]?.call = call
    let address = pending.address
    withInbox(of: address.party) { $0.assign(address.id, to: .plugin(index, call)) }
  }

  mutating func rowsFetched(
    _ answer: PluginAnswer, for id: WindowID, isCancelled: Bool
  ) {
    guard let pending = windows[id], let index = screens[pending.screen]?.plugin,
      let session = screens[pending.screen]?.session
    else { return }
    if answer.isError {
      fetchFailed(id, answer.error)
    } else {
      do throws(ScanFault) {
        try take(answer, for: id)
        askOn(id, isCancelled: isCancelled)
      } catch {
        fetchFailed(id, .unusableAnswer(error, plugin: plugins[index.value].name))
      }
    }
    carryOutEffects(
      of: answer, to: Method.listFetchData.rawValue,
      about: DelegateSubject(session: session, screen: pending.screen), by: index)
  }

  private mutating func take(_ answer: PluginAnswer, for id: WindowID) throws(ScanFault) {
    guard var pending = windows[id], var list = screens[pending.screen]?.list else { return }
    let limit = configuration.limits.listBytes + configuration.limits.parsedBytes
    guard answer.value.count <= limit else {
      throw .tooMany("bytes of rows", limit: limit, got: answer.value.count)
    }
    let text = try PageText(ScannedValue(answer.value.bytes))
    try list.take(text, at: pending.page, of: pending.revision, into: &pending.window)
    if text.rows.count > pending.page.limit, let index = screens[pending.screen]?.plugin {
      note(
        "it answered list/fetchData with \(text.rows.count) rows where \(pending.page.limit) were "
          + "asked for; the others were dropped", in: index)
    }
    windows[id] = pending
    screens[pending.screen]?.list = list
  }

  /// Asks for what is still missing, as long as there is time, else answers with what is there.
  private mutating func askOn(_ id: WindowID, isCancelled: Bool) {
    guard let pending = windows[id], let list = screens[pending.screen]?.list else { return }
    guard let page = list.missingPage(of: pending.window), !isCancelled, now < pending.end else {
      return answer(id)
    }
    windows[id]?.page = page
    windows[id]?.revision = list.revision
    do { try fetch(id, within: pending.end - now) } catch { answer(id) }
  }

  mutating func fetchFailed(_ id: WindowID, _ error: ResponseError) {
    guard let pending = windows[id] else { return }
    // Rows that have come are worth more than the news that the rest has not.
    guard pending.window.isEmpty || error.code == .requestCancelled else { return answer(id) }
    windows[id] = nil
    reply(to: pending.address, with: error)
  }

  private mutating func answer(_ id: WindowID) {
    guard let pending = windows.removeValue(forKey: id), let list = screens[pending.screen]?.list
    else { return }
    reply(to: pending.address, with: list.answer(pending.window))
  }

  /// Ends the windows of a screen that wait: it is gone, or shows something else now.
  mutating func dropWindows(of screen: ScreenID, because why: String) {
    let waiting = windows.filter { $0.value.screen == screen }
    let plugin = screens[screen]?.plugin
    for (id, pending) in waiting.sorted(by: { $0.key < $1.key }) {
      windows[id] = nil
      reply(to: pending.address, with: .superseded(why))
      if let call = pending.call, let plugin { cancelCall(call, of: plugin) }
    }
  }

  // MARK: Changes

  mutating func updateList(_ params: PluginParams, by caller: Caller) throws(ResponseError) {
    let text = try params.scanned { value throws(ScanFault) in try ListUpdateText(value) }
    let id = try ownScreen(named: text.screen, of: caller)
    guard var list = screens[id]?.list else { throw .noList(text.screen) }
    do { try list.update(text) } catch { throw .unusableParams(error) }
    screens[id]?.list = list
    changedLists.insert(id)
    reply(to: caller)
  }

  /// Has a list follow what its screen's bar searches for: rows of another search are of no use.
  mutating func followSearch(on id: ScreenID) {
    guard let bar = screens[id]?.bar, var list = screens[id]?.list, list.search(for: bar.keyword)
    else { return }
    dropWindows(of: id, because: "something else is searched for now")
    screens[id]?.list = list
    changedLists.insert(id)
  }

  /// Tells each front end of the lists that changed in the event at hand, once for each.
  mutating func tellChangedLists() {
    guard !changedLists.isEmpty else { return }
    for id in changedLists.sorted() {
      guard let screen = screens[id], screen.isOpen, let list = screen.list else { continue }
      let cellTypes = screens[id]?.list?.takeChangedCellTypes()
      notify(
        screen.session,
        ListDidChange(
          screen: id.description, revision: list.revision, total: list.total,
          hasMore: list.mayHaveMore, cellTypes: cellTypes),
        // Cell types are told once, so this notice may not give way to a newer one.
        wholeOf: cellTypes == nil ? StateKey(.listDidChange, of: id.number) : nil)
    }
    changedLists.removeAll(keepingCapacity: true)
  }
}

extension ResponseError {
  fileprivate static func noList(_ screen: String) -> ResponseError {
    ResponseError(code: .unknownObject, message: "The screen \(screen.quoted) has no list.")
  }
}
