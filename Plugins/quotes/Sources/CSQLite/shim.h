// What Swift's importer does not see of SQLite: its macros that cast, and its variadic functions.
#pragma once
#include <sqlite3.h>

// The importer skips SQLITE_TRANSIENT, which has SQLite copy the text before this returns.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, unsigned long long count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// The importer skips sqlite3_db_config(): whether the last close copies the write-ahead log into
// the file.
static inline int csqlite_checkpoint_on_close(sqlite3 *database, int wanted) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !wanted, (int *)0);
}
