import HostProtocol

extension BarItem {
  /// The item with its texts as they are shown.
  var shown: BarItem {
    var item = self
    item.title = title?.shown
    item.image = image?.shown
    item.badge = badge?.shown
    item.tooltip = tooltip?.shown
    return item
  }
}

extension Component {
  /// The component with its texts as they are shown.
  var shown: Component {
    var component = self
    component.title = title?.shown
    component.selectedTitle = selectedTitle?.shown
    component.image = image?.shown
    return component
  }
}
