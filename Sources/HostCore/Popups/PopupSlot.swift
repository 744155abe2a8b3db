import HostProtocol

/// A place for one popup: who is shown there, and who waits for it.
struct PopupSlot {
  /// A popup with what decides its turn.
  struct Entry {
    let id: PopupID
    let precedence: Precedence

    /// The highest priority comes first, then the oldest popup.
    func comes(before other: Entry) -> Bool {
      (other.precedence.priority, id) < (precedence.priority, other.id)
    }
  }

  /// How many popups stand below it.
  let level: Int
  var shown: Entry?
  /// The shown one is on its way off the screen.
  var isLeaving = false
  /// It has overridden the one that is leaving, and comes next whatever waits.
  var next: Entry?
  /// In the order in which they will be shown.
  private(set) var queue: [Entry] = []

  init(level: Int) { self.level = level }

  /// The one that an override must not be below: who is shown, or will be without it.
  var incumbent: Entry? { next ?? (isLeaving ? queue.first : shown) }

  /// All that belong to the place.
  var entries: [Entry] { [shown, next].compactMap(\.self) + queue }

  mutating func enqueue(_ entry: Entry) {
    let place = queue.firstIndex { entry.comes(before: $0) } ?? queue.endIndex
    queue.insert(entry, at: place)
  }

  /// Takes out whose turn it is.
  mutating func takeNext() -> Entry? {
    if let entry = next {
      next = nil
      return entry
    }
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  /// Removes one that is not shown.
  mutating func remove(_ popup: PopupID) {
    if next?.id == popup { next = nil }
    queue.removeAll { $0.id == popup }
  }
}
