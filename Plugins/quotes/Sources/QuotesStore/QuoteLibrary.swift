internal import SystemIO

/// The quotations that the user stored: one SQLite file, which several processes may use at a time.
///
/// A change is on the disk before the call returns: killing the process loses none that was
/// acknowledged, and a power cut neither. Any call throws `LibraryError`; none loses data.
public struct QuoteLibrary: ~Copyable {
  /// Waiting for another process to finish writing; below the 4 s that a host waits for a plugin.
  static let patience: Duration = .seconds(3)
  /// Between two tries to open a file that another process is just making.
  private static let pauseMilliseconds = 10

  /// The file, for messages.
  public let path: String
  private let database: Database

  /// Opens the library in `directory`, and makes what is missing.
  ///
  /// - Throws: `LibraryError`. A file that is damaged, newer, or another program's stays as it is.
  public static func open(directory: String) throws(LibraryError) -> QuoteLibrary {
    do {
      try Directory.make(directory)
    } catch {
      throw LibraryError(.inaccessible, path: directory, reason: "\(error.call): \(error.code)")
    }
    return try open(LibraryFile(directory: directory))
  }

  /// Gives what is in `directory` another name, so that `open` makes a new library: for a user who
  /// asked for it after `open` threw. No process may have the library open.
  ///
  /// - Returns: The path of the old one; its log and index lie beside it.
  public static func moveAside(directory: String) throws(LibraryError) -> String {
    try LibraryFile(directory: directory).moveAside()
  }

  /// All that is stored, in the order of storing.
  public borrowing func all() throws(LibraryError) -> [QuotationID] {
    do {
      let statement = try database.prepare("SELECT quotation FROM stored ORDER BY position")
      var all: [QuotationID] = []
      while try statement.step() { all.append(QuotationID(rawValue: statement.text(0))) }
      return all
    } catch {
      throw failure(error)
    }
  }

  /// Whether a quotation is stored.
  public borrowing func contains(_ id: QuotationID) throws(LibraryError) -> Bool {
    do {
      let statement = try database.prepare("SELECT 1 FROM stored WHERE quotation = ?1")
      try statement.bind(id.rawValue, at: 1)
      return try statement.step()
    } catch {
      throw failure(error)
    }
  }

  /// Stores a quotation behind all others. Whether the catalogue has it is the caller's affair.
  ///
  /// - Returns: Whether it is new; one that was stored already stays at its place.
  @discardableResult
  public mutating func add(_ id: QuotationID) throws(LibraryError) -> Bool {
    try change("INSERT INTO stored (quotation) VALUES (?1) ON CONFLICT DO NOTHING", id) > 0
  }

  /// Takes a quotation out.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public mutating func remove(_ id: QuotationID) throws(LibraryError) -> Bool {
    try change("DELETE FROM stored WHERE quotation = ?1", id) > 0
  }

  /// Takes all quotations out.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public mutating func removeAll() throws(LibraryError) -> Int {
    try change("DELETE FROM stored", nil)
  }
}

// MARK: Opening

extension QuoteLibrary {
  private static func open(_ file: LibraryFile) throws(LibraryError) -> QuoteLibrary {
    guard !file.isLogWithoutDatabase else {
      let reason = "damaged: empty or missing, but its log \(file.path)-wal holds something"
      throw LibraryError(.damaged, path: file.path, reason: reason)
    }
    let deadline = ContinuousClock.now + patience
    while true {
      do throws(LibraryError) {
        return try openOnce(file)
      } catch {
        // Changing to the log fails at once where two processes do it: waiting could be for ever.
        guard error.kind == .busy, ContinuousClock.now < deadline else { throw error }
        Clock.pause(milliseconds: pauseMilliseconds)
      }
    }
  }

  private static func openOnce(_ file: LibraryFile) throws(LibraryError) -> QuoteLibrary {
    do {
      let database = try Database(path: file.path)
      database.wait(atMost: patience)
      // Until it is known to be ours and whole, nothing is written, not even at closing.
      database.checkpointOnClose(false)
      if let refusal = try LibrarySchema.refusal(of: database) {
        throw refusal
      }
      try prepare(database)
      database.checkpointOnClose(true)
      return QuoteLibrary(path: file.path, database: database)
    } catch let error as DatabaseError {
      throw LibraryError(error, path: file.path)
    } catch let refusal as LibrarySchema.Refusal {
      throw LibraryError(refusal.kind, path: file.path, reason: refusal.reason)
    } catch {
      throw LibraryError(.inaccessible, path: file.path, reason: "\(error)")
    }
  }

  /// FULL, so that a commit in the log is on the disk when it returns; NORMAL would sync later.
  private static func prepare(_ database: borrowing Database) throws(DatabaseError) {
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = FULL")
    try LibrarySchema.create(in: database)
  }
}

// MARK: Statements

extension QuoteLibrary {
  /// Carries out one statement as a transaction of its own; how many rows it changed.
  private borrowing func change(
    _ sql: StaticString, _ id: QuotationID?
  ) throws(LibraryError) -> Int {
    // What is written into a file without a name would be lost with this process.
    guard !database.hasMoved else {
      throw LibraryError(.moved, path: path, reason: "moved or removed while it was in use")
    }
    do {
      let statement = try database.prepare(sql)
      if let id { try statement.bind(id.rawValue, at: 1) }
      _ = try statement.step()
      return database.changes
    } catch {
      throw failure(error)
    }
  }

  private borrowing func failure(_ error: DatabaseError) -> LibraryError {
    LibraryError(error, path: path)
  }
}

extension LibraryError {
  fileprivate init(_ error: DatabaseError, path: String) {
    let start = error.kind == .damaged ? "damaged: " : ""
    self.init(error.kind, path: path, reason: "\(start)\(error.message) (SQLite \(error.code))")
  }
}
