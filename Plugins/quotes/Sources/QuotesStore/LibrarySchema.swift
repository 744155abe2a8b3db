/// What the library's database has to look like, and how it comes to.
enum LibrarySchema {
  /// "JFqu": tells our databases from those of others.
  static let applicationID: Int64 = 0x4A46_7175
  /// Grows with each change that an older program would misread.
  static let version: Int64 = 1

  /// What is wrong with a file, with the sentence for people.
  struct Refusal: Error {
    let kind: LibraryError.Kind
    let reason: String
  }

  /// Looks at a file without changing it; nil where it is ours or empty.
  static func refusal(of database: borrowing Database) throws(DatabaseError) -> Refusal? {
    guard try !isEmpty(database) else { return nil }
    guard try database.integer("PRAGMA application_id") == applicationID else {
      return Refusal(kind: .foreign, reason: "a database of another program")
    }
    let found = try database.integer("PRAGMA user_version")
    guard found <= version else {
      return Refusal(
        kind: .newer, reason: "has version \(found); this program knows versions up to \(version)")
    }
    return try damage(of: database, version: found)
  }

  /// Looks for damage: in the pages, which are few, and in what the tables are.
  private static func damage(
    of database: borrowing Database, version found: Int64
  ) throws(DatabaseError) -> Refusal? {
    let check = try database.text("PRAGMA quick_check(1)")
    guard check == "ok" else { return Refusal(kind: .damaged, reason: "damaged: \(check)") }
    let columns = try database.integer(
      "SELECT count(*) FROM pragma_table_info('stored') WHERE name IN ('position', 'quotation')")
    guard found == version, columns == 2 else {
      return Refusal(kind: .damaged, reason: "damaged: not the tables of version \(version)")
    }
    return nil
  }

  /// Makes the tables where the file is empty; of two processes that try, one does.
  static func create(in database: borrowing Database) throws(DatabaseError) {
    guard try isEmpty(database) else { return }
    try database.execute("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      if try isEmpty(database) { try database.execute(tables) }
      try database.execute("COMMIT")
    } catch {
      // Closing would undo it as well; a failure here changes nothing about that.
      do { try database.execute("ROLLBACK") } catch {}
      throw error
    }
  }

  private static func isEmpty(_ database: borrowing Database) throws(DatabaseError) -> Bool {
    let objects = try database.integer("SELECT count(*) FROM sqlite_schema")
    let application = try database.integer("PRAGMA application_id")
    let version = try database.integer("PRAGMA user_version")
    return objects == 0 && application == 0 && version == 0
  }

  // The position is the order of storing; AUTOINCREMENT never uses one again.
  private static let tables: StaticString = """
    CREATE TABLE stored (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      quotation TEXT NOT NULL UNIQUE
    ) STRICT;
    PRAGMA application_id = 0x4A467175;
    PRAGMA user_version = 1;
    """
}
