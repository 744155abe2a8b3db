/// Cuts a text that comes in blocks into blocks of whole lines.
struct LineCutter {
  private var rest: [UInt8] = []

  /// Takes the next bytes; returns the lines that have their ends now.
  mutating func take(_ block: some Collection<UInt8> & BidirectionalCollection) -> [UInt8] {
    guard let end = block.lastIndex(of: 0x0A) else {
      rest.append(contentsOf: block)
      return []
    }
    var lines = rest
    lines.reserveCapacity(rest.count + block.count)
    lines.append(contentsOf: block[...end])
    rest = Array(block[end...].dropFirst())
    return lines
  }

  /// The last line, if it has no end.
  consuming func finish() -> [UInt8] { rest }
}
