// Messages over a limit: nothing of them is stored, and the stream goes on behind them.

extension FrameDecoder {
  /// Skips the unfinished message to its end, so that its memory is free at once; `next` tells the fault
  /// `tooLarge`, with the id where it could be read.
  ///
  /// Does nothing between messages and inside of headers, whose size is bounded.
  ///
  /// - Parameter limit: The limit to be told, for instance that of all unfinished input together.
  public mutating func skipUnfinishedMessage(limit: Int) {
    switch phase {
    case .line, .body: beginSkipping(Oversize(limit: limit))
    default: break
    }
    input.settle(expected: phase.bodyLength)
  }

  /// Goes on without the bytes of a message, of which `scanned` have been looked at.
  mutating func beginSkipping(_ oversize: Oversize) {
    scanner.captureID(from: UnsafeRawBufferPointer(rebasing: input.bytes[..<scanned]))
    if case .body(let length) = phase {
      phase = .skippingBody(oversize, rest: length - scanned)
    } else {
      phase = .skippingLine(oversize)
    }
    input.consume(scanned)
    scanned = 0
  }

  /// Skips what has come of a line.
  mutating func skipLine(_ oversize: Oversize) -> Step {
    var oversize = oversize
    let bytes = input.bytes
    let taken = oversize.isTold ? bytes.lineFeed(from: 0) : scanner.feed(bytes)
    let isWhole = taken < input.count
    input.consume(isWhole ? taken + 1 : taken)
    let fault = tell(&oversize, skipping: taken, isWhole: isWhole)
    phase = isWhole ? .idle : .skippingLine(oversize)
    if let fault { return .decoded(.fault(fault)) }
    return isWhole ? .goOn : .needsInput
  }

  /// Skips what has come of a body.
  mutating func skipBody(_ oversize: Oversize, rest: Int) -> Step {
    var oversize = oversize
    let part = UnsafeRawBufferPointer(rebasing: input.bytes.prefix(rest))
    if !oversize.isTold { _ = scanner.feed(part) }
    input.consume(part.count)
    let isWhole = part.count == rest
    let fault = tell(&oversize, skipping: part.count, isWhole: isWhole)
    phase = isWhole ? .idle : .skippingBody(oversize, rest: rest - part.count)
    if let fault { return .decoded(.fault(fault)) }
    return isWhole ? .goOn : .needsInput
  }

  /// The fault, when the time has come to tell it.
  private func tell(_ oversize: inout Oversize, skipping count: Int, isWhole: Bool)
    -> DecodingFault?
  {
    oversize.skipped += count
    // An id is waited for, since many peers write it last, but not for ever.
    let isLost = !scanner.mayFindID || scanner.position > 2 * limits.message
    guard !oversize.isTold, isWhole || isLost else { return nil }
    oversize.isTold = true
    return oversize.fault(id: idBytes)
  }

  /// The id of the message that is being read or skipped; empty where it is not known, or too long.
  var idBytes: [UInt8] {
    let id = scanner.id
    guard id.isPresent, id.count <= EnvelopeScanner.longestCapturedID else { return [] }
    return scanner.capturedID ?? Array(input.bytes[id.range])
  }
}
