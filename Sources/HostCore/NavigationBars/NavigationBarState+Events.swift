import HostProtocol

/// What becomes of the things that users do with a bar (contracts, 1.5 to 1.8).
extension NavigationBarState {
  /// Takes what the user did and decides who is told; `delegate` is whoever the event concerns.
  mutating func handle(_ event: BarEvent, for delegate: BarDelegate) -> BarDecision {
    switch event {
    case .press(.search): BarDecision(outcome: pressSearch(delegate), endsEditing: true)
    case .press(let component): BarDecision(outcome: press(component, delegate))
    case .pressItem(let id): BarDecision(outcome: pressItem(id, delegate))
    case .submit(let text): BarDecision(outcome: submit(text, delegate), endsEditing: true)
    }
  }

  private mutating func press(
    _ name: ComponentName, _ delegate: BarDelegate
  ) -> BarDecision.Outcome {
    guard let part = part(of: name) else { return .suppress(.hidden) }
    if let reason = components[part].refusal { return .suppress(reason) }
    let role = style.alias(of: part) ?? name
    // Before the plugin hears of it, and not taken back when it fails: the user has seen it flip.
    if role.flips(components[part]) { toggle(part) }
    if goesBack(name, delegate) { return .goBack }
    return tell(.click(role.clickMethod, sender(name)), delegate)
  }

  private mutating func pressSearch(_ delegate: BarDelegate) -> BarDecision.Outcome {
    if style.has(.searchField), let reason = components[.searchField].refusal {
      return .suppress(reason)
    }
    guard style.has(.searchField), type != .naviSearchButton else {
      return tell(.click(.navigationBarClickSearch, sender(.search)), delegate)
    }
    return search(delegate)
  }

  private mutating func submit(
    _ text: String?, _ delegate: BarDelegate
  ) -> BarDecision.Outcome {
    guard style.has(.searchField) else { return .suppress(.hidden) }
    if let text { changeText(text) }
    if let reason = components[.searchField].refusal { return .suppress(reason) }
    return search(delegate)
  }

  private func pressItem(_ id: String, _ delegate: BarDelegate) -> BarDecision.Outcome {
    // Gone, perhaps while the press was on its way: what is not there is not pressed.
    guard let item = item(id) else { return .suppress(.hidden) }
    guard item.enabled else { return .suppress(.disabled) }
    return tell(.item(id), delegate)
  }

  /// What is searched for: the text of the search field, as its plugin wants it.
  var keyword: String { trimsSearchText ? searchText.trimmed : searchText }

  private func search(_ delegate: BarDelegate) -> BarDecision.Outcome {
    let keyword = keyword
    let outcome = tell(.search(keyword: keyword), delegate)
    if case .deliver = outcome, keyword.isEmpty { return .suppress(.emptyText) }
    return outcome
  }

  private func goesBack(_ name: ComponentName, _ delegate: BarDelegate) -> Bool {
    hasDefaultBack && name == .left && components[.left].role == .back
      && !delegate.implements(.navigationBarClickLeftMenu)
  }

  private func tell(_ call: BarCall, _ delegate: BarDelegate) -> BarDecision.Outcome {
    guard delegate.isReachable else { return .suppress(.noDelegate) }
    guard delegate.implements(call.method) else { return .suppress(.notImplemented) }
    return .deliver(call)
  }

  /// The component as it is now, for the plugin that is told of it.
  private func sender(_ name: ComponentName) -> Sender {
    let component = style.part(of: name).map { components[$0] } ?? Component()
    return Sender(
      component: name, selected: component.selected, hidden: component.hidden,
      image: component.image, title: component.title)
  }
}

extension Component {
  /// Why it can't be pressed, if it can't.
  fileprivate var refusal: DeliveryReason? {
    if hidden { return .hidden }
    return enabled ? nil : .disabled
  }
}

extension ComponentName {
  /// The delegate method that a press calls.
  fileprivate var clickMethod: Method {
    switch self {
    case .left: .navigationBarClickLeftMenu
    case .right: .navigationBarClickRightMenu
    case .other: .navigationBarClickOtherMenu
    case .search: .navigationBarClickSearch
    case .delete: .navigationBarClickDelete
    case .deleteAll: .navigationBarClickDeleteAll
    case .dropdown: .navigationBarClickDropdown
    }
  }

  /// Whether a press flips `selected`: that on `delete` always, that on `deleteAll` never.
  fileprivate func flips(_ component: Component) -> Bool {
    switch self {
    case .delete: true
    case .deleteAll: false
    case .left, .right, .other, .search, .dropdown: component.toggles
    }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
