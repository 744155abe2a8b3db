import HostProtocol
import JSONRPC
import Matching

/// The items of one source for one context, kept by the host, and how current they are.
struct DatasourceRecord {
  /// What tells two datasources apart.
  struct Key: Hashable {
    let plugin: PluginIndex
    /// The source's short name.
    let source: String
    /// The context as JSON with sorted members; empty for none.
    let context: String
  }

  /// Whether the items can be searched.
  enum State {
    /// Never asked for.
    case absent
    /// Searchable.
    case ready
    /// The plugin said that there is no datasource.
    case none
    /// The plugin failed to give one; the next use asks again.
    case failed(SearchFailure)
  }

  let id: DatasourceID
  let key: Key
  private(set) var state = State.absent
  /// A load is under way; until it ends the old items are searched.
  private(set) var isLoading = false
  /// How often a load was begun, so that chunks of an earlier one are not taken for this one's.
  private var loads = 0
  /// The items that searches run on.
  private(set) var items = ItemTable()
  /// What a load has gathered so far, from chunks of `$/progress`.
  var incoming = ItemTable()
  /// The version of `items`; a change must carry the next.
  var version: Int?
  /// Rises with every load, so that the places of an older search are not looked up in newer items.
  private(set) var generation = 0
  /// Why the items are outdated; nil while they are not.
  var staleReason: DatasourceReason?
  var age: DeadlineQueue<Timer>.Handle?
  /// Searches that wait for the load.
  var waiting: [SearchID] = []
  /// The call of the present load.
  var call: RequestID?
  /// When the plugin was last asked.
  private(set) var lastLoad = Instant(nanoseconds: 0)
  /// When a search last began on it.
  var lastUse = Instant(nanoseconds: 0)

  init(id: DatasourceID, key: Key) {
    self.id = id
    self.key = key
  }

  /// Whether there are items to search, perhaps outdated ones.
  var isReady: Bool {
    if case .ready = state { true } else { false }
  }

  /// Whether what is known can be used without asking the plugin; one that had no datasource is asked
  /// again when an editing begins.
  func isCurrent(beginning: Bool) -> Bool {
    guard staleReason == nil else { return false }
    return switch state {
    case .ready: true
    case .none: !beginning
    case .absent, .failed: false
    }
  }

  /// The token under which the items of the present load come.
  var token: String { "\(id).\(loads)" }

  mutating func beginLoading(at now: Instant) {
    isLoading = true
    lastLoad = now
    loads += 1
    incoming = ItemTable()
  }

  /// Takes over what a load has brought.
  mutating func conclude(_ result: State) {
    isLoading = false
    waiting = []
    staleReason = nil
    switch result {
    case .ready:
      items = incoming
      generation += 1
      state = .ready
    case .none:
      items = ItemTable()
      generation += 1
      state = .none
    case .failed where isReady:
      // Old items beat none; the next use asks again.
      staleReason = .expired
    case .failed, .absent:
      state = result
    }
    incoming = ItemTable()
  }

  /// Whether its items can be dropped now.
  var isEvictable: Bool { isReady && !isLoading && items.count > 0 }

  /// Drops the items; the next use asks for them again.
  mutating func evict() {
    items = ItemTable()
    generation += 1
    version = nil
    state = .absent
    staleReason = .evicted
  }

  /// Applies a change that carries the next version.
  mutating func apply(_ change: DatasourceChange) {
    let layout = items.layout
    items.replace(change.replace)
    items.remove(change.remove)
    items.append(change.append)
    if items.layout != layout { generation += 1 }
    version = change.version
  }
}

/// Why a source has no matches to give.
struct SearchFailure: Equatable, Sendable {
  let code: Int
  let message: String
}
