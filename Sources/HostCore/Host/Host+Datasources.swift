import HostProtocol
import JSON
import JSONRPC

/// Datasources: asked for once, kept, changed by their plugins (protocol, section 5).
extension Host {
  /// Asks the plugin for a datasource's items, unless that is under way.
  mutating func load(
    _ id: DatasourceID, reason: DatasourceReason, cause: ReplyAddress?
  ) {
    guard var record = datasources[id], !record.isLoading else { return }
    record.beginLoading(at: now)
    datasources[id] = record
    let plugin = record.key.plugin
    do throws(ResponseError) {
      guard plugins[plugin.value].mayGet(.autocompleteProvideDatasource) else {
        throw .methodNotImplemented(plugins[plugin.value].name, .autocompleteProvideDatasource)
      }
      let asked = try call(
        plugin, .made(.autocompleteProvideDatasource, params: provideParams(record, reason)),
        for: .provideDatasource(id), cause: cause)
      datasources[id]?.call = asked
    } catch {
      datasourceFailed(id, error)
    }
  }

  private func provideParams(
    _ record: DatasourceRecord, _ reason: DatasourceReason
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("source", record.key.source)
    writer.member("datasource", record.id.description)
    writer.member("reason", reason)
    writer.name("context")
    writer.raw(Array((record.key.context.isEmpty ? "{}" : record.key.context).utf8))
    writer.member("credit", CoreLimits.itemCredit)
    writer.member("partialResultToken", record.token)
    writer.endObject()
    return writer.bytes
  }

  /// The request has left: from now on the plugin's time counts, not its start.
  mutating func datasourceAsked(_ id: DatasourceID) {
    guard let record = datasources[id] else { return }
    for search in record.waiting { sourceCanAnswer(search) }
  }

  // MARK: What the plugin sends

  /// Items in `$/progress`, under the token of a load that is still under way.
  mutating func datasourceProgressed(
    _ id: DatasourceID, token: String, _ message: Inbound, by index: PluginIndex
  ) {
    guard let record = datasources[id], record.isLoading, record.token == token,
      record.key.plugin == index
    else {
      counters.lateAnswers += 1
      return
    }
    let list = ItemList(progress: message.frame[message.envelope.params].bytes)
    datasources[id]?.incoming.gather(list.items)
    noteFaults(list.faults, of: id)
    if let call = record.call { restartDeadline(of: call, to: index) }
    grantCredit(list.count, token: token, to: index)
  }

  mutating func grantCredit(_ count: Int, token: String, to index: PluginIndex) {
    guard count > 0, let run = plugins[index.value].readyRun else { return }
    effects.send(to: .plugin(run)) { composer in
      composer.beginNotification(method: .credit)
      composer.writer.name("params")
      composer.writer.beginObject()
      composer.writer.member("token", token)
      composer.writer.member("count", count)
      composer.writer.endObject()
      composer.writer.endObject()
    }
  }

  mutating func datasourceAnswered(_ answer: PluginAnswer, for id: DatasourceID) {
    guard let index = datasources[id]?.key.plugin else { return }
    if let failure = answer.errorSummary { return settle(id, .failed(failure)) }
    let list = ItemList(result: answer.value.bytes)
    guard let result = list.head else {
      let error = ResponseError.malformedAnswer(
        plugin: plugins[index.value].name, "a datasource must be an object.")
      return datasourceFailed(id, error)
    }
    noteFaults(list.faults, of: id)
    datasources[id]?.incoming.gather(list.items)
    datasources[id]?.incoming.seal()
    datasources[id]?.version = result.version
    armAge(of: id, result.ttlMs)
    settle(id, result.isNone ? .none : .ready)
  }

  mutating func datasourceFailed(_ id: DatasourceID, _ error: ResponseError) {
    settle(id, .failed(SearchFailure(error)))
  }

