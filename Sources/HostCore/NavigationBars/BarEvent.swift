import HostProtocol

/// What the user did with a bar.
enum BarEvent: Equatable {
  case press(ComponentName)
  /// An item of a container, or of the overflow.
  case pressItem(String)
  /// Return in the search field, whose text is told where it may not be known yet.
  case submit(text: String?)
}

/// Who would be told of an event.
struct BarDelegate: Equatable {
  /// Whether a call can reach it, be it after a start.
  var isReachable: Bool
  /// The optional methods that it implements, by their full names.
  var implements: Set<String>

  /// Nobody: a part of a bar that no plugin has.
  static let nobody = BarDelegate(isReachable: false, implements: [])

  func implements(_ method: Method) -> Bool { implements.contains(method.rawValue) }
}

/// The delegate call that an event leads to.
enum BarCall: Equatable {
  /// A component was pressed.
  case click(Method, Sender)
  /// The user wants to search.
  case search(keyword: String)
  /// An item was pressed.
  case item(String)

  /// The call's method.
  var method: Method {
    switch self {
    case .click(let method, _): method
    case .search: .navigationBarSearchWithText
    case .item: .navigationBarClickItem
    }
  }
}

/// What is to be done about an event.
struct BarDecision: Equatable {
  /// What becomes of the event.
  enum Outcome: Equatable {
    case deliver(BarCall)
    /// Nothing is sent, which is no error.
    case suppress(DeliveryReason)
    /// The host goes back by itself; nothing is sent.
    case goBack
  }

  let outcome: Outcome
  /// Whether the search field gives up the focus, delivered or not.
  var endsEditing = false
}
