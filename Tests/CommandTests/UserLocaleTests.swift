import Testing

@testable import jackfield

@Suite struct UserLocaleTests {
  @Test(
    "the first variable that is set names the locale",
    arguments: [
      ([:], nil),
      (["LANG": "de_AT.UTF-8"], "de-AT"),
      (["LANG": "de_AT", "LC_MESSAGES": "vi_VN.UTF-8@x"], "vi-VN"),
      (["LANG": "de_AT", "LC_ALL": "fr"], "fr"),
      (["LC_ALL": "C.UTF-8", "LANG": "de_AT"], nil),
      (["LANG": "POSIX"], nil),
      (["LANG": ".UTF-8"], nil),
    ] as [([String: String], String?)])
  func tag(variables: [String: String], tag: String?) {
    #expect(UserLocale.tag { variables[$0] } == tag)
  }
}
