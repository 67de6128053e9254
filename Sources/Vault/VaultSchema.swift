// The tables of the vault, as SQL. The house leads every key.

/// The steps that make an empty file a vault of today. A step that was released stays as it is.
enum VaultSchema {
  /// `uVlt`: what tells the file from that of another program.
  static let applicationID: Int64 = 0x7556_6C74

  static var version: Int { steps.count }

  static let steps: [StaticString] = [
    """
    CREATE TABLE account (
      house TEXT NOT NULL, owner TEXT NOT NULL, provider TEXT NOT NULL, base TEXT NOT NULL,
      kind TEXT NOT NULL, label TEXT, scope TEXT, expires INTEGER, edition INTEGER NOT NULL,
      access TEXT NOT NULL, refresh TEXT, token TEXT, client TEXT,
      key BLOB NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (house, owner, provider, base)
    ) STRICT;
    CREATE TABLE attempt (
      house TEXT NOT NULL, id INTEGER NOT NULL, owner TEXT NOT NULL, provider TEXT NOT NULL,
      base TEXT NOT NULL, expires INTEGER NOT NULL,
      key BLOB NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (house, id)
    ) STRICT;
    CREATE TABLE parting (
      house TEXT NOT NULL, id INTEGER NOT NULL, owner TEXT NOT NULL, provider TEXT NOT NULL,
      base TEXT NOT NULL, expires INTEGER NOT NULL,
      key BLOB NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (house, id)
    ) STRICT;
    CREATE TABLE typed (
      house TEXT NOT NULL, handle TEXT NOT NULL, owner TEXT NOT NULL, purchase TEXT NOT NULL,
      expires INTEGER NOT NULL, key BLOB NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (house, handle)
    ) STRICT;
    """
  ]
}
