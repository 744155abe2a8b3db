internal import CSQLite

/// A connection to one file (`sqlite3_open_v2`), for one thread at a time; closes itself.
struct Database: ~Copyable {
  private let handle: OpaquePointer

  /// Opens a file, and makes it if it is missing. Nothing is read yet, so any file will do.
  init(path: String) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw DatabaseError(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      // SQLite wants it closed also where opening failed.
      defer { sqlite3_close_v2(opened) }
      throw DatabaseError(lastOf: opened)
    }
    handle = opened
  }

  deinit {
    // Statements that are still alive keep the connection until they are finalised.
    sqlite3_close_v2(handle)
  }

  /// How long to wait for another connection's lock before SQLITE_BUSY (`sqlite3_busy_timeout`).
  borrowing func wait(atMost patience: Duration) {
    let (seconds, attoseconds) = patience.components
    sqlite3_busy_timeout(handle, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Whether the last close writes the log into the file (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`).
  borrowing func checkpointOnClose(_ wanted: Bool) {
    _ = csqlite_checkpoint_on_close(handle, wanted ? 1 : 0)
  }

  /// Prepares the first statement in `sql` (`sqlite3_prepare_v2`).
  borrowing func prepare(_ sql: StaticString) throws(DatabaseError) -> Statement {
    var prepared: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v2(handle, $0.baseAddress, Int32($0.count), &prepared, nil)
      }
    }
    guard code == SQLITE_OK, let prepared else { throw DatabaseError(lastOf: handle) }
    return Statement(owning: prepared)
  }

  /// Carries out statements that return nothing that matters (`sqlite3_exec`).
  borrowing func execute(_ sql: StaticString) throws(DatabaseError) {
    let code = sql.withUTF8Buffer { text in
      // A literal has a 0 behind it.
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_exec(handle, $0.baseAddress, nil, nil, nil)
      }
    }
    guard code == SQLITE_OK else { throw DatabaseError(lastOf: handle) }
  }

  /// The single integer that a statement returns; 0 where it returns nothing.
  borrowing func integer(_ sql: StaticString) throws(DatabaseError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The single text that a statement returns; empty where it returns nothing.
  borrowing func text(_ sql: StaticString) throws(DatabaseError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Rows that the last insertion or deletion changed (`sqlite3_changes64`).
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Whether the path leads to this file no more (`SQLITE_FCNTL_HAS_MOVED`).
  var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }
}

extension DatabaseError {
  /// What the last call on a connection failed with (`sqlite3_extended_errcode`, `sqlite3_errmsg`).
  fileprivate init(lastOf handle: OpaquePointer) {
    self.init(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }
}
