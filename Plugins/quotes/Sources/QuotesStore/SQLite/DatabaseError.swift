internal import CSQLite

/// A call of SQLite's that failed.
struct DatabaseError: Error, Equatable {
  /// SQLite's code, extended: the low byte is the primary one.
  let code: Int32
  /// SQLite's sentence.
  let message: String

  /// The code without what extends it.
  var primary: Int32 { code & 0xFF }

  /// What the caller of the store can do about it.
  var kind: LibraryError.Kind {
    switch primary {
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT: .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    default: .inaccessible
    }
  }
}
