import JSON

/// A window of a list while it is put together: from rows that are kept, and from pages as they come.
struct RowWindow {
  private let first: Int
  private let count: Int
  private let byteLimit: Int
  private(set) var slice = ListSlice()
  private var rowCount = 0
  /// The ids of the rows, in their order.
  private var ids: [ExactID] = []
  private var byteCount = 0
  private var pages = 0
  /// Whether the last page told that there are rows after it.
  private var hasMore = true
  /// Whether nothing more is to be had: the list has ended, or more would be too much.
  private var isDone = false
  /// Whether rows were left out that would have been too much.
  private var isCut = false

  /// Creates a window of at most `count` rows from place `first` on.
  init(first: Int, count: Int, byteLimit: Int) {
    self.first = first
    self.count = count
    self.byteLimit = byteLimit
  }

  /// Creates a window of a list whose rows are all here.
  init(_ slice: ListSlice, first: Int) {
    self.slice = slice
    self.first = first
    count = slice.rowCount
    rowCount = count
    byteLimit = 0
  }

  /// The place behind its last row.
  var end: Int { first + rowCount }

  /// Whether it has no row.
  var isEmpty: Bool { rowCount == 0 }

  /// The ids of its rows that lie before a place.
  func ids(before place: Int) -> some Sequence<ExactID> { ids.prefix(max(place - first, 0)) }

  /// Takes what is kept, as far as it goes without a gap.
  mutating func take(_ rows: inout FetchedRows) {
    rows.touch(from: first, count: count)
    append(rows.rows(from: end, count: count - rowCount))
  }

  /// Takes what a page has of it; one without rows is the last one.
  mutating func take(_ text: PageText, at page: ListPageRequest) {
    let rows = text.rows.prefix(page.limit)
    let pageEnd = page.offset + rows.count
    append(rows.dropFirst(max(end - page.offset, 0)).prefix(count - rowCount))
    hasMore = rows.count < text.rows.count || text.hasMore(at: pageEnd)
    pages += 1
    isDone = isDone || !hasMore || rows.isEmpty
  }

  private mutating func append(_ rows: some Sequence<FetchedRows.Placed>) {
    for (row, label) in rows {
      // One row that is too large by itself would otherwise never be seen.
      guard rowCount == 0 || byteCount + row.byteCount <= byteLimit else {
        isDone = true
        isCut = true
        return
      }
      slice.append(row, of: label)
      ids.append(row.id)
      rowCount += 1
      byteCount += row.byteCount
    }
  }

  /// What to ask the plugin for; nil where the window is as full as it will be.
  ///
  /// The first page begins and ends at a multiple of the page's rows, so that the next window finds what
  /// is around this one; others go on where the plugin left off.
  func missingPage(in rows: FetchedRows) -> ListPageRequest? {
    let wanted = min(first + count, rows.exactTotal ?? .max)
    guard !isDone, end < wanted else { return nil }
    let gap = (end..<wanted).first { rows.has($0) } ?? wanted
    let size = max(rows.capacity.pageRows, 1)
    let offset = pages == 0 ? end - end % size : end
    return ListPageRequest(offset: offset, limit: (gap + size - 1) / size * size - offset)
  }

  /// Whether there are rows after those of the window.
  func hasRowsAfter(in rows: FetchedRows) -> Bool {
    rows.exactTotal.map { end < $0 } ?? (isCut || pages == 0 || hasMore)
  }
}
