import JSON
import Matching

/// The items of a datasource in their order: the JSON as it came, and the matcher's snapshot of it.
///
/// They lie in blocks, one a segment of the snapshot, so that no step takes longer than a block does:
/// about a millisecond for 4,096 items.
struct ItemTable {
  /// Rows up to which blocks that were appended one after the other become one: what a single appended
  /// item may cost, about a millisecond.
  private static let mergedRows = 2048

  /// The immutable index that searches run on.
  private(set) var snapshot = Snapshot()
  /// Rises when items change their places, so that those of an older search mean nothing any more.
  private(set) var layout = 0
  private var blocks: [ItemBlock] = []
  private var ids = ItemIDs()
  /// Items that were gathered and are not searched yet: the block that comes next.
  private var open = ItemRows()
  private var blockBytes = 0

  /// The number of items.
  var count: Int { ids.count }

  /// Bytes that the items and their index take.
  var byteCount: Int { blockBytes + snapshot.memory + ids.byteCount + open.json.count }

  /// The item at a place that a search found; nil once it is gone.
  func item(at place: CandidateID) -> ItemText? {
    withJSON(at: place) { json -> ItemText? in
      do throws(ItemText.Fault) { return try ItemText(json) } catch { return nil }
    } ?? nil
  }

  /// The item with an id.
  func item(id: String) -> ItemText? {
    place(id: id).flatMap { item(at: $0) }
  }

  /// The first items, in order.
  func first(_ limit: Int) -> [ItemText] {
    snapshot.candidates.prefix(limit).compactMap { item(at: $0) }
  }

  // MARK: Changes

  /// Appends items in order; one whose id is there already takes that one's place.
  mutating func append(_ rows: ItemRows) {
    gather(rows)
    seal()
    while mergeLastBlocks() {}
  }

  /// The same, but searches may not see the last of them until `seal()` is called.
  mutating func gather(_ rows: ItemRows) {
    var changed: Set<Int> = []
    var scratch: [UInt8] = []
    for entry in rows.entries {
      rows.withID(entry, scratch: &scratch) { id in
        let hash = ItemIDs.hash(id)
        if let place = place(hash: hash, id: id) {
          replace(place, with: entry, of: rows, &changed)
        } else {
          let place = CandidateID(segment: UInt32(blocks.count), row: UInt32(open.count))
          ids.insert(hash: hash, at: place)
          open.append(entry, of: rows)
        }
      }
      if open.count == ItemIDs.rows || open.json.count >= ItemBlock.maximumBytes { seal() }
    }
    for block in changed { index(block) }
  }

  /// Makes a block of what was gathered.
  mutating func seal() {
    guard !open.isEmpty else { return }
    let block = ItemBlock(open)
    blocks.append(block)
    blockBytes += block.byteCount
    snapshot.append(open.index())
    open = ItemRows()
  }

  /// Puts items into the places of those with the same ids; unknown ones are appended.
  mutating func replace(_ rows: ItemRows) {
    append(rows)
  }

  /// Removes the items with these ids; unknown ids are ignored.
  mutating func remove(_ ids: [String]) {
    for var id in ids { id.withUTF8 { remove(id: UnsafeRawBufferPointer($0)) } }
  }

  private mutating func remove(id: UnsafeRawBufferPointer) {
    let hash = ItemIDs.hash(id)
    guard let place = place(hash: hash, id: id) else { return }
    seal()
    _ = ids.remove(hash: hash) { $0 == place }
    snapshot.remove(place)
    let block = Int(place.segment)
    blocks[block].remove(row: Int(place.row))
    if blocks[block].isSparse { pack(block) }
  }

  private mutating func replace(
    _ place: CandidateID, with entry: ItemRows.Entry, of rows: borrowing ItemRows,
    _ changed: inout Set<Int>
  ) {
    let (block, row) = (Int(place.segment), Int(place.row))
    guard block < blocks.count else { return open.replace(row, with: entry, of: rows) }
    blockBytes -= blocks[block].byteCount
    blocks[block].replace(
      row: row, with: rows.json[Int(entry.item.lowerBound)..<Int(entry.item.upperBound)])
    blockBytes += blocks[block].byteCount
    changed.insert(block)
  }

