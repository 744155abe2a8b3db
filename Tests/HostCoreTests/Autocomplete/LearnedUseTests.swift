import Testing

@testable import HostCore

@Suite("Learned use")
struct LearnedUseTests {
  func boost(_ id: String, _ use: LearnedUse) -> Int {
    use.boosts(of: "p/s").first { $0.id == id }?.boost ?? 0
  }

  @Test("What is chosen oftener and later counts for more, and never beyond the most")
  func order() {
    var use = LearnedUse()
    use.note("old", of: "p/s")
    use.note("often", of: "p/s")
    use.note("often", of: "p/s")
    #expect(boost("often", use) > boost("old", use))
    #expect(boost("never", use) == 0)
    for _ in 0..<500 { use.note("often", of: "p/s") }
    #expect(boost("often", use) <= LearnedUse.maximumBoost)
    #expect(boost("often", use) > 120)
    #expect(boost("old", use) == 0)
    #expect(use.boosts(of: "p/other").isEmpty)
  }

  @Test("It is bounded, and keeps what matters most")
  func bounds() {
    var use = LearnedUse()
    for number in 0..<1000 {
      use.note("favourite", of: "p/s")
      use.note("i\(number)", of: "p/s")
      use.note("x", of: "p/s\(number)")
    }
    use.note(String(repeating: "x", count: 257), of: "p/s")
    #expect(use.sources["p/s"]?.items.count == LearnedUse.maximumItems)
    #expect(boost("favourite", use) > 100)
    #expect(use.sources.count == LearnedUse.maximumSources)
  }

  @Test("It comes back from its text as it was")
  func text() {
    var use = LearnedUse()
    for id in ["a", "b\"\n\\", "đ", "a"] { use.note(id, of: "p/s") }
    use.note("z", of: "q/t")
    let again = LearnedUse(text: use.text)
    #expect(again.text == use.text)
    #expect(
      again.boosts(of: "p/s").sorted { $0.id < $1.id }.map(\.boost)
        == use.boosts(of: "p/s").sorted { $0.id < $1.id }.map(\.boost))
    #expect(boost("b\"\n\\", again) == boost("b\"\n\\", use))
  }

  @Test(
    "A broken text counts for nothing, line by line",
    arguments: [
      "", "nothing", "jackfield learned use 1\n{", "jackfield learned use 1\n\u{0}\u{1}[]]}",
      "jackfield learned use 1\n{\"source\":\"p/s\",\"choices\":-1,\"items\":{\"a\":[1000,1]}}",
      "jackfield learned use 1\n{\"source\":\"p/s\",\"choices\":3,\"items\":{\"a\":[1e300,1]}}",
      "jackfield learned use 1\n{\"source\":\"p/s\",\"choices\":3,\"items\":{\"a\":[1000,9]}}",
      "jackfield learned use 1\n{\"source\":7,\"choices\":3,\"items\":{\"a\":[1000,1]}}",
    ])
  func broken(_ text: String) {
    #expect(LearnedUse(text: Array(text.utf8)).boosts(of: "p/s").isEmpty)
    let more = text + "\n{\"source\":\"p/t\",\"choices\":1,\"items\":{\"a\":[1000,1]}}\n"
    let boosts = LearnedUse(text: Array(more.utf8)).boosts(of: "p/t")
    #expect(boosts.count == (text.hasPrefix("jackfield") ? 1 : 0))
  }

  @Test("Any bytes can be read")
  func anyBytes() {
    var generator = SplitMix64(seed: 5)
    let good = Array(
      "jackfield learned use 1\n{\"source\":\"p/s\",\"choices\":3,\"items\":{}}\n".utf8)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<4 {
        bytes[Int.random(in: 24..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      #expect(LearnedUse(text: bytes).sources.count <= 4)
    }
  }
}
