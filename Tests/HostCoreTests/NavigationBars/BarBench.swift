import HostProtocol
import JSON
import JSONRPC
import Testing

@testable import HostCore

/// What the tests of bars share: bars, setters and delegates from a few words.
enum BarBench {
  /// The bar of a plugin's screen, set up by JSON as in the answer to `screen/provide`.
  static func bar(
    _ setup: String = "{}", viewport: String = #"{"width":320,"height":568,"unit":"point"}"#,
    locale: String? = nil
  ) throws -> NavigationBarState {
    try NavigationBarState(
      name: "screen", plugin: "tool", setup: decoded(setup),
      metrics: metrics(viewport, locale: locale))
  }

  static func metrics(
    _ viewport: String = #"{"width":320,"height":568,"unit":"point"}"#, locale: String? = nil
  ) throws -> BarMetrics {
    BarMetrics(try decoded(viewport), locale: locale)
  }

  static func decoded<T: JSONDecodable>(_ text: String) throws -> T {
    try T(json: try JSONValue.parse(text))
  }

  /// A plugin that implements these methods of `navigationBar/`.
  static func delegate(_ methods: String...) -> BarDelegate {
    BarDelegate(isReachable: true, implements: Set(methods.map { "navigationBar/" + $0 }))
  }

  /// A plugin that implements all of them.
  static let everything = BarDelegate(
    isReachable: true,
    implements: Set(Method.allCases.map(\.rawValue).filter { $0.hasPrefix("navigationBar/") }))
}

extension NavigationBarState {
  /// Sets what `text` says and tells whether all of it was applied.
  mutating func set(_ text: String) throws -> Bool {
    try apply(BarBench.decoded(text) as NavigationBarSetup).applied
  }

  /// Sets the items of a container from the params of `navigationBar/setItems`.
  mutating func setItems(_ text: String) throws {
    let members = text.dropFirst().dropLast()
    _ = try apply(BarBench.decoded(#"{"screen":"screen-1",\#(members)}"#) as NavigationBarSetItems)
  }
}

extension BarDecision {
  /// The method that is called, with the keyword of a search; nil where nothing is sent.
  var call: String? {
    guard case .deliver(let call) = outcome else { return nil }
    let method = call.method.rawValue.dropFirst("navigationBar/".count)
    guard case .search(let keyword) = call else { return String(method) }
    return #"\#(method) "\#(keyword)""#
  }

  /// Why nothing is sent.
  var reason: DeliveryReason? {
    if case .suppress(let reason) = outcome { reason } else { nil }
  }

  /// The component that a plugin is told of.
  var sender: Sender? {
    if case .deliver(.click(_, let sender)) = outcome { sender } else { nil }
  }
}
