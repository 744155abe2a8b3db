import JackfieldPlugin
import JackfieldPluginTesting
import Testing

@Suite struct TestHostTests {
  @Test("a plugin that owes an answer fails its test") func owing() async throws {
    await #expect(throws: TestTimeout.self) {
      try await TestHost.with(SamplePlugin.self, patience: .milliseconds(50)) { host in
        _ = try await host.send("tested/wait", "{}")
      }
    }
  }

  @Test("so does one that was to say something") func silent() async throws {
    await #expect(throws: TestTimeout.self) {
      try await TestHost.with(SamplePlugin.self, patience: .milliseconds(50)) { host in
        _ = try await host.next(LogMessage.self)
      }
    }
  }

  @Test("what a test throws is thrown") func failing() async throws {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await TestHost.with(SamplePlugin.self) { _ in throw Failure() }
    }
  }

  @Test("requests of the plugin that the test does not answer are refused") func refusing()
    async throws
  {
    try await TestHost.with(SamplePlugin.self) { host in
      let error = try await #require(throws: ResponseError.self) {
        _ = try await host.send("tested/ask", "{}")
      }
      #expect(error.code == .methodNotFound)
    }
  }
}
