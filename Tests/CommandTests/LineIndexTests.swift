import Matching
import Testing

@testable import jackfield

@Suite struct LineIndexTests {
  /// The lines of `text`, taken in blocks of `size` bytes.
  private func lines(of text: [UInt8], size: Int = .max) -> [[UInt8]] {
    let index = index(of: text, size: size)
    let search = LineSearch(for: Query(""), in: index, limit: .max)
    return search.matches().map { index.line($0.candidate) }
  }

  private func index(of text: [UInt8], size: Int = .max) -> LineIndex {
    var index = LineIndex()
    var cutter = LineCutter()
    var rest = text[...]
    while !rest.isEmpty {
      append(cutter.take(rest.prefix(size)), to: &index)
      rest = rest.dropFirst(min(size, rest.count))
    }
    append(cutter.finish(), to: &index)
    return index
  }

  private func append(_ lines: [UInt8], to index: inout LineIndex) {
    if !lines.isEmpty { index.append(lines.withUnsafeBytes { LineBlock($0) }) }
  }

  @Test("blocks keep their order on any number of threads", arguments: [0, 1, 3])
  func threads(others: Int) throws {
    let indexer = try LineIndexer(others: others)
    let helpers = try Helpers { indexer.serve() }
    var started = 0
    for _ in 0..<others where helpers.start() { started += 1 }
    for number in 0..<50 { indexer.add(Array("line \(number)\n\(number)\n".utf8)) }
    indexer.finish()
    helpers.wait(for: started)
    let index = indexer.takeBlocks().reduce(into: LineIndex()) { $0.append($1) }
    let matches = LineSearch(for: Query(""), in: index, limit: .max).matches()
    #expect(
      matches.map { String(decoding: index.line($0.candidate), as: UTF8.self) }
        == (0..<50).flatMap { ["line \($0)", "\($0)"] })
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
    let line: [UInt8] = Array("caf".utf8) + [0xE9] + Array(" bar".utf8)
    let index = index(of: Array("nothing\n".utf8) + line + Array("\ncafé bar\n".utf8))
    let matches = LineSearch(for: Query("bar"), in: index, limit: 9).matches()
    #expect(Set(matches.map { index.line($0.candidate) }) == [line, Array("café bar".utf8)])
  }

  @Test("the best come first, as many as asked for") func limit() {
    let index = index(of: Array("fire-dragonflame\ndragon\ndrag\n".utf8))
    let matches = LineSearch(for: Query("dragon"), in: index, limit: 1).matches()
    #expect(matches.map { index.line($0.candidate) } == [Array("dragon".utf8)])
  }
}
