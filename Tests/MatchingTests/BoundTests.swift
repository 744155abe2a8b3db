import Matching
import Testing

/// The sieve must not refuse what is best, wherever in its words of 64 bits that lies.
@Suite("Bounds")
struct BoundTests {
  /// Checks that `text` comes first though many lesser and shorter ones are searched before it.
  func check(_ query: String, first text: String, before lesser: String) {
    let texts = Array(repeating: lesser, count: 200) + [text]
    let result = Matcher.search(snapshot(of: texts), for: Query(query), limit: 1)
    #expect(result?.matches.first?.candidate.row == 200, "\(query) in \(text)")
    #expect(result?.total == 201)
  }

  static let places = Array(58...66) + Array(122...130) + Array(186...194) + Array(250...258)

  @Test("One piece is found across the borders of words", arguments: places)
  func pieceAcrossBorders(place: Int) {
    let filler = String(repeating: "x", count: place)
    check("abc", first: filler + "abc" + "xx", before: "xa-b-cx")
    check("abcabcabc", first: filler + "abcabcabc", before: "xa-b-cab-ca-b-cx")
  }

  @Test("Starts and ends of words are found across the borders of words", arguments: places)
  func bordersAcrossBorders(place: Int) {
    let filler = String(repeating: "x", count: place)
    check("a", first: filler + "-a-" + filler, before: "-ax")
    check("a", first: filler + "-a", before: "-ax")
    check("ab", first: filler + "-ab", before: "-abx")
    check("ab", first: filler + "xAb", before: "xabx")
  }

  @Test("A lesser place that ends a word can beat a better one that does not")
  func lesserPlaceWithEnd() {
    check("b", first: "xx.bc aB", before: ".bc")
  }
}
