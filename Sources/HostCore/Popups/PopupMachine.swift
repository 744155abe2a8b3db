import HostProtocol

/// The life of one popup (contracts, section 3.5): created, presented, dismissed, called back once.
///
/// One entry point takes what happened and returns what follows. Every input is good in every state:
/// dismissing before presenting, presenting twice, dismissing twice are no faults. The machine knows no
/// content, session or clock; the host carries its actions out.
struct PopupMachine: Equatable {
  /// How far the popup has come.
  enum State: Equatable {
    /// It waits for its content or its turn, perhaps once more.
    case created
    /// It is coming.
    case presenting
    case presented
    /// It is going; a front end that acknowledges has not yet.
    case dismissing(Sequel)
    /// It has been called back.
    case dismissed
  }

  /// What follows once it is off the screen.
  enum Sequel: Equatable {
    case callBack(PopupEnd)
    /// Another popup took its place, and it waits for its turn again.
    case requeue
  }

  /// What happened.
  enum Input: Equatable {
    /// Its turn has come.
    case present
    /// Its user did something with it: it has come, whatever the clock says.
    case touched
    /// It shows something else: its time to stay begins anew.
    case changed
    case end(PopupEnd)
    /// Another popup takes its place for a while.
    case withdraw
    /// It is off the screen, or nobody is there to say so.
    case acknowledged
    /// Its session is gone: nobody is there to be told anything.
    case frontEndGone
    case deadline
  }

  /// What to do, in order.
  enum Action: Equatable {
    case tellPresent
    case tellDismiss
    /// (Re)arm the one deadline of this machine.
    case arm(Duration)
    case disarm
    /// Tell whoever opened it; nothing follows any more.
    case callBack(PopupEnd)
    case requeue
  }

  /// The times that the popup's content asks for.
  struct Times: Equatable {
    /// From being told to the front end until it has come.
    var entrance = Duration.zero
    /// How long it stays after that; nil for as long as nobody ends it.
    var stay: Duration?
    /// How long an acknowledgement is awaited; nil where none is.
    var acknowledgement: Duration?
  }

  private(set) var state = State.created
  var times = Times()

  /// Whether the front end shows it and has not been told otherwise.
  var isShown: Bool { state == .presenting || state == .presented }

  /// Whether its end is decided.
  var isEnding: Bool {
    switch state {
    case .dismissing(.callBack), .dismissed: true
    case .created, .presenting, .presented, .dismissing(.requeue): false
    }
  }

  /// Takes what happened and returns what follows.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .present: present()
    case .touched: state == .presenting ? settle() : []
    case .changed: state == .presented ? settle() : []
    case .end(let end): self.end(end)
    case .withdraw: isShown ? leave(then: .requeue) : []
    case .acknowledged: acknowledged()
    case .frontEndGone: frontEndGone()
    case .deadline: deadline()
    }
  }

  private mutating func present() -> [Action] {
    guard state == .created else { return [] }
    state = .presenting
    return [.tellPresent, .arm(times.entrance)]
  }

  /// It has come, and its time to stay begins.
  private mutating func settle() -> [Action] {
    state = .presented
    return [times.stay.map { .arm($0) } ?? .disarm]
  }

  private mutating func end(_ end: PopupEnd) -> [Action] {
    switch state {
    case .created:
      state = .dismissed
      return [.callBack(end)]
    case .presenting, .presented: return leave(then: .callBack(end))
    case .dismissing(.requeue):
      state = .dismissing(.callBack(end))
      return []
    case .dismissing(.callBack), .dismissed: return []
    }
  }

  private mutating func leave(then sequel: Sequel) -> [Action] {
    state = .dismissing(sequel)
    guard let awaited = times.acknowledgement else {
      return [.tellDismiss, .disarm] + acknowledged()
    }
    return [.tellDismiss, .arm(awaited)]
  }

  private mutating func acknowledged() -> [Action] {
    guard case .dismissing(let sequel) = state else { return [] }
    let disarm: [Action] = times.acknowledgement == nil ? [] : [.disarm]
    switch sequel {
    case .requeue:
      state = .created
      return disarm + [.requeue]
    case .callBack(let end):
      state = .dismissed
      return disarm + [.callBack(end)]
    }
  }

  private mutating func frontEndGone() -> [Action] {
    switch state {
    case .created, .presenting, .presented, .dismissing(.requeue):
      state = .dismissed
      return [.disarm, .callBack(PopupEnd(.frontEndGone))]
    case .dismissing(.callBack(let end)):
      state = .dismissed
      return [.disarm, .callBack(end)]
    case .dismissed: return []
    }
  }

  private mutating func deadline() -> [Action] {
    switch state {
    case .presenting: settle()
    case .presented: end(PopupEnd(.timeout))
    case .dismissing: acknowledged()
    case .created, .dismissed: []
    }
  }
}
