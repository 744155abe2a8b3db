import Testing

@testable import HostCore

/// The screens of a session.
@Suite struct ScreenStackTests {
  private let quotes = PluginIndex(value: 0)
  private let git = PluginIndex(value: 1)

  private func id(_ number: UInt64) -> ScreenID { ScreenID(number: number) }

  @Test func aStackHasThePluginsOwnScreensInTheOrderInWhichTheyOpened() {
    var stack = ScreenStack()
    stack.add(id(1), of: quotes)
    stack.add(id(2), of: git)
    stack.add(id(3), of: quotes)
    stack.add(id(4), of: nil)
    #expect(stack.count == 4 && stack.open == [] && stack.top(of: quotes) == nil)
    for number: UInt64 in [3, 2, 1, 4] { stack.open(id(number)) }
    #expect(stack.open == [id(3), id(2), id(1), id(4)])
    #expect(stack.top(of: quotes) == id(1) && stack.top(of: git) == id(2))
    stack.remove(id(1))
    #expect(stack.top(of: quotes) == id(3) && stack.count(of: quotes) == 1)
    stack.remove(id(3))
    #expect(stack.top(of: quotes) == nil && stack.count(of: quotes) == 0)
  }

  @Test func whatIsDoneTwiceIsDoneOnce() {
    var stack = ScreenStack()
    stack.add(id(1), of: quotes)
    stack.open(id(1))
    stack.open(id(1))
    stack.open(id(9))
    stack.remove(id(9))
    #expect(stack.open == [id(1)])
    stack.remove(id(1))
    stack.remove(id(1))
    #expect(stack.all == [])
  }
}
