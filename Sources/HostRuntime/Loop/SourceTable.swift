import SystemIO

/// Everything that epoll may report, by the token that it reports.
struct SourceTable {
  /// Something that can be ready.
  enum Source {
    case listener
    case signals
    case guardLink
    case workers
    case channel(Channel)
    case plugin(PluginRun)
  }

  /// Which of a source's descriptors a token means.
  enum Role: UInt64 {
    /// Where input comes from; the only one of a socket.
    case input = 0
    /// Where output goes.
    case output = 1
    /// The first or second stream of text.
    case text = 2
    case otherText = 3
  }

  private var sources: [Source?] = []
  private var free: [Int] = []
  private var freed: [Int] = []

  /// Reserves a place, for a source that needs to know it.
  mutating func reserve() -> Int {
    if let slot = free.popLast() { return slot }
    sources.append(nil)
    return sources.count - 1
  }

  /// Puts a source into its place.
  mutating func put(_ source: Source, at slot: Int) {
    sources[slot] = source
  }

  /// Puts a source into a new place.
  mutating func add(_ source: Source) -> Int {
    let slot = reserve()
    put(source, at: slot)
    return slot
  }

  /// Empties a place. It is used again in the next turn only: this turn's tokens may still mean it.
  mutating func remove(_ slot: Int) {
    sources[slot] = nil
    freed.append(slot)
  }

  /// Ends a turn.
  mutating func recycle() {
    free.append(contentsOf: freed)
    freed.removeAll(keepingCapacity: true)
  }

  /// The token of one of a source's descriptors.
  static func token(_ slot: Int, _ role: Role) -> UInt64 { UInt64(slot) << 2 | role.rawValue }

  /// What a token means; nil for a source that went in this turn.
  subscript(token: UInt64) -> (source: Source, role: Role)? {
    guard let source = sources[Int(token >> 2)], let role = Role(rawValue: token & 3) else {
      return nil
    }
    return (source, role)
  }
}
