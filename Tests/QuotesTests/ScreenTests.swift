import JackfieldPluginTesting
import SystemIO
import Testing

@testable import quotes

/// What happens on the screens, as the contract of the sample application says.
@Suite struct ScreenTests {
  private let data: TestFolder

  init() throws { data = try TestFolder() }

  private func bench(_ body: @PluginActor (QuotesBench) async throws -> Void) async throws {
    try await TestHost.with(Quotes.self, QuotesBench.start(data)) { host in
      try await body(QuotesBench(host))
    }
  }

  private static let hamlet = "shakespeare-hamlet-1"

  @Test("the manifest says what the plugin implements") func manifest() async throws {
    let text = try File.read("\(QuotesBench.folder)/plugin.json", limit: 1 << 16)
    let manifest = try Manifest(json: JSONValue.parse(text))
    try await bench { bench in
      #expect(manifest.implements == bench.host.handshake.implements)
      #expect(manifest.version == bench.host.handshake.plugin?.version)
      for screen in manifest.provides?.screens ?? [] {
        let content = try await bench.open(screen.name).content
        #expect(content.list != nil)
      }
    }
  }

  // MARK: Home

  @Test("home: search is a button, which pushes the search screen") func home() async throws {
    try await bench { bench in
      let home = try await bench.open("home")
      #expect(home.content.navigationBar?.preset == .searchButton)
      let answer = try await bench.press(
        { NavigationBarClickSearch(screen: $0, session: $1, sender: $2) }, .search, on: home.id)
      #expect(answer.effects.map(\.method) == ["screen/push"])
      #expect(answer.effects.first?.params?["name"]?.string == "search")
    }
  }

  @Test("home: the left button is coming soon") func comingSoon() async throws {
    try await bench { bench in
      let home = try await bench.open("home")
      let answer = try await bench.press(
        { NavigationBarClickLeftMenu(screen: $0, session: $1, sender: $2) }, .left, on: home.id)
      #expect(answer.effects.map(\.method) == ["popup/show"])
      let content = try #require(answer.effects.first?.params?["content"])
      #expect(try Content(json: content).title == "Coming soon")
    }
  }

  @Test("home: its rows lead to the other screens, and count", arguments: ["search", "library"])
  func entries(name: String) async throws {
    try await bench { bench in
      let home = try await bench.open("home")
      let answer = try await bench.select(name, on: home.id)
      #expect(answer.effects.first?.params?["name"]?.string == name)
      try await bench.store(Self.hamlet)
      let rows = try await bench.rows(of: home.id)
      #expect(rows.map(\.subtitle) == ["451 quotations", "1 quotation"])
      #expect(bench.updates[home.id]?.last?.changes?.replace?.map(\.subtitle) == ["1 quotation"])
    }
  }

  @Test("the left button leads back", arguments: ["search", "library"])
  func back(name: String) async throws {
    try await bench { bench in
      let screen = try await bench.open(name)
      let answer = try await bench.press(
        { NavigationBarClickLeftMenu(screen: $0, session: $1, sender: $2) }, .left, on: screen.id)
      #expect(answer.effects.map(\.method) == ["screen/dismiss"])
      #expect(answer.effects.first?.params?["screen"]?.string == screen.id)
    }
  }

  // MARK: Search

  @Test("search: rows are those that hold the keyword, page by page") func pages() async throws {
    try await bench { bench in
      let search = try await bench.open("search")
      #expect(search.content.navigationBar?.preset == .search)
      let all = try await bench.rows(of: search.id, limit: 1000)
      #expect(all.count == 451)
      let part = try await bench.rows(of: search.id, offset: 440, limit: 20)
      #expect(part == Array(all[440...]))
      let beyond = try await bench.rows(of: search.id, offset: .max, limit: .max)
      #expect(beyond.isEmpty)
      let found = try await bench.rows(of: search.id, keyword: "HAMLET question")
      #expect(found.map(\.id).contains(Self.hamlet))
      let none = try await bench.rows(of: search.id, keyword: "xyzzy")
      #expect(none.isEmpty)
    }
  }

  @Test("search: Return brings the first rows, or says that there are none")
  func searching() async throws {
    try await bench { bench in
      let search = try await bench.open("search")
      let found = try await bench.host.request(
        NavigationBarSearchWithText(screen: search.id, session: "s1", keyword: "shakespeare"))
      #expect(found.effects.map(\.method) == ["list/update"])
      let params = try #require(found.effects.first?.params)
      let update = try ListUpdate(json: params)
      #expect(update.sections?.first?.rows?.count == 20 && update.hasMore == true)
      let none = try await bench.host.request(
        NavigationBarSearchWithText(screen: search.id, session: "s1", keyword: "xyzzy"))
      #expect(none.effects.map(\.method) == ["list/update", "popup/show"])
    }
  }

