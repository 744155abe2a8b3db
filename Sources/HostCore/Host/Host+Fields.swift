import HostProtocol
import JSON
import JSONRPC

/// The requests about autocomplete fields (protocol, section 5).
extension Host {
  mutating func attach(
    _ params: AutocompleteAttach, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let sources = try resolve(params.sources)
    let name = FieldName(text: params.field)
    guard let place = sessions.index(forKey: session) else { return }
    guard
      sessions.values[place].fields[name] != nil
        || sessions.values[place].fields.count < configuration.limits.fields
    else {
      throw .overloaded(
        "A session has at most \(configuration.limits.fields) fields; detach one first.",
        limit: configuration.limits.fields)
    }
    let options = SearchOptions(
      requested: params.options, limits: configuration.limits)
    var field = Field(
      name: name, sources: sources, options: options, context: Self.contextText(params.context),
      limit: nil)
    // Attached again, a field goes on with its text: a window was split, a view was rebuilt.
    if let old = sessions.values[place].fields[name] {
      field.machine = old.machine
      field.cursor = old.cursor
      field.shown = old.shown
      field.seq = old.seq
      old.search.map { dropSearch($0) }
      failPendingReturn(of: old, with: .superseded("its field was attached again"))
    }
    sessions.values[place].fields[name] = field
    reply(to: address, with: AutocompleteAttach.Result(field: params.field))
  }

  mutating func detach(
    _ params: AutocompleteDetach, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    forgetField(field.name, of: session)
    reply(to: address)
  }

  /// Ends a field, if there is one of this name, and whatever waits for it.
  mutating func forgetField(_ name: FieldName, of session: SessionID) {
    guard let field = sessions[session]?.fields.removeValue(forKey: name) else { return }
    field.search.map { dropSearch($0) }
    failPendingReturn(of: field, with: .superseded("its field was detached"))
  }

  mutating func beginEditing(
    _ params: AutocompleteBeginEditing, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    try checkText(params.text ?? "")
    if params.text != nil { sessions[session]?.fields[field.name]?.cursor = nil }
    let actions = drive(field.name, of: session, .beginEditing(text: params.text))
    carryOut(
      actions, field.name, of: session, seq: field.seq, limit: nil, beginsEditing: true,
      at: address)
  }

  mutating func change(
    _ params: AutocompleteChange, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    try checkText(params.text)
    guard params.seq >= field.seq else {
      throw .superseded("change \(params.seq) came after change \(field.seq)")
    }
    sessions[session]?.fields[field.name]?.seq = params.seq
    let unit = sessions[session]?.textUnit ?? .utf8
    sessions[session]?.fields[field.name]?.cursor = params.cursor.map {
      unit.bytes(before: $0, in: params.text)
    }
    let actions = drive(field.name, of: session, .change(text: params.text))
    carryOut(
      actions, field.name, of: session, seq: params.seq, limit: params.limit, at: address)
  }

  mutating func decline(
    _ params: AutocompleteDecline, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    endPending(of: field, session, because: "its suggestion was declined")
    _ = drive(field.name, of: session, .decline)
    let encoding = sessions[session]?.textUnit ?? .utf8
    reply(
      to: address,
      with: CompletionsAnswer(
        field: field.name, seq: field.seq, text: field.machine.text, matches: [], best: nil,
        total: 0, isIncomplete: false, failures: [], encoding: encoding))
  }

  /// `autocomplete/resolve`: what a plugin knows about an item beyond what it gave before.
  mutating func resolveItem(
    _ params: AutocompleteResolve, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    let item = try item(params.item, of: field)
    guard plugins[item.source.plugin.value].mayGet(.autocompleteResolve) else {
      return reply(to: address, with: ResolveAnswer(item: item, documentation: nil))
    }
    let subject = DelegateSubject(session: session, field: field.name)
    let call = try ask(
      item.source.plugin, .autocompleteResolve, ResolveParams(item: item),
      for: .resolveItem(address, item), about: subject, cause: address)
    withInbox(of: address.party) { $0.assign(address.id, to: .plugin(item.source.plugin, call)) }
  }

  mutating func itemResolved(_ answer: PluginAnswer, _ item: SourceItem, at address: ReplyAddress) {
    guard !answer.isError else { return reply(to: address, with: answer.error) }
    do {
      reply(to: address, with: try ResolveAnswer(item: item, result: answer.value.bytes))
    } catch {
      let plugin = plugins[item.source.plugin.value].name
      reply(to: address, with: .malformedAnswer(plugin: plugin, "the item \(error.description)."))
    }
  }

  mutating func endEditing(
    _ params: AutocompleteEndEditing, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    endPending(of: field, session, because: "the editing of its field ended")
    let actions = drive(field.name, of: session, .endEditing)
    sessions[session]?.fields[field.name]?.survivors = [:]
    let text = sessions[session]?.fields[field.name]?.machine.text ?? ""
    reply(to: address, with: AutocompleteEndEditing.Result(text: text))
    carryOut(actions, field.name, of: session, seq: field.seq, limit: nil, at: nil)
  }

  mutating func returnKey(
    _ params: AutocompleteReturn, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let field = try field(params.field, of: session)
    let chosen = try params.item.map { (choice) throws(ResponseError) in
      try item(choice, of: field)
    }
    if chosen == nil, let search = field.search, searches[search]?.address != nil {
      // What is on top for the present text is not known yet; acting on older results would be wrong.
      failPendingReturn(of: field, with: .superseded("another return of the same field came"))
      sessions[session]?.fields[field.name]?.pendingReturn = address
      sessions[session]?.inbox.assign(address.id, to: .pendingReturn(field.name))
      return
    }
    finishReturn(of: field.name, chosen: chosen, at: address, of: session)
  }