  /// A load has ended; whoever waited goes on, and fields that show the old items are searched anew.
  private mutating func settle(_ id: DatasourceID, _ state: DatasourceRecord.State) {
    guard var record = datasources[id] else { return }
    let waiting = record.waiting
    let others = fieldsEditing(on: id).filter { !$0.isSearching(any: waiting) }
    record.conclude(state)
    datasources[id] = record
    for search in waiting { datasourceSettled(id, for: search) }
    refresh(others)
    evictIfNeeded()
  }

  /// Drops the least recently used datasources, but for those in use, while all together are too large.
  private mutating func evictIfNeeded() {
    while datasources.byteCount > configuration.limits.datasourceBytes {
      let idle = datasources.byLastUse.first { id in
        datasources[id]?.isEvictable == true && !isSearched(id) && fieldsEditing(on: id).isEmpty
      }
      guard let idle else { return }
      datasources[idle]?.evict()
    }
  }

  /// Whether a search of its items is under way: its answer needs them.
  private func isSearched(_ id: DatasourceID) -> Bool {
    jobs.values.contains { part in
      if case .datasource(id, _) = part.items { true } else { false }
    }
  }

  // MARK: Changes

  mutating func datasourceDidChange(_ message: Inbound, by index: PluginIndex) {
    guard let change = DatasourceChange(message.frame[message.envelope.params].bytes) else {
      return noteMalformed("an autocomplete/datasourceDidChange that can't be read", by: index)
    }
    let name = plugins[index.value].shortName(change.source)
    for id in datasources.ids(of: index, source: name)
    where change.datasource == nil || change.datasource == id.description {
      apply(change, to: id)
    }
  }

  private mutating func apply(_ change: DatasourceChange, to id: DatasourceID) {
    guard let record = datasources[id] else { return }
    guard !record.isLoading, record.isReady, let version = record.version,
      version < .max, change.version == version + 1
    else {
      if record.isReady || record.isLoading { reload(id, reason: .versionGap) }
      return
    }
    noteFaults(change.faults, of: id)
    datasources[id]?.apply(change)
    refresh(fieldsEditing(on: id))
  }

  /// Asks for the whole again: at once where a field is being edited on it, else at the next use.
  private mutating func reload(_ id: DatasourceID, reason: DatasourceReason) {
    datasources[id]?.staleReason = reason
    guard let record = datasources[id], !record.isLoading, !fieldsEditing(on: id).isEmpty else {
      return
    }
    // A plugin whose changes never fit would otherwise be asked without pause.
    let next = record.lastLoad + CoreLimits.reloadPause
    guard reason != .versionGap || now >= next else {
      if record.age == nil {
        datasources[id]?.age = timers.insert(.datasourceAge(id), at: next)
      }
      return
    }
    load(id, reason: reason, cause: nil)
  }

  mutating func datasourceAged(_ id: DatasourceID) {
    datasources[id]?.age = nil
    reload(id, reason: datasources[id]?.staleReason ?? .expired)
  }

  /// The plugin's process is gone; what it will say next time may differ.
  mutating func datasourcesOutdated(by index: PluginIndex) {
    for id in datasources.ids(of: index) {
      datasources[id]?.staleReason = .restarted
    }
  }

  private mutating func armAge(of id: DatasourceID, _ ttlMs: Int?) {
    if let age = datasources[id]?.age { timers.remove(age) }
    datasources[id]?.age = ttlMs.map {
      timers.insert(.datasourceAge(id), at: now + .milliseconds(max($0, 0)))
    }
  }

  private mutating func noteFaults(_ faults: [String], of id: DatasourceID) {
    guard let record = datasources[id] else { return }
    for fault in faults {
      note("source \(record.key.source): \(fault); it is left out", in: record.key.plugin)
    }
  }

  // MARK: Keys

  func datasourceKey(_ source: SourceReference, context: String) -> DatasourceRecord.Key {
    DatasourceRecord.Key(plugin: source.plugin, source: source.name, context: context)
  }

  /// A context as JSON with sorted members, so that equal contexts share a datasource.
  static func contextText(_ context: JSONValue?) -> String {
    guard let context, context.count > 0 else { return "" }
    return context.serialized(.sorted)
  }
}
