import Testing

@testable import HostCore

@Suite struct WritingDirectionTests {
  @Test(arguments: [
    ("ar", true), ("AR", true), ("ar-EG", true), ("ar_EG.UTF-8", true), ("he_IL", true),
    ("iw", true), ("fa@calendar=persian", true), ("ur-PK", true), ("pa-Arab-PK", true),
    ("az_Arab", true), ("ar-Latn", false), ("en", false), ("en-US", false), ("de_DE.UTF-8", false),
    ("C", false), ("C.UTF-8", false), ("", false), ("-", false), ("arn", false), ("en-1996", false),
  ])
  func localesTellTheDirection(locale: String, isRightToLeft: Bool) {
    #expect(WritingDirection.isRightToLeft(locale: locale) == isRightToLeft)
  }
}
