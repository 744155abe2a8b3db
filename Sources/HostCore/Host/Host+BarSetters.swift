import HostProtocol
import JSON
import JSONRPC

/// What plugins set of the bars of their own screens (protocol, section 3).
extension Host {
  mutating func serveBar(
    _ method: Method, _ params: PluginParams, by caller: Caller
  ) throws(ResponseError) {
    switch method {
    case .navigationBarUpdateTitle: try set(params.decoded() as NavigationBarUpdateTitle, caller)
    case .navigationBarHiddenOtherButton:
      try set(params.decoded() as NavigationBarHiddenOtherButton, caller)
    case .navigationBarSetupLeftButton:
      try set(params.decoded() as NavigationBarSetupLeftButton, caller)
    case .navigationBarSetupRightButton:
      try set(params.decoded() as NavigationBarSetupRightButton, caller)
    case .navigationBarShowRightButton:
      try set(params.decoded() as NavigationBarShowRightButton, caller)
    case .navigationBarSetRightButtonHidden:
      try set(params.decoded() as NavigationBarSetRightButtonHidden, caller)
    case .navigationBarSetSelected: try set(params.decoded() as NavigationBarSetSelected, caller)
    case .navigationBarSetType: try set(params.decoded() as NavigationBarSetType, caller)
    case .navigationBarSetStyle: try set(params.decoded() as NavigationBarSetStyle, caller)
    case .navigationBarSetAppearance:
      try set(params.decoded() as NavigationBarSetAppearance, caller)
    case .navigationBarPatch: try set(params.decoded() as NavigationBarPatch, caller)
    case .navigationBarSetItems: try set(params.decoded() as NavigationBarSetItems, caller)
    default: try updateAction(params.decoded(), by: caller)
    }
  }

  private mutating func set(_ setter: some BarSetter, _ caller: Caller) throws(ResponseError) {
    try change(setter.screen, by: caller) { (bar) throws(DecodingFailure) in
      try bar.apply(setter.setup)
    }
  }

  private mutating func set(
    _ setting: NavigationBarSetItems, _ caller: Caller
  ) throws(ResponseError) {
    try change(setting.screen, by: caller) { (bar) throws(DecodingFailure) in
      try bar.apply(setting)
    }
  }

  private mutating func change(
    _ name: String, by caller: Caller,
    _ body: (inout NavigationBarState) throws(DecodingFailure) -> Applied
  ) throws(ResponseError) {
    let screen = try ownScreen(named: name, of: caller)
    guard var bar = screens[screen]?.bar else { throw .noNavigationBar(name) }
    let applied: Applied
    do { applied = try body(&bar) } catch { throw .invalidParams(error) }
    put(bar, on: screen)
    reply(to: caller, with: applied)
  }
}
