// The step by which a store holds trips and what is booked on them.

extension Schema {
  /// Trips and purchases, whole as they were written last, and news of rides. In `written` stands
  /// what the service told and what people answered: of that the journal has nothing.
  static let travel: StaticString = """
    ALTER TABLE store ADD COLUMN last_purchase INTEGER NOT NULL DEFAULT 0
      CHECK (last_purchase >= 0);
    UPDATE store SET checksum = CASE
      WHEN checksum IS row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass,
        last_call, last_news, last_series, last_wait)
      THEN row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass, last_call,
        last_news, last_series, last_wait, last_purchase) ELSE checksum END;
    -- Who ever had a trip, and the highest number that was given to one of theirs.
    CREATE TABLE traveller (
      house TEXT NOT NULL,
      owner INTEGER NOT NULL REFERENCES user (number),
      last_trip INTEGER NOT NULL CHECK (last_trip > 0),
      checksum INTEGER,
      PRIMARY KEY (house, owner)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE trip (
      house TEXT NOT NULL,
      owner INTEGER NOT NULL REFERENCES user (number),
      number INTEGER NOT NULL CHECK (number > 0), -- counted for each owner
      written TEXT NOT NULL,              -- JSON
      checksum INTEGER,
      PRIMARY KEY (house, owner, number)
    ) STRICT;
    CREATE TABLE purchase (
      house TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number > 0),
      owner INTEGER NOT NULL REFERENCES user (number),
      trip INTEGER NOT NULL CHECK (trip > 0),
      leg INTEGER NOT NULL CHECK (leg > 0),
      state TEXT NOT NULL CHECK (state IN ('listing', 'listed', 'linking', 'asking', 'choosing',
        'reviewing', 'confirming', 'sending', 'agreement', 'updating', 'unsure', 'following',
        'ended')),
      written TEXT NOT NULL,              -- JSON
      checksum INTEGER,
      PRIMARY KEY (house, number)
    ) STRICT;

    -- News for people: about the passes of a booking, what they wait for, or a ride.
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
      checksum INTEGER,
      CHECK ((booking IS NULL) = (passes IS NULL)),
      CHECK ((purchase IS NULL) = (trip IS NULL) AND (purchase IS NULL) = (leg IS NULL)),
      CHECK ((booking IS NOT NULL) + (wait IS NOT NULL) + (purchase IS NOT NULL) = 1)
    ) STRICT;
    INSERT INTO new_notice SELECT number, user, booking, passes, made_ms, expires_ms, sent, told_ms,
      wait, NULL, NULL, NULL, CASE
        WHEN checksum IS row_checksum(number, user, booking, passes, made_ms, expires_ms, sent,
          told_ms, wait)
        THEN row_checksum(number, user, booking, passes, made_ms, expires_ms, sent, told_ms, wait,
          NULL, NULL, NULL)
        ELSE checksum END
      FROM notice;
    DROP TABLE notice;
    ALTER TABLE new_notice RENAME TO notice;
    CREATE INDEX notice_untold ON notice (expires_ms) WHERE told_ms IS NULL;

    -- For people to read.
    CREATE VIEW purchases AS
      SELECT p.number AS purchase, u.name AS user, 'T' || p.trip || '.' || p.leg AS leg, p.state
      FROM purchase p JOIN user u ON u.number = p.owner;
    """
}
