// SQLite, the store; and what of its face Swift cannot call: macros with casts and variadics.
#pragma once

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "usher needs SQLite. Install libsqlite3-dev (Debian, Ubuntu: apt install libsqlite3-dev; macOS: brew install sqlite), or run Sources/get-libraries."
#endif

// 3.37 brought STRICT tables and SQLITE_OPEN_EXRESCODE.
#if SQLITE_VERSION_NUMBER < 3037000
#error "usher needs SQLite 3.37 or newer."
#endif

// Binds text that SQLite copies before it returns. No octets may have no address, which SQLite
// would take for NULL.
static inline int usher_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 octets) {
  return sqlite3_bind_text64(
      statement, index, octets ? text : "", octets, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Binds octets that SQLite copies before it returns.
static inline int usher_sqlite3_bind_octets(
    sqlite3_stmt *statement, int index, const void *octets, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, count ? octets : "", count, SQLITE_TRANSIENT);
}

// Binds text that stays where it is until the statement has run.
static inline int usher_sqlite3_bind_kept_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 octets) {
  return sqlite3_bind_text64(statement, index, text, octets, SQLITE_STATIC, SQLITE_UTF8);
}

// What a file brings along may not call functions with side effects, and nothing may write to
// SQLite's own tables.
static inline int usher_sqlite3_distrust(sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (result != SQLITE_OK) return result;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// Closing leaves the log beside the database, for the next opening to judge.
static inline int usher_sqlite3_keep_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
