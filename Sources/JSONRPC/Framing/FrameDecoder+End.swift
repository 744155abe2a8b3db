// The end of a stream.

extension FrameDecoder {
  /// Tells that no more bytes will come, after `next` has returned nil.
  ///
  /// - Returns: What was left: a last line without its line feed, if it is whole, or else the fault
  ///   `truncated`; nil between messages, which is where streams should end.
  public mutating func finish() -> Decoded? {
    let decoded = decodeRest()
    phase = .ended
    input.consume(input.count)
    input.settle(expected: phase.bodyLength)
    return decoded
  }

  private mutating func decodeRest() -> Decoded? {
    switch phase {
    case .ended: nil
    case .start, .detecting, .idle, .text: input.count > 0 ? decodeUndecided() : nil
    case .line: decodeLastLine()
    case .header: truncation("inside a header", "after \(Excerpt(input.bytes).quotation)")
    case .body(let length): truncation("inside a message", "\(scanned) of \(length) bytes")
    case .skippingLine(let oversize), .skippingBody(let oversize, _):
      oversize.isTold
        ? truncation("inside a message over the limit", "\(oversize.skipped) bytes of it")
        : .fault(oversize.fault(id: idBytes))
    }
  }

  /// Bytes that were waiting for others to tell what they are.
  private mutating func decodeUndecided() -> Decoded {
    if role == .frontEnd || input.bytes.comparison(withLowercased: "content-") != .different {
      return truncation("before a message", "after \(Excerpt(input.bytes).quotation)")
    }
    return takeText(input.count)
  }

  private mutating func decodeLastLine() -> Decoded {
    let content = scanner.finish()
    guard case .malformed(let failure, let id) = content else { return decodeLine(content) }
    let isCut = failure.reason == .unexpectedEnd && mayBecomeMessage
    if role != .frontEnd, !isCut, !id.isPresent { return takeText(scanned) }
    return truncation("inside a message", "\(scanned) bytes, without a line feed")
  }

  private func truncation(_ place: String, _ detail: String) -> Decoded {
    let hasMessage =
      switch phase {
      case .line, .body, .skippingLine, .skippingBody: true
      default: false
      }
    return .fault(
      DecodingFault(
        kind: .truncated, explanation: "Closed \(place) (\(detail)).",
        id: hasMessage ? idBytes : []))
  }
}
