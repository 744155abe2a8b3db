import JSON
import JSONRPC
import Testing

/// The scanner against the oracle and against libjansson, on texts made at random.
@Suite("Scanner and oracle")
struct OracleTests {
  /// Enough for every pair of neighbouring states to have been broken many times, in a few seconds.
  private static let rounds = 5_000

  private func check(_ text: [UInt8], _ seed: UInt64) {
    let expected = Oracle.content(of: text)
    let found = scan(text)
    // An id behind the fault is beyond the oracle.
    if case .malformed(let failure, let id) = expected, !id.isPresent {
      #expect(found.failure == failure, "seed \(seed): \(quote(text))")
    } else {
      #expect(found == expected, "seed \(seed): \(quote(text))")
    }
  }

  private func quote(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self) + " \(text)"
  }

  @Test("valid texts have the oracle's envelopes", arguments: 1...4 as ClosedRange<UInt64>)
  func validTexts(seed: UInt64) {
    var random = RandomText(generator: SeededGenerator(seed: seed))
    for _ in 0..<Self.rounds / 2 { check(random.valid(), seed) }
  }

  @Test(
    "broken texts have the oracle's faults, byte for byte",
    arguments: 11...18 as ClosedRange<UInt64>)
  func brokenTexts(seed: UInt64) {
    var random = RandomText(generator: SeededGenerator(seed: seed))
    for _ in 0..<Self.rounds { check(random.mutated(), seed) }
  }

  @Test("random bytes have the oracle's faults")
  func randomBytes() {
    var generator = SeededGenerator(seed: 99)
    let alphabet =
      Array("{}[]\",:\\0123-+.eE \n\ttrufalsn".utf8) + [0x80, 0xC3, 0xA9, 0xE6, 0xB5, 0x8B]
    for _ in 0..<Self.rounds {
      check((0..<generator.below(24)).map { _ in generator.pick(alphabet) }, 99)
    }
  }

  @Test("every prefix of a text ends too early, at its end")
  func prefixes() {
    let text = Array(
      #"{"jsonrpc":"2.0","id":-1.5e3,"method":"\u0061\ud83c\udf89é测🎉","params":[true,null]}"#.utf8)
    for count in 0..<text.count {
      #expect(
        scan(Array(text[..<count])).failure == ScanFailure(reason: .unexpectedEnd, offset: count))
      check(Array(text[..<count]), 0)
    }
  }

  @Test("each byte of a text is replaced by each other byte")
  func substitutions() {
    let text = Array(#"{"id":10,"result":{"é\n":[1.5e3,"\ud83c\udf89",false]}}"#.utf8)
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        let expected = Oracle.content(of: changed)
        var scanner = EnvelopeScanner()
        let found = scan([changed[..<place], changed[place...]], with: &scanner)
        #expect(
          found.failure == expected.failure && found.message == expected.message, "\(changed)")
      }
    }
  }

  @Test(
    "what the scanner accepts libjansson accepts, but for what a tree can't hold",
    arguments: 21...24 as ClosedRange<UInt64>)
  func libjansson(seed: UInt64) {
    var random = RandomText(generator: SeededGenerator(seed: seed))
    for round in 0..<Self.rounds {
      let text = round.isMultiple(of: 2) ? random.mutated() : random.valid()
      let failure = scan(text).failure
      do {
        _ = try JSONValue.parse(text)
        #expect(failure == nil, "seed \(seed): \(quote(text))")
      } catch {
        #expect(failure != nil || error.kind != .syntax, "seed \(seed): \(error) \(quote(text))")
      }
    }
  }
}
