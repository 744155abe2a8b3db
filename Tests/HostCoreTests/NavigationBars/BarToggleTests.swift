import HostProtocol
import Testing

@testable import HostCore

/// Presses that flip `selected`, and the button that leads back (contracts, 1.7 and 1.8).
@Suite struct BarToggleTests {
  @Test("delete flips with every press, whoever hears of it")
  func delete() throws {
    let nobody = BarDelegate(isReachable: false, implements: [])
    for delegate in [BarBench.everything, BarBench.delegate("clickSearch"), nobody] {
      var bar = try BarBench.bar(#"{"preset":"library"}"#)
      for expected in [true, false, true] {
        let decision = bar.handle(.press(.delete), for: delegate)
        #expect(bar.published.components["delete"]?.selected == expected)
        #expect(bar.published.components["right"] == bar.published.components["delete"])
        if let sender = decision.sender { #expect(sender.selected == expected) }
      }
    }
  }

  @Test func theSenderIsTheComponentAfterThePress() throws {
    var bar = try BarBench.bar(
      #"{"preset":"library","components":{"delete":{"image":"bin","title":"Delete"}}}"#)
    let decision = bar.handle(.press(.delete), for: BarBench.everything)
    #expect(
      decision.sender
        == Sender(
          component: .delete, selected: true, hidden: false, image: "bin", title: "Delete"))
  }

  @Test(
    "who flips",
    arguments: [
      (#"{"preset":"library"}"#, ComponentName.delete, true),
      (#"{"preset":"library"}"#, .deleteAll, false),
      (#"{"preset":"library","components":{"deleteAll":{"toggles":true}}}"#, .deleteAll, false),
      (#"{"preset":"library","components":{"delete":{"toggles":false}}}"#, .delete, true),
      ("{}", .right, false),
      (#"{"components":{"right":{"toggles":true}}}"#, .right, true),
      ("{}", .left, false),
      (#"{"preset":"search","components":{"search":{"toggles":true}}}"#, .search, false),
    ])
  func flipping(setup: String, component: ComponentName, flips: Bool) throws {
    var bar = try BarBench.bar(setup)
    _ = bar.handle(.press(component), for: BarBench.everything)
    #expect(bar.published.components[component.rawValue]?.selected == flips)
  }

  @Test("what can't be pressed does not flip", arguments: [#""hidden":true"#, #""enabled":false"#])
  func refused(member: String) throws {
    var bar = try BarBench.bar(#"{"preset":"library","components":{"delete":{\#(member)}}}"#)
    _ = bar.handle(.press(.delete), for: BarBench.everything)
    #expect(bar.published.components["delete"]?.selected == false)
  }

  @Test(
    "the host goes back only for a back button that its plugin does not hear of",
    arguments: [
      (#"{"defaultBack":true,"components":{"left":{"role":"back"}}}"#, [], true),
      (#"{"defaultBack":true,"components":{"left":{"role":"back"}}}"#, ["clickLeftMenu"], false),
      (#"{"defaultBack":true,"components":{"left":{"role":"menu"}}}"#, [], false),
      (#"{"defaultBack":true}"#, [], false),
      (#"{"components":{"left":{"role":"back"}}}"#, [], false),
      (#"{"defaultBack":true,"components":{"left":{"role":"back","enabled":false}}}"#, [], false),
    ] as [(String, [String], Bool)])
  func goingBack(setup: String, implements: [String], goesBack: Bool) throws {
    for isReachable in [true, false] {
      var bar = try BarBench.bar(setup)
      let delegate = BarDelegate(
        isReachable: isReachable, implements: Set(implements.map { "navigationBar/" + $0 }))
      let decision = bar.handle(.press(.left), for: delegate)
      #expect((decision.outcome == .goBack) == goesBack)
    }
  }
}