  // MARK: Blocks

  /// Indexes a block anew, without JSON that no row has any more; all rows stay where they are.
  private mutating func index(_ number: Int) {
    let rows = blocks[number].rows()
    snapshot.replaceSegment(at: number, with: rows.index())
    if blocks[number].isSparse { put(rows, into: number) }
  }

  /// Takes the gaps out of a block.
  private mutating func pack(_ number: Int) {
    let old = blocks[number].rows()
    let rows = old.packed()
    move(old, to: number, firstRow: 0, from: number)
    put(rows, into: number)
    snapshot.replaceAll(inSegment: number, with: rows.index())
    layout += 1
  }

  private mutating func put(_ rows: ItemRows, into number: Int) {
    blockBytes -= blocks[number].byteCount
    blocks[number] = ItemBlock(rows)
    blockBytes += blocks[number].byteCount
  }

  /// Makes one block of the last two if they are small and of similar size: with one item after the other,
  /// each is moved some ten times in all.
  private mutating func mergeLastBlocks() -> Bool {
    let last = blocks.count - 1
    guard last > 0, blocks[last - 1].rowCount <= 2 * blocks[last].rowCount,
      blocks[last - 1].rowCount + blocks[last].rowCount <= Self.mergedRows,
      blocks[last - 1].byteCount + blocks[last].byteCount <= ItemBlock.maximumBytes
    else { return false }
    let (first, second) = (blocks[last - 1].rows(), blocks[last].rows())
    var rows = first.packed()
    move(first, to: last - 1, firstRow: 0, from: last - 1)
    move(second, to: last - 1, firstRow: rows.count, from: last)
    for entry in second.entries where !entry.item.isEmpty { rows.append(entry, of: second) }
    blockBytes -= blocks.removeLast().byteCount
    put(rows, into: last - 1)
    snapshot.removeLastSegment()
    snapshot.replaceAll(inSegment: last - 1, with: rows.index())
    layout += 1
    return true
  }

  /// Notes the places that the rows of a block get when they move up to `firstRow` of another.
  private mutating func move(_ rows: ItemRows, to block: Int, firstRow: Int, from old: Int) {
    var scratch: [UInt8] = []
    var next = UInt32(firstRow)
    for (row, entry) in rows.entries.enumerated() where !entry.item.isEmpty {
      let hash = rows.withID(entry, scratch: &scratch) { ItemIDs.hash($0) }
      ids.move(
        hash: hash, from: CandidateID(segment: UInt32(old), row: UInt32(row)),
        to: CandidateID(segment: UInt32(block), row: next))
      next += 1
    }
  }

  // MARK: Places

  /// Where the item with an id stands.
  func place(id: String) -> CandidateID? {
    var id = id
    return id.withUTF8 { place(id: UnsafeRawBufferPointer($0)) }
  }

  private func place(id: UnsafeRawBufferPointer) -> CandidateID? {
    place(hash: ItemIDs.hash(id), id: id)
  }

  private func place(hash: UInt64, id: UnsafeRawBufferPointer) -> CandidateID? {
    ids.place(hash: hash) { place in
      withJSON(at: place) { json in
        var scratch: [UInt8] = []
        guard let range = ItemMembers(json).id else { return false }
        return ItemMembers.withBytes(of: json, range, scratch: &scratch) { $0.elementsEqual(id) }
      } ?? false
    }
  }

  private func withJSON<Result>(
    at place: CandidateID, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let (block, row) = (Int(place.segment), Int(place.row))
    if block < blocks.count { return blocks[block].withJSON(row: row, body) }
    guard block == blocks.count, row < open.count else { return nil }
    let range = open.entries[row].item
    return open.json.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)]))
    }
  }
}
