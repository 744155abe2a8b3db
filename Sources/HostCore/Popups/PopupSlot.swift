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

  /// The level at which its popups are shown.
  let level: Int
  private(set) var shown: Entry?
  /// The level of the shown one, which is a higher one where it stood above the one before.
  private(set) var shownLevel = 0
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

  /// Shows a popup at the place's own level.
  mutating func show(_ entry: Entry) {
    shown = entry
    shownLevel = level
    isLeaving = false
  }

  /// Takes over what stood above the popup that is gone; it stays where it is.
  mutating func adopt(_ above: PopupSlot) {
    shown = above.shown
    shownLevel = above.shownLevel
    isLeaving = above.isLeaving
    next = above.next
    for entry in above.queue { enqueue(entry) }
  }

  /// Shows nothing.
  mutating func vacate() {
    shown = nil
    isLeaving = false
  }

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
