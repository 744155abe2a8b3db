internal import CSQLite

/// A prepared statement; finalises itself.
struct Statement: ~Copyable {
  private let handle: OpaquePointer

  /// Takes over what `sqlite3_prepare_v2` made.
  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit {
    // The code repeats the failure of the last step, which has been thrown already.
    sqlite3_finalize(handle)
  }

  /// Puts a text into the place `index`, counted from 1 (`sqlite3_bind_text64`).
  borrowing func bind(_ text: String, at index: Int32) throws(DatabaseError) {
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
      }
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Goes on to the next row; false when all is done (`sqlite3_step`).
  borrowing func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  /// The text in a column of the row, counted from 0 (`sqlite3_column_text`).
  borrowing func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The integer in a column of the row, counted from 0 (`sqlite3_column_int64`).
  borrowing func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  private borrowing func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code: code, message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
  }
}
