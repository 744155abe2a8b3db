/// The kinds of the open arrays and objects, a bit each.
///
/// The innermost 64 live in one word, so that texts of ordinary depth touch no memory beyond it.
struct BitStack {
  /// How many are open.
  private(set) var depth = 0
  /// The innermost ones, the last in the lowest bit.
  private var top: UInt64 = 0
  /// The outer ones, 64 to a word.
  private var outer: [UInt64] = []

  /// Whether the innermost one is an object.
  @inline(__always)
  var isInObject: Bool { top & 1 == 1 }

  /// Opens an object or an array.
  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth & 63 == 0, depth > 0 { outer.append(top) }
    top = top << 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  /// Closes the innermost one; there must be one.
  @inline(__always)
  mutating func pop() {
    depth &-= 1
    top >>= 1
    if depth & 63 == 0, depth > 0 { top = outer.removeLast() }
  }

  /// Closes all and keeps the storage.
  mutating func removeAll() {
    depth = 0
    outer.removeAll(keepingCapacity: true)
  }
}
