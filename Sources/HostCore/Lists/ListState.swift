import HostProtocol
import JSON

/// The list of a screen: what its plugin told of it, and the rows that the host keeps.
///
/// Rows that were handed over are kept as they are; those of a plugin that can be asked for them are kept
/// as far as front ends have asked for them.
struct ListState {
  /// More rows than any list may have; places are below it.
  static let longest = 1_000_000_000

  private enum Rows {
    case complete(CompleteRows)
    case fetched(FetchedRows)
  }

  private(set) var cellTypes: [CellType]
  /// The cell types that front ends know.
  private var toldCellTypes: [CellType]
  /// Grows with every change that a front end can see.
  private(set) var revision = 0
  /// What a fetch is to look for; empty where nothing is searched for.
  private(set) var keyword: String
  private var rows: Rows
  private let capacity: ListCapacity

  /// Takes a list as its plugin describes it, for what is searched for then; with `isFetched` the plugin
  /// can be asked for rows.
  init(
    _ description: ListDescription, isFetched: Bool, keyword: String = "", capacity: ListCapacity
  ) throws(ScanFault) {
    self.capacity = capacity
    self.keyword = isFetched ? keyword : ""
    cellTypes = description.cellTypes
    toldCellTypes = description.cellTypes
    rows = try Self.rows(
      description.sections, total: description.total, hasMore: description.hasMore,
      isFetched: isFetched, check: RowCheck(cellTypes: description.cellTypes), capacity)
  }

  private static func rows(
    _ sections: [SectionText], total: Int?, hasMore: Bool?, isFetched: Bool, check: RowCheck,
    _ capacity: ListCapacity
  ) throws(ScanFault) -> Rows {
    var check = check
    do { try check.add(sections) } catch { throw error.inside("sections") }
    let complete = try CompleteRows(sections, capacity: capacity)
    guard isFetched else { return .complete(complete) }
    let first = PageText(sections: sections, total: total, hasMore: hasMore)
    var fetched = FetchedRows(total: total, capacity: capacity)
    if !first.rows.isEmpty || hasMore == false {
      fetched.take(first, at: ListPageRequest(offset: 0, limit: first.rows.count))
    }
    return .fetched(fetched)
  }

  /// Whether the plugin is asked for rows that are not here.
  var isFetched: Bool {
    if case .fetched = rows { true } else { false }
  }

  /// How many rows there are, as far as known.
  var total: Int {
    switch rows {
    case .complete(let rows): rows.count
    case .fetched(let rows): rows.total
    }
  }

  /// Whether there may be more rows than `total`.
  var mayHaveMore: Bool {
    if case .fetched(let rows) = rows { rows.exactTotal == nil } else { false }
  }

  /// How many rows the host keeps.
  var keptCount: Int {
    switch rows {
    case .complete(let rows): rows.count
    case .fetched(let rows): rows.keptCount
    }
  }

  /// The row with this id; nil where it is gone, or was asked for so long ago that it is not kept.
  func row(_ id: ExactID) -> RowText? {
    switch rows {
    case .complete(let rows): rows.row(id)
    case .fetched(let rows): rows.row(id)
    }
  }

  /// Cell types that front ends are to be told of, since they have changed; once.
  mutating func takeChangedCellTypes() -> [CellType]? {
    guard cellTypes != toldCellTypes else { return nil }
    toldCellTypes = cellTypes
    return cellTypes
  }

  // MARK: Changes

  /// Takes a list as its plugin describes it again, after its process was started anew.
  ///
  /// Rows that are not of the present search are left to be fetched.
  mutating func describeAgain(
    _ description: ListDescription, isFetched: Bool
  ) throws(ScanFault) {
    let isOther = isFetched && !keyword.isEmpty
    let described = try Self.rows(
      description.sections, total: description.total, hasMore: description.hasMore,
      isFetched: isFetched, check: RowCheck(cellTypes: description.cellTypes), capacity)
    rows = isOther ? .fetched(FetchedRows(total: nil, capacity: capacity)) : described
    cellTypes = description.cellTypes
    revision += 1
  }

