import Testing

/// Screens and lists under everything that can happen to them.
@Suite struct ScreenWorldTests {
  @Test(
    "whatever happens, requests are answered once, screens are closed once, and nothing is left")
  func everything() throws {
    for seed: UInt64 in 1...300 {
      var world = try ScreenWorld(seed: seed)
      for _ in 0..<80 { try world.step() }
      try world.end()
    }
  }
}
