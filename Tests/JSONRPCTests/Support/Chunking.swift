/// How bytes arrive: in what pieces.
enum Chunking: CaseIterable {
  case whole
  case bytewise
  case random

  /// The pieces of `bytes`.
  func pieces(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    guard self != .whole else { return [bytes[...]] }
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = self == .bytewise ? 1 : 1 + generator.below(generator.oneIn(3) ? 64 : 5)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
