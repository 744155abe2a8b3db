import HostProtocol

/// The buttons of a bar, and its search field as something that can be pressed.
///
/// Each part has one component, under however many names: the names of a library bar's buttons stand
/// for the same button.
struct BarComponents: Equatable {
  private var states: [BarPart: Component]

  /// Creates the components of a bar whose parts were just built.
  init(style: BarStyle) {
    states = [:]
    // Told to front ends, who show such a button as one that stays pressed.
    if style.alias(of: .right) == .delete { states[.right] = Component(toggles: true) }
  }

  /// The component of a part, as it is or would be.
  subscript(part: BarPart) -> Component {
    get { states[part] ?? Component() }
    set { states[part] = newValue }
  }

  /// Takes over what a plugin sets; what it does not mention stays, and an empty text is none.
  mutating func set(_ setup: ComponentSetup, of part: BarPart) {
    var component = self[part]
    setup.image.map { component.image = $0.orNone }
    setup.title.map { component.title = $0.orNone }
    setup.selectedTitle.map { component.selectedTitle = $0.orNone }
    setup.hidden.map { component.hidden = $0 }
    setup.selected.map { component.selected = $0 }
    setup.enabled.map { component.enabled = $0 }
    setup.role.map { component.role = $0 }
    setup.toggles.map { component.toggles = $0 }
    self[part] = component
  }
}

extension String {
  /// The text, or nil where it is empty: plugins take a text away by setting an empty one.
  var orNone: String? { isEmpty ? nil : self }
}
