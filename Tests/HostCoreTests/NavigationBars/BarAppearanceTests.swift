import HostProtocol
import Testing

@testable import HostCore

/// How a bar looks (contracts, 2.1).
@Suite struct BarAppearanceTests {
  /// What is set, one after the other, and what front ends then get.
  @Test(
    "what is set and what front ends get",
    arguments: [
      ([], #"{"shadow":{"height":0.1,"hidden":false},"title":{},"translucent":false}"#),
      (
        [#"{"tintColor":"red"}"#],
        #"{"shadow":{"height":0.1,"hidden":false},"tintColor":"red","title":{"color":"red"},"#
          + #""translucent":false}"#
      ),
      (
        [
          #"{"tintColor":"red","title":{"color":"blue","font":"Bold"}}"#, #"{"tintColor":null}"#,
          "{}",
        ],
        #"{"shadow":{"height":0.1,"hidden":false},"tintColor":"red","#
          + #""title":{"color":"blue","font":"Bold"},"translucent":false}"#
      ),
      (
        [#"{"tintColor":"red","title":{"color":"blue"}}"#, #"{"unset":["tintColor"]}"#],
        #"{"shadow":{"height":0.1,"hidden":false},"title":{"color":"blue"},"translucent":false}"#
      ),
      (
        [#"{"tintColor":"red","title":{"color":"blue"}}"#, #"{"unset":["title"]}"#],
        #"{"shadow":{"height":0.1,"hidden":false},"tintColor":"red","title":{"color":"red"},"#
          + #""translucent":false}"#
      ),
      (
        [
          #"{"translucent":true,"background":{"image":"sky"}}"#,
          ##"{"background":{"color":"#fff"}}"##,
        ],
        ##"{"background":{"color":"#fff"},"shadow":{"height":0.1,"hidden":false},"title":{},"##
          + ##""translucent":true}"##
      ),
      (
        [
          #"{"translucent":true,"background":{"image":"sky"},"shadow":{"height":2}}"#,
          #"{"unset":["translucent","background","shadow"]}"#,
        ],
        #"{"shadow":{"height":0.1,"hidden":false},"title":{},"translucent":false}"#
      ),
      (
        [#"{"tintColor":"red"}"#, #"{"unset":["tintColor"],"tintColor":"blue"}"#],
        #"{"shadow":{"height":0.1,"hidden":false},"tintColor":"blue","title":{"color":"blue"},"#
          + #""translucent":false}"#
      ),
      (
        [#"{"shadow":{"color":"red","height":2,"hidden":true}}"#, #"{"shadow":{"hidden":false}}"#],
        #"{"shadow":{"color":"red","height":2,"hidden":false},"title":{},"translucent":false}"#
      ),
    ] as [([String], String)])
  func merging(settings: [String], published: String) throws {
    var bar = try BarBench.bar()
    for setting in settings { #expect(try bar.set(#"{"appearance":\#(setting)}"#)) }
    #expect(bar.published.appearance == (try BarBench.decoded(published)))
  }

  @Test(
    "a clear shadow of height 0 is as thin as can be",
    arguments: [
      ("clear", 0, 0.1), ("Clear", 0, 0.1), ("transparent", 0, 0.1), ("#00000000", 0, 0.1),
      ("#0000", 0, 0.1), ("clear", 2, 2), ("red", 0, 0), ("#000000", 0, 0), ("#000", 0, 0),
      ("#11223300", 0, 0.1), ("#112233", 0.5, 0.5),
    ])
  func thinShadows(color: String, height: Double, shown: Double) throws {
    let bar = try BarBench.bar(
      #"{"appearance":{"shadow":{"color":"\#(color)","height":\#(height)}}}"#)
    #expect(bar.published.appearance.shadow?.height == shown)
  }

  @Test(
    "what can't be meant is refused",
    arguments: [
      #"{"unset":["tint"]}"#, #"{"shadow":{"height":-1}}"#, #"{"tintColor":7}"#,
      #"{"background":"red"}"#,
    ])
  func refusals(appearance: String) {
    #expect(throws: (any Error).self) {
      let _: NavigationBarSetup = try BarBench.decoded(#"{"appearance":\#(appearance)}"#)
    }
  }
}
