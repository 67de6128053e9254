// The step by which news of accounts last.

extension Schema {
  /// News of accounts. The table is made anew for its last check, which knows of what news can be.
  static let accounts: StaticString = """
    -- News for people: about the passes of a booking, what they wait for, a ride or an account.
    CREATE TABLE new_notice (
      number INTEGER PRIMARY KEY CHECK (number > 0), -- the `seq` of the protocol
      user INTEGER NOT NULL REFERENCES user (number),
      booking INTEGER REFERENCES booking (reference),
      passes TEXT,                        -- which, and why, as in the journal
      made_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL,        -- nobody need hear it any more
      sent INTEGER NOT NULL CHECK (sent IN (0, 1)), -- a program was sent it at least once
      told_ms INTEGER,                    -- when it was heard or given up; NULL: still to be heard
      wait INTEGER REFERENCES wait (number),
      purchase INTEGER CHECK (purchase > 0), -- its row may be gone
      trip INTEGER CHECK (trip > 0),
      leg INTEGER CHECK (leg > 0),
      provider TEXT CHECK (length(provider) > 0), -- with whom the account is or was
      outcome TEXT,                       -- what became of it, as in the journal
      checksum INTEGER,
      CHECK ((booking IS NULL) = (passes IS NULL)),
      CHECK ((purchase IS NULL) = (trip IS NULL) AND (purchase IS NULL) = (leg IS NULL)),
      CHECK ((provider IS NULL) = (outcome IS NULL)),
      CHECK ((booking IS NOT NULL) + (wait IS NOT NULL) + (purchase IS NOT NULL)
        + (provider IS NOT NULL) = 1)
    ) STRICT;
    INSERT INTO new_notice SELECT number, user, booking, passes, made_ms, expires_ms, sent, told_ms,
      wait, purchase, trip, leg, NULL, NULL, CASE
        WHEN checksum IS row_checksum(number, user, booking, passes, made_ms, expires_ms, sent,
          told_ms, wait, purchase, trip, leg)
        THEN row_checksum(number, user, booking, passes, made_ms, expires_ms, sent, told_ms, wait,
          purchase, trip, leg, NULL, NULL)
        ELSE checksum END
      FROM notice;
    DROP TABLE notice;
    ALTER TABLE new_notice RENAME TO notice;
    CREATE INDEX notice_untold ON notice (expires_ms) WHERE told_ms IS NULL;
    """
}
