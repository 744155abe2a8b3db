import HostProtocol
import Testing

@Suite("The table of methods")
struct MethodTests {
  @Test("every method is found by its name", arguments: Method.allCases)
  func found(method: Method) {
    #expect(named(method.rawValue) == method)
  }

  @Test("a name that is nearly a method's is not found", arguments: Method.allCases)
  func nearMisses(method: Method) {
    let name = Array(method.rawValue.utf8)
    #expect(named(name + [0x20]) == nil)
    #expect(named([0x20] + name) == nil)
    #expect(named(name.dropLast()) == nil)
    #expect(named(name.dropFirst()) == nil)
    for index in name.indices {
      var changed = name
      changed[index] ^= 0x20
      #expect(named(changed) == nil, "byte \(index)")
    }
  }

  @Test("names of no method are not found", arguments: ["", "/", "people/add", "$/nothing", "é"])
  func unknown(name: String) {
    #expect(named(name) == nil)
  }

  @Test("the optional delegate methods are requests from the host to a plugin")
  func optional() {
    let optional = Method.allCases.filter(\.isOptional)
    #expect(
      optional == [
        .screenProvide, .screenDidClose, .navigationBarClickLeftMenu, .navigationBarClickRightMenu,
        .navigationBarClickOtherMenu, .navigationBarClickSearch, .navigationBarClickDelete,
        .navigationBarClickDeleteAll, .navigationBarClickDropdown, .navigationBarSearchWithText,
        .navigationBarClickItem, .listFetchData, .listDidSelectRow, .autocompleteResolve,
        .autocompleteQuery, .autocompleteProvideDatasource, .autocompleteReturned,
        .autocompleteTextFieldCleared, .popupContent, .popupAction,
      ])
    for method in optional {
      #expect(method.isRequest && method.directions.contains(.hostToPlugin))
    }
  }

  @Test("the host sends front ends notifications only")
  func notificationsToFrontEnds() {
    for method in Method.allCases where method.directions.contains(.hostToFrontEnd) {
      #expect(!method.requestDirections.contains(.hostToFrontEnd), "\(method)")
    }
  }

  @Test("a method that two peers get is known in both directions")
  func bothDirections() {
    #expect(Method.initialize.directions == [.frontEndToHost, .hostToPlugin])
    #expect(Method.autocompleteQuery.directions == [.frontEndToHost, .hostToPlugin])
    #expect(Method.logMessage.directions == [.pluginToHost, .hostToFrontEnd])
    #expect(Method.popupDismiss.directions == [.frontEndToHost, .pluginToHost, .hostToFrontEnd])
    #expect(Method.popupDismiss.requestDirections == [.frontEndToHost, .pluginToHost])
    #expect(Method.popupDidDismiss.directions == [.frontEndToHost, .hostToPlugin])
    #expect(Method.popupDidDismiss.requestDirections == [.frontEndToHost])
    #expect(Method.ping.directions == [.frontEndToHost, .hostToPlugin, .pluginToHost])
  }

  private func named(_ name: String) -> Method? { named(Array(name.utf8)) }

  private func named(_ name: some Sequence<UInt8>) -> Method? {
    Array(name).withUnsafeBytes(Method.named)
  }
}
