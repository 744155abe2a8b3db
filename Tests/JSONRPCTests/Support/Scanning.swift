import JSONRPC
import Testing

/// Scans `text` in the given pieces.
func scan(
  _ pieces: [ArraySlice<UInt8>], with scanner: inout EnvelopeScanner
) -> Frame.Content {
  scanner.reset()
  for piece in pieces {
    let taken = piece.withUnsafeBytes { scanner.feed($0) }
    #expect(taken == piece.count)
  }
  return scanner.finish()
}

/// Scans `text` whole, byte by byte and in random pieces, checks that the same comes out, and returns it.
func scan(
  _ text: [UInt8], depthLimit: Int = DecoderLimits.defaultDepth,
  batchLimit: Int = DecoderLimits.defaultBatch
) -> Frame.Content {
  var generator = SeededGenerator(seed: UInt64(text.count))
  var scanner = EnvelopeScanner(depthLimit: depthLimit, batchLimit: batchLimit)
  let whole = scan([text[...]], with: &scanner)
  for chunking in [Chunking.bytewise, .random, .random] {
    let content = scan(chunking.pieces(text, &generator), with: &scanner)
    #expect(content == whole, "\(chunking) of \(String(decoding: text, as: UTF8.self))")
  }
  return whole
}

/// Scans a text; see above.
func scan(_ text: String) -> Frame.Content { scan(Array(text.utf8)) }

/// The text of a span.
func text(_ span: Span, of bytes: [UInt8]) -> String {
  String(decoding: bytes[Int(span.offset)..<Int(span.offset + span.count)], as: UTF8.self)
}

extension Frame.Content {
  /// The envelope of a single message.
  var message: Envelope? {
    guard case .message(let envelope) = self else { return nil }
    return envelope
  }

  /// The envelopes of a batch.
  var batch: [Envelope]? {
    guard case .batch(let envelopes) = self else { return nil }
    return envelopes
  }

  /// What is wrong with a text that is malformed.
  var failure: ScanFailure? {
    guard case .malformed(let failure, _) = self else { return nil }
    return failure
  }

  /// The id of a text that is malformed.
  var malformedID: Span? {
    guard case .malformed(_, let id) = self else { return nil }
    return id
  }
}
