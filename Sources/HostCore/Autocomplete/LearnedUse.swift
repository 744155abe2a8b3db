import JSON

/// What users have chosen before, by source: it breaks near-ties between matches, never a class.
///
/// An item counts for more the oftener and the later it was chosen. Time is counted in choices and not in
/// hours, so that a holiday forgets nothing and no clock can be wrong.
public struct LearnedUse: Equatable, Sendable {
  /// Sources that are remembered; the one that was used longest ago goes.
  static let maximumSources = 64
  /// Items of one source that are remembered; nobody has more habits in one field.
  static let maximumItems = 128
  /// Bytes of the longest id that is remembered; with the limits above some hundred kilobytes in all.
  static let maximumIDLength = 256
  /// Choices after which one counts half: a habit of last week beats a choice of last year.
  static let halfLife = 32.0
  /// The most that use adds to a weight, on the matcher's scale of 0 to 255: what lies between a weight
  /// that nobody gave and the highest.
  static let maximumBoost = 128

  /// One source's choices.
  struct Source: Equatable {
    /// All choices, those of forgotten items included.
    var choices = 0
    /// The place of the last choice among those of all sources.
    var last = 0
    var items: [String: Item] = [:]
  }

  /// What an item was worth when it was chosen last.
  struct Item: Equatable {
    var value: Double
    var choice: Int

    /// What it is worth after so many choices.
    func value(at choices: Int) -> Double {
      var value = value
      var passed = Double(max(0, choices - choice))
      while passed >= LearnedUse.halfLife, value > 0.001 {
        value /= 2
        passed -= LearnedUse.halfLife
      }
      // Between two halvings a straight line is near enough.
      return value * (1 - passed / (2 * LearnedUse.halfLife))
    }
  }

  private(set) var sources: [String: Source] = [:]
  private var choices = 0

  /// Creates a memory of nothing.
  public init() {}

  /// Notes that an item of a source was chosen.
  mutating func note(_ id: String, of source: String) {
    guard id.utf8.count <= Self.maximumIDLength else { return }
    choices += 1
    var entry = sources[source] ?? Source()
    entry.choices += 1
    entry.last = choices
    let value = entry.items[id]?.value(at: entry.choices) ?? 0
    entry.items[id] = Item(value: value + 1, choice: entry.choices)
    entry.forgetSurplus()
    sources[source] = entry
    guard sources.count > Self.maximumSources else { return }
    if let oldest = sources.min(by: { $0.value.last < $1.value.last }) { sources[oldest.key] = nil }
  }

  /// Adds what was kept of a source, as the one used last so far.
  mutating func add(_ source: Source, of name: String) {
    guard sources[name] != nil || sources.count < Self.maximumSources else { return }
    choices += 1
    var source = source
    source.last = choices
    sources[name] = source
  }

  /// What the items of a source that were chosen add to their weights.
  func boosts(of source: String) -> [(id: String, boost: Int)] {
    guard let entry = sources[source] else { return [] }
    return entry.items.compactMap { id, item in
      let value = item.value(at: entry.choices)
      let boost = Int(Double(Self.maximumBoost) * value / (value + 1))
      return boost > 0 ? (id, boost) : nil
    }
  }
}

extension LearnedUse.Source {
  fileprivate mutating func forgetSurplus() {
    guard items.count > LearnedUse.maximumItems else { return }
    let least = items.min {
      let (left, right) = ($0.value.value(at: choices), $1.value.value(at: choices))
      return left == right ? $0.key > $1.key : left < right
    }
    if let least { items[least.key] = nil }
  }
}