  @Test("search: selecting asks, and only OK stores and leads to the library")
  func storing() async throws {
    try await bench { bench in
      let search = try await bench.open("search")
      let library = try await bench.open("library")
      for action in ["cancel", nil] {
        bench.nextAction = action
        let answer = try await bench.select(Self.hamlet, on: search.id)
        #expect(answer.effects.isEmpty)
        let rows = try await bench.rows(of: library.id)
        #expect(rows.isEmpty)
      }
      for _ in 1...2 {
        try await bench.store(Self.hamlet)
        let rows = try await bench.rows(of: library.id)
        #expect(rows.map(\.id) == [Self.hamlet])
      }
      #expect(
        bench.popups.map(\.title)
          == Array(repeating: "Store this quotation?", count: 3)
          + ["It is in the library already."])
      #expect(bench.popups.allSatisfy { $0.body.kind == .confirm })
    }
  }

  @Test("search: authors are completed, and choosing one searches for them")
  func authors() async throws {
    try await bench { bench in
      let search = try await bench.open("search")
      #expect(search.content.field?.sources == ["authors"])
      let datasource = try await bench.host.request(
        AutocompleteProvideDatasource(source: "authors", datasource: "d", reason: .query))
      #expect(datasource.items?.contains { $0.text == "William Shakespeare" } == true)
      let answer = try await bench.host.request(
        AutocompleteReturned(
          source: "authors", field: search.id, session: "s1", selection: "William Shakespeare"))
      #expect(answer.effects.map(\.method) == ["navigationBar/patch", "list/update"])
    }
  }

  // MARK: Library

  @Test("library: delete toggles the mode in which selecting removes") func removing() async throws
  {
    try await bench { bench in
      for number in 1...3 { try await bench.store("shakespeare-hamlet-\(number)") }
      let library = try await bench.open("library")
      #expect(library.content.navigationBar?.preset == .library)
      let shown = try await bench.select("shakespeare-hamlet-2", on: library.id)
      #expect(shown.effects.map(\.method) == ["popup/show"])
      try await bench.setEditing(true, on: library.id)
      _ = try await bench.select("shakespeare-hamlet-2", on: library.id)
      var rows = try await bench.rows(of: library.id)
      #expect(rows.map(\.id) == ["shakespeare-hamlet-1", "shakespeare-hamlet-3"])
      try await bench.setEditing(false, on: library.id)
      _ = try await bench.select("shakespeare-hamlet-1", on: library.id)
      rows = try await bench.rows(of: library.id)
      #expect(rows.count == 2)
      #expect(bench.updates[library.id]?.last?.changes?.remove == ["shakespeare-hamlet-2"])
    }
  }

  @Test("library: delete all asks first") func deletingAll() async throws {
    try await bench { bench in
      for number in 1...3 { try await bench.store("shakespeare-hamlet-\(number)") }
      let library = try await bench.open("library")
      for (action, count) in [("cancel", 3), (nil, 3), ("ok", 0)] as [(String?, Int)] {
        bench.nextAction = action
        _ = try await bench.press(
          { NavigationBarClickDeleteAll(screen: $0, session: $1, sender: $2) }, .deleteAll,
          on: library.id)
        let rows = try await bench.rows(of: library.id)
        #expect(rows.count == count)
      }
      let question = try #require(bench.popups.last)
      #expect(question.title == "Delete all 3 quotations?")
      #expect(question.actions.map(\.role) == [.cancel, .destructive])
      #expect(bench.updates[library.id]?.last?.total == 0)
    }
  }

  @Test("library: delete all of nothing asks nothing") func deletingNothing() async throws {
    try await bench { bench in
      let library = try await bench.open("library")
      _ = try await bench.press(
        { NavigationBarClickDeleteAll(screen: $0, session: $1, sender: $2) }, .deleteAll,
        on: library.id)
      #expect(bench.popups.isEmpty)
    }
  }

  // MARK: The rest

  @Test("a screen that is gone, or never was, is told by its error") func gone() async throws {
    try await bench { bench in
      let home = try await bench.open("home")
      _ = try await bench.host.request(ScreenDidClose(screen: home.id))
      for screen in [home.id, "screen-77"] {
        let error = try await #require(throws: ResponseError.self) {
          _ = try await bench.rows(of: screen)
        }
        #expect(error.code == .unknownObject)
      }
      let error = try await #require(throws: ResponseError.self) {
        _ = try await bench.open("attic")
      }
      #expect(error.code == .unknownObject)
    }
  }

  @Test("a library that can't be read is told to whoever needs it, and works again once it can")
  func damaged() async throws {
    try Directory.make("\(data.path)/data")
    let path = "\(data.path)/data/library.sqlite3"
    try File.replace(path, with: Array(repeating: 7, count: 4096))
    try await bench { bench in
      let search = try await bench.open("search")
      let rows = try await bench.rows(of: search.id)
      #expect(rows.count == 20)
      let error = try await #require(throws: ResponseError.self) {
        _ = try await bench.open("home")
      }
      #expect(error.message.contains(path))
      try File.rename(path, to: path + ".away")
      try await bench.store(Self.hamlet)
      let home = try await bench.open("home")
      #expect(home.content.list?.total == 2)
    }
  }

  @Test("without its quotations the plugin disables itself") func noCatalog() async throws {
    let start = InitializePlugin.testing(plugin: "quotes", directory: data.path, data: data.path)
    try await TestHost.with(Quotes.self, start) { host in
      #expect(host.handshake.disable?.contains("quotations.json") == true)
    }
  }
}