  /// Delivers a Return, once it is known what it selects.
  mutating func finishReturn(
    of name: FieldName, chosen: SourceItem?, at address: ReplyAddress, of session: SessionID
  ) {
    let actions = drive(name, of: session, .returnKey(chosen: chosen))
    guard case .returned(let selection)? = actions.first else {
      return reply(to: address, with: ReturnAnswer(selection: "", item: nil))
    }
    let item: SourceItem? = if case .item(let item) = selection { item } else { nil }
    item.map { learn($0) }
    let field = sessions[session]?.fields[name]
    let text = item.flatMap { field?.token.replaced(by: $0.item.text) } ?? field?.machine.text ?? ""
    sessions[session]?.fields[name]?.machine.adopt(text)
    sessions[session]?.fields[name]?.cursor = nil
    sessions[session]?.fields[name]?.search.map { dropSearch($0) }
    reply(to: address, with: ReturnAnswer(selection: text, item: item))
    notifySelection(of: name, item, session)
    deliverReturned(of: name, text, item, session, cause: address)
  }

  mutating func cancelPendingReturn(of name: FieldName, _ party: Party) {
    guard case .session(let session) = party, let field = sessions[session]?.fields[name]
    else { return }
    failPendingReturn(of: field, with: .cancelled())
    sessions[session]?.fields[name]?.pendingReturn = nil
  }

  private mutating func failPendingReturn(of field: Field, with error: ResponseError) {
    guard let address = field.pendingReturn else { return }
    reply(to: address, with: error)
  }

  /// Answers what still waits on a field that goes on without it.
  private mutating func endPending(
    of field: Field, _ session: SessionID, because why: String
  ) {
    field.search.map { dropSearch($0) }
    failPendingReturn(of: field, with: .superseded(why))
    sessions[session]?.fields[field.name]?.pendingReturn = nil
  }

  // MARK: What follows from the machine

  private mutating func drive(
    _ name: FieldName, of session: SessionID, _ input: FieldMachine<SourceItem>.Input
  ) -> [FieldMachine<SourceItem>.Action] {
    sessions[session]?.fields[name]?.machine.handle(input) ?? []
  }

  private mutating func carryOut(
    _ actions: [FieldMachine<SourceItem>.Action], _ name: FieldName,
    of session: SessionID, seq: Int, limit: Int?, beginsEditing: Bool = false,
    at address: ReplyAddress?
  ) {
    // The answer comes before what its request caused: the search answers, the clear is told after it.
    if actions.contains(.search), let address {
      searchField(
        name, of: session, seq: seq, limit: limit, beginsEditing: beginsEditing, at: address)
    }
    if actions.contains(.cleared) {
      notifySelection(of: name, nil, session)
      deliverCleared(of: name, session)
    }
  }

  private mutating func notifySelection(
    of name: FieldName, _ item: SourceItem?, _ session: SessionID
  ) {
    notify(session) { composer in
      composer.beginNotification(method: .autocompleteDidSelect)
      composer.writer.member("params", SelectionNotice(field: name, item: item))
      composer.writer.endObject()
    }
  }

  private mutating func deliverReturned(
    of name: FieldName, _ selection: String, _ item: SourceItem?, _ session: SessionID,
    cause: ReplyAddress
  ) {
    guard let session = sessions[session], let field = session.fields[name],
      let source = item?.source ?? field.sources.first
    else { return }
    let params = ReturnedParams(
      source: source, field: name, session: session.id, selection: selection, item: item?.item)
    delegate(
      .autocompleteReturned, params, to: source.plugin,
      about: DelegateSubject(session: session.id, field: name), cause: cause)
  }

  private mutating func deliverCleared(of name: FieldName, _ session: SessionID) {
    guard let session = sessions[session], let field = session.fields[name] else { return }
    for source in field.sources {
      let params = AutocompleteTextFieldCleared(
        source: source.name, field: name.text, session: session.id.description)
      delegate(
        .autocompleteTextFieldCleared, params, to: source.plugin,
        about: DelegateSubject(session: session.id, field: name), cause: nil)
    }
  }

  // MARK: Looking things up

  private func field(
    _ name: String, of session: SessionID
  ) throws(ResponseError) -> Field {
    guard let field = sessions[session]?.fields[FieldName(text: name)] else {
      throw .unknownObject("field", name)
    }
    return field
  }

  private func item(
    _ choice: ItemReference, of field: Field
  ) throws(ResponseError) -> SourceItem {
    guard let source = field.sources.first(where: { $0.qualifiedName == choice.source }) else {
      throw .unknownObject("source of this field", choice.source)
    }
    // What the user sees can be chosen, whether or not its source keeps it.
    if let shown = field.shown.first(where: { $0.source == source && $0.item.id == choice.id }) {
      return shown
    }
    let key = datasourceKey(source, context: field.context)
    guard let item = datasources.existing(key)?.items.item(id: choice.id) else {
      throw .unknownObject("item", choice.id)
    }
    return SourceItem(source: source, item: item)
  }

  func checkText(_ text: String) throws(ResponseError) {
    let limit = configuration.limits.textBytes
    guard text.utf8.count <= limit else {
      throw .tooLarge(
        "A text is at most \(limit) bytes.", limit: limit, got: text.utf8.count)
    }
  }
}
