import HostProtocol

/// How a bar looks, as far as its plugin has said (contracts, 2.1); data that front ends may ignore.
struct BarAppearance: Equatable {
  private var background: Background?
  private var shadow = Shadow()
  private var tintColor: String?
  private var title = TitleAppearance()
  private var translucent: Bool?

  /// A clear shadow of height 0 had no effect on the system that the contract comes from.
  private static let thinnestShadow = Shadow.Default.height

  /// Takes over what a plugin sets: first `unset` goes back to the defaults, then what is there is set.
  mutating func set(_ changes: Appearance) {
    for member in changes.unset ?? [] { unset(member) }
    if let background = changes.background, !background.isEmpty { self.background = background }
    if let shadow = changes.shadow { set(shadow) }
    if let tintColor = changes.tintColor { self.tintColor = tintColor }
    if let color = changes.title?.color { title.color = color }
    if let font = changes.title?.font { title.font = font }
    if let translucent = changes.translucent { self.translucent = translucent }
  }

  private mutating func unset(_ member: AppearanceMember) {
    switch member {
    case .background: background = nil
    case .shadow: shadow = Shadow()
    case .tintColor: tintColor = nil
    case .title: title = TitleAppearance()
    case .translucent: translucent = nil
    }
  }

  private mutating func set(_ changes: Shadow) {
    if let color = changes.color { shadow.color = color }
    if let height = changes.height { shadow.height = height }
    if let hidden = changes.hidden { shadow.hidden = hidden }
  }

  /// The appearance with all defaults, as front ends get it.
  var published: Appearance {
    var height = shadow.height ?? Shadow.Default.height
    if height == 0, shadow.color.map(Self.isClear) == true { height = Self.thinnestShadow }
    return Appearance(
      background: background,
      shadow: Shadow(
        color: shadow.color, height: height, hidden: shadow.hidden ?? Shadow.Default.hidden),
      tintColor: tintColor,
      title: TitleAppearance(color: title.color ?? tintColor, font: title.font),
      translucent: translucent ?? Appearance.Default.translucent)
  }

  /// Whether nothing of a colour is seen: it is called so, or its alpha is 0.
  private static func isClear(_ color: String) -> Bool {
    let color = color.lowercased()
    if color == "clear" || color == "transparent" { return true }
    guard color.hasPrefix("#") else { return false }
    return (color.count == 9 && color.hasSuffix("00")) || (color.count == 5 && color.hasSuffix("0"))
  }
}

extension Background {
  /// Whether it says nothing.
  fileprivate var isEmpty: Bool { color == nil && image == nil }
}
