import JackfieldPluginTesting
import SystemIO
import Testing

/// The plugin's program over pipes, as a host runs it.
@Suite struct QuotesProcessTests {
  private let data: TestFolder

  init() throws { data = try TestFolder() }

  private func process(
    _ body: @PluginActor (QuotesBench) async throws -> Void
  ) async throws {
    try await TestHost.with(QuotesBench.program(), QuotesBench.start(data)) { host in
      try await body(QuotesBench(host))
    }
  }

  private func stored() async throws -> [String] {
    var ids: [String] = []
    try await process { bench in
      ids = try await bench.rows(of: bench.open("library").id, limit: 1000).map(\.id)
    }
    return ids
  }

  @Test("what was acknowledged survives kill -9, each time") func killed() async throws {
    var expected: [String] = []
    for number in 1...5 {
      try await process { bench in
        try await bench.store("shakespeare-hamlet-\(number)")
        bench.host.process?.kill()
      }
      expected.append("shakespeare-hamlet-\(number)")
      #expect(try await stored() == expected)
    }
    try await process { bench in
      let library = try await bench.open("library")
      try await bench.setEditing(true, on: library.id)
      _ = try await bench.select(expected[2], on: library.id)
      bench.host.process?.kill()
    }
    expected.remove(at: 2)
    #expect(try await stored() == expected)
  }

  @Test("killed in the midst of a storm of stores it loses none that was answered")
  func killedInAStorm() async throws {
    var answered: Set<String> = []
    try await process { bench in
      let search = try await bench.open("search")
      let all = try await bench.rows(of: search.id, limit: 200).map(\.id)
      await withTaskGroup(of: String?.self) { group in
        for id in all {
          group.addTask { await Self.isStored(id, on: search.id, bench) ? id : nil }
        }
        for await id in group {
          if let id { answered.insert(id) }
          if answered.count == 50 { bench.host.process?.kill() }
        }
      }
    }
    #expect(answered.count >= 50)
    #expect(answered.isSubset(of: try await stored()))
  }

  @PluginActor
  private static func isStored(_ id: String, on screen: String, _ bench: QuotesBench) async -> Bool
  {
    do {
      return try await bench.select(id, on: screen).effects.map(\.method) == ["screen/push"]
    } catch {
      // The process was killed before it answered.
      return false
    }
  }

  @Test("two hosts' plugins share the library") func twoHosts() async throws {
    try await process { first in
      try await process { second in
        for number in 1...10 {
          try await (number.isMultiple(of: 2) ? first : second)
            .store("shakespeare-hamlet-\(number)")
        }
        let seen = try await first.rows(of: first.open("library").id)
        #expect(seen.map(\.id) == (1...10).map { "shakespeare-hamlet-\($0)" })
        let library = try await second.open("library")
        try await second.setEditing(true, on: library.id)
        _ = try await second.select("shakespeare-hamlet-4", on: library.id)
        let left = try await first.rows(of: first.open("library").id)
        #expect(left.count == 9)
      }
    }
  }

  @Test("both may store at the same time") func together() async throws {
    try await process { first in
      try await process { second in
        async let some: Void = Self.store(1...10, first)
        async let others: Void = Self.store(6...15, second)
        _ = try await (some, others)
      }
    }
    #expect(Set(try await stored()) == Set((1...15).map { "shakespeare-hamlet-\($0)" }))
  }

  @PluginActor
  private static func store(_ numbers: ClosedRange<Int>, _ bench: QuotesBench) async throws {
    for number in numbers { try await bench.store("shakespeare-hamlet-\(number)") }
  }

  @Test("FC-148: it leaves with code 0 when it is asked to") func leaving() async throws {
    let process = try await TestHost.with(QuotesBench.program(), QuotesBench.start(data)) { host in
      try await host.shutDown()
      return host.process
    }
    #expect(await process?.exit?.status == 0)
    #expect(await process?.exit?.bySignal == false)
  }
}