  /// Forgets rows that were fetched: the plugin that gave them has ended, and may give others now.
  mutating func forgetRows() {
    guard case .fetched = rows else { return }
    rows = .fetched(FetchedRows(total: nil, capacity: capacity))
    revision += 1
  }

  /// Sets what is searched for; false where that changes nothing.
  mutating func search(for keyword: String) -> Bool {
    guard isFetched, !keyword.utf8.elementsEqual(self.keyword.utf8) else { return false }
    self.keyword = keyword
    rows = .fetched(FetchedRows(total: nil, capacity: capacity))
    revision += 1
    return true
  }

  /// Takes over what a plugin changes; what can't be used changes nothing.
  mutating func update(_ text: ListUpdateText) throws(ScanFault) {
    let check = RowCheck(cellTypes: cellTypes)
    switch text.update {
    case .replace(let sections, let hasMore):
      rows = try Self.rows(
        sections, total: text.total, hasMore: hasMore, isFetched: isFetched, check: check, capacity)
    case .change(let changes):
      do { try change(by: changes, total: text.total, check) } catch {
        throw error.inside("changes")
      }
    }
    revision += 1
  }

  private mutating func change(
    by changes: ListChangesText, total: Int?, _ check: RowCheck
  ) throws(ScanFault) {
    switch rows {
    case .complete(let complete):
      rows = .complete(try complete.changed(by: changes, check: check, capacity: capacity))
    case .fetched(var fetched):
      try fetched.change(by: changes, check: check)
      if let total { fetched.setTotal(total) }
      rows = .fetched(fetched)
    }
  }

  // MARK: Windows

  /// Begins a window with what is here.
  mutating func window(first: Int, count: Int) -> RowWindow {
    switch rows {
    case .complete(let rows):
      return RowWindow(rows.slice(first: first, count: count), first: first)
    case .fetched(var fetched):
      var window = RowWindow(first: first, count: count, byteLimit: capacity.bytes)
      fetched.beginWindow()
      window.take(&fetched)
      rows = .fetched(fetched)
      return window
    }
  }

  /// What the plugin is to be asked for next; nil where the window is as full as it will be.
  func missingPage(of window: RowWindow) -> ListPageRequest? {
    guard case .fetched(let rows) = rows else { return nil }
    return window.missingPage(in: rows)
  }

  /// Takes rows that were asked for when the list had `revision`; of an older one they are not kept.
  mutating func take(
    _ text: PageText, at page: ListPageRequest, of revision: Int, into window: inout RowWindow
  ) throws(ScanFault) {
    var check = RowCheck(cellTypes: cellTypes)
    // A page that goes on from another must not bring its rows once more.
    check.note(window.ids(before: page.offset))
    do { try check.add(text.sections) } catch { throw error.inside("sections") }
    window.take(text, at: page)
    guard case .fetched(var fetched) = rows, revision == self.revision else { return }
    fetched.take(text, at: page)
    window.take(&fetched)
    rows = .fetched(fetched)
  }

  /// The window as its front end gets it.
  func answer(_ window: RowWindow) -> ListWindowAnswer {
    let hasMore =
      switch rows {
      case .complete(let rows): window.end < rows.count
      case .fetched(let rows): window.hasRowsAfter(in: rows)
      }
    return ListWindowAnswer(
      slice: window.slice, total: max(total, window.isEmpty ? 0 : window.end), hasMore: hasMore,
      revision: revision)
  }

  /// The list as a front end gets it with its screen: the first rows, as far as they are here.
  var head: ListHead {
    var slice = ListSlice()
    switch rows {
    case .complete(let rows): slice = rows.slice(first: 0, count: capacity.pageRows)
    case .fetched(let rows):
      for (row, label) in rows.rows(from: 0, count: capacity.pageRows) {
        slice.append(row, of: label)
      }
    }
    return ListHead(
      cellTypes: cellTypes, slice: slice, total: total,
      hasMore: mayHaveMore || slice.rowCount < total, revision: revision)
  }
}
