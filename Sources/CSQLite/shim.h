// SQLite, the store.
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "usher needs SQLite. Install libsqlite3-dev (Debian, Ubuntu: apt install libsqlite3-dev; macOS: brew install sqlite), or run Sources/get-libraries."
#endif
