import HostProtocol

extension NavigationBarType {
  /// What of title and search bar shows (contracts, 1.3); buttons keep their own `hidden`.
  var visibility: BarVisibility {
    switch self {
    case .standard, .naviSearchButton, .libraryBooks:
      BarVisibility(title: true, searchBar: false)
    case .naviSearchBar: BarVisibility(title: false, searchBar: true)
    case .dropdown: BarVisibility(title: false, searchBar: false)
    }
  }
}

extension NavigationBarPreset {
  /// The style and type that the preset stands for (contracts, 1.10).
  var meaning: (style: BarStyle, type: NavigationBarType) {
    switch self {
    case .standard: (.standard, .standard)
    case .searchButton: (.search, .naviSearchButton)
    case .search: (.search, .naviSearchBar)
    case .library: (.library, .libraryBooks)
    }
  }
}
