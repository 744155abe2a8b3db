import HostProtocol
import SystemIO
import Testing

/// The sample application of the contracts, from a front end's side: a real host, the real plugin.
@Suite struct QuotesPluginTests {
  private let room: Room

  init() throws {
    room = try Room()
    let folder = try room.plugins("Plugins/quotes")
    let program = try #require(room.command.parentPath) + "/quotes"
    #expect(
      try room.shell("install -D '\(program)' '\(folder)/quotes/build/quotes'").code == 0)
    #expect(try room.run("plugins", "--plugins", folder).code == 0)
  }

  /// Presses a popup's action, once the popup is there.
  private func answer(_ action: String, _ title: String, _ frontEnd: FrontEnd) throws {
    let popup = try frontEnd.next(PopupPresent.self).params
    #expect(popup.content.title == title)
    let pressed = try frontEnd.call(PopupPress(popup: popup.popup, action: action))
    #expect(pressed.dismissed)
  }

  /// The ids of a list's rows, as they are once the list has so many.
  private func rows(
    of screen: String, count: Int, _ frontEnd: FrontEnd
  ) throws -> [String] {
    while true {
      let window = try frontEnd.call(ListWindow(screen: screen, first: 0, count: 100))
      if window.rows.count == count { return window.rows.map(\.id) }
      while try frontEnd.next(ListDidChange.self).screen != screen {}
    }
  }

  /// Stores what is found for a keyword, from the home screen on; returns the library screen.
  private func store(_ keyword: String, _ frontEnd: FrontEnd) throws -> String {
    let home = try frontEnd.call(ScreenOpen(name: "quotes/home"))
    let press = try frontEnd.call(NavigationBarPress(screen: home.screen, component: .search))
    #expect(press == Delivery(delivered: true, call: "navigationBar/clickSearch", endEditing: true))
    let search = try frontEnd.next(ScreenDidPush.self).screen
    #expect(search.name == "quotes/search")
    _ = try frontEnd.call(NavigationBarSubmit(screen: search.screen, text: keyword))
    let found = try rows(of: search.screen, count: 1, frontEnd)
    _ = try frontEnd.call(ListSelect(screen: search.screen, item: try #require(found.first)))
    try answer("ok", "Store this quotation?", frontEnd)
    let library = try frontEnd.next(ScreenDidPush.self).screen
    #expect(library.name == "quotes/library")
    #expect(library.navigationBar?.type == .libraryBooks)
    return library.screen
  }

  @Test("the left button of home is coming soon, search finds, OK stores and pushes the library")
  func application() throws {
    let frontEnd = try FrontEnd(room)
    let home = try frontEnd.call(ScreenOpen(name: "quotes/home"))
    #expect(home.navigationBar?.type == .naviSearchButton)
    _ = try frontEnd.call(NavigationBarPress(screen: home.screen, component: .left))
    try answer("ok", "Coming soon", frontEnd)
    let library = try store("that is the question", frontEnd)
    #expect(try rows(of: library, count: 1, frontEnd) == ["shakespeare-hamlet-1"])
    #expect(try frontEnd.call(NavigationBarPress(screen: library, component: .left)).delivered)
    #expect(try frontEnd.next(ScreenDidPop.self).screen == library)
  }

  @Test("what is stored is there for another session, after kill -9 and a restart of the host")
  func survival() throws {
    let first = try FrontEnd(room)
    let library = try store("four score and seven", first)
    let stored = try rows(of: library, count: 1, first)
    let process = try #require(
      try first.call(GetPluginStatus(plugin: "quotes")).pid.flatMap { Int32(exactly: $0) })
    try kill(process)
    // The screen recovers when the plugin is back, which the press brings about if it must.
    _ = try first.call(NavigationBarPress(screen: library, component: .delete))
    #expect(try rows(of: library, count: 1, first) == stored)
    #expect(try room.run("stop").code == 0)
    #expect(try room.run("plugins", "--plugins", room.file("plugins")).code == 0)
    let second = try FrontEnd(room)
    let opened = try second.call(ScreenOpen(name: "quotes/library"))
    #expect(try rows(of: opened.screen, count: 1, second) == stored)
  }

  private func kill(_ process: Int32) throws {
    #expect(try room.shell("kill -9 \(process)").code == 0)
  }

  @Test("delete toggles removing, delete all asks; other sessions see it at once")
  func deleting() throws {
    let frontEnd = try FrontEnd(room)
    let other = try FrontEnd(room)
    for keyword in ["that is the question", "four score and seven", "brevity is the soul"] {
      _ = try store(keyword, frontEnd)
    }
    let library = try frontEnd.call(ScreenOpen(name: "quotes/library")).screen
    let seen = try other.call(ScreenOpen(name: "quotes/library")).screen
    let stored = try rows(of: library, count: 3, frontEnd)
    #expect(try rows(of: seen, count: 3, other) == stored)
    _ = try frontEnd.call(NavigationBarPress(screen: library, component: .delete))
    _ = try frontEnd.call(ListSelect(screen: library, item: stored[1]))
    #expect(try rows(of: library, count: 2, frontEnd) == [stored[0], stored[2]])
    #expect(try rows(of: seen, count: 2, other) == [stored[0], stored[2]])
    _ = try frontEnd.call(NavigationBarPress(screen: library, component: .deleteAll))
    try answer("cancel", "Delete all 2 quotations?", frontEnd)
    _ = try frontEnd.call(NavigationBarPress(screen: library, component: .deleteAll))
    try answer("ok", "Delete all 2 quotations?", frontEnd)
    #expect(try rows(of: library, count: 0, frontEnd) == [])
    #expect(try rows(of: seen, count: 0, other) == [])
  }
}
