import HostProtocol

/// Which popups of a session are shown, and which wait for what (protocol, PO-13 to PO-17).
///
/// A *place* holds one shown popup and a queue. There is the place on the screen itself, one above each
/// shown popup, for those that its actions cause, and one for notices, which keep nobody waiting. One
/// entry point takes what happened and returns what follows; the popups' own lives are `PopupMachine`s.
struct PopupStack {
  /// Where a popup is shown.
  enum Place: Hashable {
    case screen
    /// Above a popup, which waits meanwhile.
    case above(PopupID)
    case notices
  }

  /// What happened.
  enum Input {
    /// A popup has its content and wants to be shown.
    case add(PopupID, Precedence, at: Place)
    /// A popup is on its way off the screen, for good.
    case leaving(PopupID)
    /// A popup has ended and been called back.
    case left(PopupID)
    /// A popup is off the screen and waits again.
    case withdrawn(PopupID)
  }

  /// What to do, in order.
  enum Action: Equatable {
    case present(PopupID, level: Int)
    /// Take it off the screen; `withdrawn` follows.
    case withdraw(PopupID)
    /// End it, `overridden`; `left` follows.
    case override(PopupID)
  }

  private var slots: [Place: PopupSlot] = [:]
  private var places: [PopupID: Place] = [:]
  /// Places of popups that have ended, newest last: what an action of theirs caused may still come.
  private var formerPlaces: [(id: PopupID, place: Place)] = []

  /// A person presses one button at a time, so that late work is of the last popups.
  private static let remembered = 64

  /// Whether nothing is shown and nothing waits.
  var isEmpty: Bool { places.isEmpty }

  /// Whether a popup of this session has ended, so that what is still said of it is no fault.
  func hasEnded(_ popup: PopupID) -> Bool { formerPlaces.contains { $0.id == popup } }

  /// The place for what an action of `popup` causes: above it while it is shown, else where it was.
  func place(causedBy popup: PopupID) -> Place {
    if let place = places[popup] {
      guard let slot = slots[place], slot.shown?.id == popup, !slot.isLeaving else { return place }
      return .above(popup)
    }
    guard let former = formerPlaces.last(where: { $0.id == popup })?.place else { return .screen }
    guard case .above(let below) = former else { return former }
    return place(causedBy: below)
  }

  /// How many wait for a place.
  func waiting(at place: Place) -> Int { slots[place]?.queue.count ?? 0 }

  /// Whether adding a popup with this precedence takes another one's place.
  func overrides(_ precedence: Precedence, at place: Place) -> Bool {
    guard precedence.kind == .override, let slot = slots[place], let incumbent = slot.incumbent
    else { return false }
    return precedence.priority >= incumbent.precedence.priority
  }

  /// Takes what happened and returns what follows.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .add(let id, let precedence, let place):
      places[id] = place
      if slots[place] == nil { slots[place] = PopupSlot(level: level(of: place)) }
      return add(PopupSlot.Entry(id: id, precedence: precedence), at: place)
    case .leaving(let id):
      if let place = places[id], slots[place]?.shown?.id == id { slots[place]?.isLeaving = true }
      return []
    case .left(let id): return left(id)
    case .withdrawn(let id): return withdrawn(id)
    }
  }

  private func level(of place: Place) -> Int {
    guard case .above(let below) = place, let lower = places[below] else { return 0 }
    return (slots[lower]?.shownLevel ?? 0) + 1
  }

  // MARK: Coming

  private mutating func add(_ entry: PopupSlot.Entry, at place: Place) -> [Action] {
    guard var slot = slots[place] else { return [] }
    defer { slots[place] = slot }
    guard slot.shown != nil else { return show(entry, in: &slot) }
    guard entry.precedence.kind == .override else {
      slot.enqueue(entry)
      return []
    }
    guard let incumbent = slot.incumbent else {
      slot.next = entry
      return []
    }
    guard entry.precedence.priority >= incumbent.precedence.priority else {
      return [.override(entry.id)]
    }
    return replace(incumbent, with: entry, in: &slot)
  }

  private func show(_ entry: PopupSlot.Entry, in slot: inout PopupSlot) -> [Action] {
    slot.show(entry)
    return [.present(entry.id, level: slot.level)]
  }

  private func replace(
    _ incumbent: PopupSlot.Entry, with entry: PopupSlot.Entry, in slot: inout PopupSlot
  ) -> [Action] {
    let isDropped = incumbent.precedence.onOverride == .drop
    let isShown = slot.shown?.id == incumbent.id
    let wasNext = slot.next?.id == incumbent.id
    slot.next = entry
    if isShown {
      slot.isLeaving = true
      return [isDropped ? .override(incumbent.id) : .withdraw(incumbent.id)]
    }
    // It was about to come; the first of the queue only stays there.
    guard wasNext else { return [] }
    guard !isDropped else { return [.override(incumbent.id)] }
    slot.enqueue(incumbent)
    return []
  }

  // MARK: Going

  private mutating func left(_ id: PopupID) -> [Action] {
    guard let place = places.removeValue(forKey: id), var slot = slots[place] else { return [] }
    remember(id, place)
    if slot.shown?.id == id {
      return vacate(&slot, at: place)
    }
    slot.remove(id)
    slots[place] = slot
    return []
  }

  private mutating func withdrawn(_ id: PopupID) -> [Action] {
    guard let place = places[id], var slot = slots[place], let entry = slot.shown, entry.id == id
    else { return [] }
    slot.enqueue(entry)
    return vacate(&slot, at: place)
  }

  /// The shown popup is off the screen: the next one comes, or one that stood above takes the place.
  private mutating func vacate(_ slot: inout PopupSlot, at place: Place) -> [Action] {
    let above = slot.shown.flatMap { slots.removeValue(forKey: .above($0.id)) }
    slot.vacate()
    var actions: [Action] = []
    if let above, above.shown != nil, slot.next == nil {
      take(above, into: &slot, at: place)
    } else {
      if let entry = slot.takeNext() { actions = show(entry, in: &slot) }
      if let above { move(above, above: slot.shown?.id) }
    }
    slots[place] = slot.shown == nil ? nil : slot
    return actions
  }

  /// What stood above a popup stays on the screen, and those that wait below wait for it.
  private mutating func take(_ above: PopupSlot, into slot: inout PopupSlot, at place: Place) {
    slot.adopt(above)
    for entry in above.entries { places[entry.id] = place }
  }

  private mutating func move(_ slot: PopupSlot, above popup: PopupID?) {
    guard let popup else { return }
    slots[.above(popup)] = slot
    for entry in slot.entries { places[entry.id] = .above(popup) }
  }

  private mutating func remember(_ id: PopupID, _ place: Place) {
    formerPlaces.append((id, place))
    if formerPlaces.count > Self.remembered { formerPlaces.removeFirst() }
  }
}
