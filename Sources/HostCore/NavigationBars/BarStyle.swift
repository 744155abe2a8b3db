import HostProtocol
import JSON

/// Which parts a navigation bar has (contracts, 1.2); which of them show is the type's business.
///
/// The set is open: a plugin may declare styles of its own.
struct BarStyle: Equatable {
  /// The name on the wire.
  let name: String
  /// The parts, each once, in the order of the declaration.
  let parts: [BarPart]

  /// A title between two buttons.
  static let standard = BarStyle(name: "NavigationBarView", parts: [.title, .left, .right])
  /// The same with a search field.
  static let search = BarStyle(
    name: "SearchNavigationBarView", parts: [.title, .left, .right, .searchField])
  /// A title and the buttons that delete one or all.
  static let library = BarStyle(
    name: "LibraryNavigationBarView", parts: [.title, .left, .other, .right])

  private static let known = [standard, search, library]

  /// Finds the style that a plugin names or declares, on a bar that has `current`.
  static func resolve(
    _ wanted: NavigationBarStyle, current: BarStyle
  ) throws(DecodingFailure) -> BarStyle {
    switch wanted {
    case .name(let name):
      guard let style = (known + [current]).first(where: { $0.name == name }) else {
        throw DecodingFailure(expected: "a known style or a declared one", found: name.quoted)
      }
      return style
    case .declaration(let declaration):
      let style = BarStyle(name: declaration.name, parts: declaration.parts.withoutRepetitions)
      guard let namesake = known.first(where: { $0.name == style.name }) else { return style }
      guard Set(namesake.parts) == Set(style.parts) else {
        throw DecodingFailure(
          expected: "a name that no other style has", found: style.name.quoted
        ).inside("name")
      }
      return namesake
    }
  }

  /// Whether the style has this part.
  func has(_ part: BarPart) -> Bool { parts.contains(part) }

  /// The part that a component's name means here, whether or not the style has it.
  ///
  /// Only the library's buttons are called after what they do.
  func part(of component: ComponentName) -> BarPart? {
    switch component {
    case .left: .left
    case .right: .right
    case .other: .other
    case .search: .searchField
    case .dropdown: .dropdown
    case .delete: self == .library ? .right : nil
    case .deleteAll: self == .library ? .other : nil
    }
  }

  /// What a part is called here by what it does, where that is not its own name.
  func alias(of part: BarPart) -> ComponentName? {
    guard self == .library else { return nil }
    return switch part {
    case .right: .delete
    case .other: .deleteAll
    case .title, .left, .searchField, .dropdown: nil
    }
  }
}

extension Array where Element: Equatable {
  /// The elements, each where it stands first.
  fileprivate var withoutRepetitions: [Element] {
    var kept: [Element] = []
    for element in self where !kept.contains(element) { kept.append(element) }
    return kept
  }
}
