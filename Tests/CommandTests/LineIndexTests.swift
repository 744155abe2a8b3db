import Matching
import Testing

@testable import jackfield

@Suite struct LineIndexTests {
  /// The lines of `text`, taken in blocks of `size` bytes.
  private func lines(of text: [UInt8], size: Int = .max) -> [[UInt8]] {
    var index = LineIndex()
    var rest = text[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBytes { index.append($0) }
      rest = rest.dropFirst(min(size, rest.count))
    }
    index.finish()
    let search = LineSearch(for: Query(""), in: index, limit: .max)
    return search.matches().map { index.line($0.candidate) }
  }

  @Test(
    "lines are the same however the text is cut", arguments: [1, 2, 3, 5, 8, 13, .max])
  func blocks(size: Int) {
    let text = Array("one\n\nđặng\u{2028}x\r\n".utf8) + [0xFF, 0x41, 0x0A] + Array("last".utf8)
    #expect(
      lines(of: text, size: size) == [
        Array("one".utf8), [], Array("đặng\u{2028}x\r".utf8), [0xFF, 0x41], Array("last".utf8),
      ])
  }

  @Test(
    "FC-010: only a line feed ends a line, and the last needs none",
    arguments: [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("a\u{85}\u{B}b\r", 1)])
  func ends(text: String, count: Int) {
    #expect(lines(of: Array(text.utf8)).count == count)
  }

  @Test("a line that is not UTF-8 is found and kept as it came") func invalid() {
    var index = LineIndex()
    let line: [UInt8] = Array("caf".utf8) + [0xE9] + Array(" bar".utf8)
    (Array("nothing\n".utf8) + line + Array("\ncafé bar\n".utf8)).withUnsafeBytes {
      index.append($0)
    }
    let matches = LineSearch(for: Query("bar"), in: index, limit: 9).matches()
    #expect(Set(matches.map { index.line($0.candidate) }) == [line, Array("café bar".utf8)])
  }

  @Test("the best come first, as many as asked for") func limit() {
    var index = LineIndex()
    Array("fire-dragonflame\ndragon\ndrag\n".utf8).withUnsafeBytes { index.append($0) }
    let matches = LineSearch(for: Query("dragon"), in: index, limit: 1).matches()
    #expect(matches.map { index.line($0.candidate) } == [Array("dragon".utf8)])
  }
}
