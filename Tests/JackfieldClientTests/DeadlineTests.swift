import Testing

@testable import JackfieldClient

@Suite struct DeadlineTests {
  @Test("never has no end and comes after everything") func neverHas() {
    #expect(Deadline.never.remaining == nil)
    #expect(!Deadline.never.isOver)
    #expect(Deadline.after(.seconds(3600)) < .never)
  }

  @Test("a time that is too long to count never comes") func timeToo() {
    #expect(Deadline.after(.seconds(Int64.max)) == .never)
  }

  @Test("a negative time and none are over at once") func negativeTime() {
    #expect(Deadline.after(.zero).isOver)
    #expect(Deadline.after(.seconds(-1)).isOver)
    #expect(Deadline.after(.zero).remaining == .zero)
  }

  @Test("what remains shrinks") func remainsShrinks() throws {
    let deadline = Deadline.after(.seconds(3600))
    let remaining = try #require(deadline.remaining)
    #expect(remaining > .seconds(3590) && remaining <= .seconds(3600))
  }
}
