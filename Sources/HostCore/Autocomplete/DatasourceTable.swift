/// All datasources that the host keeps, by what tells them apart and by number.
struct DatasourceTable {
  private var byID: [DatasourceID: DatasourceRecord] = [:]
  private var byKey: [DatasourceRecord.Key: DatasourceID] = [:]
  private var next: UInt64 = 1

  /// The number of datasources.
  var count: Int { byID.count }

  /// Bytes of all items.
  var byteCount: Int { byID.values.reduce(0) { $0 + $1.items.byteCount } }

  /// All datasources, the least recently used first.
  var byLastUse: [DatasourceID] {
    byID.values.sorted { ($0.lastUse, $0.id.number) < ($1.lastUse, $1.id.number) }.map(\.id)
  }

  /// The datasource with a key, made where there is none.
  mutating func id(for key: DatasourceRecord.Key) -> DatasourceID {
    if let id = byKey[key] { return id }
    let id = DatasourceID(number: next)
    next += 1
    byKey[key] = id
    byID[id] = DatasourceRecord(id: id, key: key)
    return id
  }

  /// The datasource with a key; nil where there is none.
  func existing(_ key: DatasourceRecord.Key) -> DatasourceRecord? {
    byKey[key].flatMap { byID[$0] }
  }

  /// A datasource by number; nil once it was dropped.
  subscript(id: DatasourceID) -> DatasourceRecord? {
    get { byID[id] }
    _modify { yield &byID[id] }
  }

  /// The datasources of a plugin, or of one of its sources, in order of their numbers.
  func ids(of plugin: PluginIndex, source: String? = nil) -> [DatasourceID] {
    byID.values
      .filter { $0.key.plugin == plugin && (source == nil || $0.key.source == source) }
      .map(\.id)
      .sorted { $0.number < $1.number }
  }

  /// Forgets a datasource.
  mutating func remove(_ id: DatasourceID) {
    guard let datasource = byID.removeValue(forKey: id) else { return }
    byKey[datasource.key] = nil
  }
}
