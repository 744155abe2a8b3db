import Matching

/// Where each item of a datasource stands, by its id: eight bytes an item, and no id is stored.
///
/// A place is found by a hash of the id; whether it is the right one, the caller reads from the item. The
/// table is in parts, so that growing one, or copying a part that is shared, stays a matter of
/// microseconds with a million items.
struct ItemIDs {
  /// Parts of the table: a million items leave some 16,000 in each.
  private static let partCount = 64
  /// Bits of a place for the row; the others are the segment's.
  static let rowBits: UInt32 = 12
  /// Rows of a segment at most.
  static let rows = 1 << Int(rowBits)
  /// Segments at most.
  static let segments = 1 << (32 - Int(rowBits)) - 1

  /// Open addressing; an entry is 32 bits of the hash and the place plus one, 0 where it is empty.
  fileprivate struct Part {
    var entries: [UInt64] = []
    var count = 0
  }

  private var parts: [Part] = []
  /// The number of items.
  private(set) var count = 0

  /// Creates an empty table.
  init() {}

  /// The bytes of memory.
  var byteCount: Int { parts.reduce(0) { $0 + 8 * $1.entries.count } }

  /// The hash of an id in UTF-8.
  static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The place of the item with a hash for which `isRight` holds.
  func place(hash: UInt64, where isRight: (CandidateID) -> Bool) -> CandidateID? {
    guard !parts.isEmpty else { return nil }
    let part = parts[Self.part(of: hash)]
    return part.index(hash: hash, where: isRight).map { Self.place(of: part.entries[$0]) }
  }

  /// Adds an item that is not there.
  mutating func insert(hash: UInt64, at place: CandidateID) {
    if parts.isEmpty { parts = Array(repeating: Part(), count: Self.partCount) }
    parts[Self.part(of: hash)].insert(Self.entry(hash, place))
    count += 1
  }

  /// Removes the item with a hash for which `isRight` holds; returns where it stood.
  mutating func remove(hash: UInt64, where isRight: (CandidateID) -> Bool) -> CandidateID? {
    guard !parts.isEmpty else { return nil }
    let part = Self.part(of: hash)
    guard let index = parts[part].index(hash: hash, where: isRight) else { return nil }
    let place = Self.place(of: parts[part].entries[index])
    parts[part].remove(at: index)
    count -= 1
    return place
  }

  /// Notes that an item has moved.
  mutating func move(hash: UInt64, from old: CandidateID, to new: CandidateID) {
    guard !parts.isEmpty else { return }
    let part = Self.part(of: hash)
    guard let index = parts[part].index(hash: hash, where: { $0 == old }) else { return }
    parts[part].entries[index] = Self.entry(hash, new)
  }

  private static func part(of hash: UInt64) -> Int { Int(hash >> 58) }

  private static func entry(_ hash: UInt64, _ place: CandidateID) -> UInt64 {
    hash << 32 | UInt64(place.segment << rowBits | place.row) + 1
  }

  fileprivate static func place(of entry: UInt64) -> CandidateID {
    let place = UInt32(truncatingIfNeeded: entry) - 1
    return CandidateID(segment: place >> rowBits, row: place & (1 << rowBits - 1))
  }
}

extension ItemIDs.Part {
  private var mask: Int { entries.count - 1 }

  /// Where an entry wants to be: its hash's bits alone decide, so that growing reads no id.
  private func home(_ entry: UInt64) -> Int { Int(entry >> 32) & mask }

  fileprivate func index(hash: UInt64, where isRight: (CandidateID) -> Bool) -> Int? {
    guard !entries.isEmpty else { return nil }
    var index = home(hash << 32)
    while entries[index] != 0 {
      let entry = entries[index]
      if entry >> 32 == hash & 0xFFFF_FFFF, isRight(ItemIDs.place(of: entry)) { return index }
      index = (index + 1) & mask
    }
    return nil
  }

  fileprivate mutating func insert(_ entry: UInt64) {
    if 4 * (count + 1) > 3 * entries.count { grow() }
    put(entry)
    count += 1
  }

  private mutating func put(_ entry: UInt64) {
    var index = home(entry)
    while entries[index] != 0 { index = (index + 1) & mask }
    entries[index] = entry
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: 0, count: max(8, 2 * old.count))
    for entry in old where entry != 0 { put(entry) }
  }

  /// Empties an entry, and moves those behind it that it kept from their home.
  fileprivate mutating func remove(at index: Int) {
    var hole = index
    var next = (hole + 1) & mask
    while entries[next] != 0 {
      // How far the entry is from home, and how far the hole is from there.
      let distance = (next - home(entries[next])) & mask
      if distance >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole] = 0
    count -= 1
  }
}
