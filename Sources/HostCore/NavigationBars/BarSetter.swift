import HostProtocol

/// A request of a plugin's that sets one thing of a bar: a short form of `navigationBar/patch`.
protocol BarSetter: RequestMessage where Result == Applied {
  /// The screen's id.
  var screen: String { get }
  /// What is set, as a patch says it.
  var setup: NavigationBarSetup { get }
}

extension NavigationBarUpdateTitle: BarSetter {
  var setup: NavigationBarSetup { NavigationBarSetup(title: title) }
}

extension NavigationBarHiddenOtherButton: BarSetter {
  var setup: NavigationBarSetup { .component(.other, ComponentSetup(hidden: hidden)) }
}

extension NavigationBarSetupLeftButton: BarSetter {
  var setup: NavigationBarSetup {
    .component(.left, ComponentSetup(image: image, hidden: hidden, role: role))
  }
}

extension NavigationBarSetupRightButton: BarSetter {
  var setup: NavigationBarSetup {
    .component(.right, ComponentSetup(image: image, hidden: hidden))
  }
}

extension NavigationBarShowRightButton: BarSetter {
  var setup: NavigationBarSetup { .component(.right, ComponentSetup(hidden: false)) }
}

extension NavigationBarSetRightButtonHidden: BarSetter {
  var setup: NavigationBarSetup { .component(.right, ComponentSetup(hidden: hidden)) }
}

extension NavigationBarSetSelected: BarSetter {
  var setup: NavigationBarSetup { .component(component, ComponentSetup(selected: selected)) }
}

extension NavigationBarSetType: BarSetter {
  var setup: NavigationBarSetup { NavigationBarSetup(type: type) }
}

extension NavigationBarSetStyle: BarSetter {
  var setup: NavigationBarSetup { NavigationBarSetup(style: style) }
}

extension NavigationBarSetAppearance: BarSetter {
  var setup: NavigationBarSetup { NavigationBarSetup(appearance: appearance) }
}

extension NavigationBarPatch: BarSetter {
  var setup: NavigationBarSetup {
    NavigationBarSetup(
      preset: preset, type: type, style: style, title: title, components: components,
      searchText: searchText, leftItems: leftItems, rightItems: rightItems, appearance: appearance,
      height: height, defaultBack: defaultBack, trimSearchText: trimSearchText)
  }
}

extension NavigationBarSetup {
  /// Sets something of one component.
  fileprivate static func component(
    _ name: ComponentName, _ setup: ComponentSetup
  ) -> NavigationBarSetup {
    NavigationBarSetup(components: [name.rawValue: setup])
  }
}
