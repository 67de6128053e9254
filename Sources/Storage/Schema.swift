// The tables, and the steps by which an older store becomes one of today.

/// The schema: an ordered list of steps. A store's `user_version` counts the steps it has taken;
/// a change is one more step at the end, never a change of one that has been released.
enum Schema {
  /// `ushr`, in the file's header, tells a store from other databases.
  static let applicationID: Int64 = 0x7573_6872

  /// The version that a store has after all steps.
  static var version: Int { steps.count }

  static let steps: [StaticString] = [
    tables, checksums, news, series, waits, people, travel, accounts,
  ]

  /// A checksum for each row, of all columns before it in their order; NULL nowhere. To erase a
  /// user, a person or a text, set the columns to NULL and the checksum to 0.
  private static let checksums: StaticString = """
    ALTER TABLE store ADD COLUMN checksum INTEGER;
    UPDATE store SET checksum =
      row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass, last_call);
    ALTER TABLE user ADD COLUMN checksum INTEGER;
    UPDATE user SET checksum = CASE WHEN name IS NULL THEN 0 ELSE row_checksum(number, name) END;
    ALTER TABLE person ADD COLUMN checksum INTEGER;
    UPDATE person SET checksum =
      CASE WHEN name IS NULL THEN 0 ELSE row_checksum(number, name, email, phone) END;
    ALTER TABLE text ADD COLUMN checksum INTEGER;
    UPDATE text SET checksum =
      CASE WHEN content IS NULL THEN 0 ELSE row_checksum(number, content) END;
    ALTER TABLE room ADD COLUMN checksum INTEGER;
    UPDATE room SET checksum = row_checksum(number, id, name, location, floor, seats,
      square_metres, step_free, grid_minutes, step_minutes, slots_since_seconds, listed);
    ALTER TABLE booking ADD COLUMN checksum INTEGER;
    UPDATE booking SET checksum = row_checksum(reference, version, state, room, from_minute,
      to_minute, start_seconds, end_seconds, title, description, private, owner, changed_ms);
    ALTER TABLE attendee ADD COLUMN checksum INTEGER;
    UPDATE attendee SET checksum = row_checksum(booking, place, id, person);
    ALTER TABLE pass ADD COLUMN checksum INTEGER;
    UPDATE pass SET checksum = row_checksum(id, sequence, booking, booking_version, attendee,
      place, person, room, from_minute, to_minute, start_seconds, end_seconds, title,
      description, queued_ms, deadline_ms, kind, state, due_ms, call, asks, accepted_ms, failure,
      attempts, attempts_max, goes_alone, may_be_out, withdrawn, trouble_since_ms, trouble,
      told);
    ALTER TABLE message ADD COLUMN checksum INTEGER;
    UPDATE message SET checksum = row_checksum(entry, principal, conversation, speaker, name,
      text, reply, expires_ms);
    ALTER TABLE journal ADD COLUMN checksum INTEGER;
    UPDATE journal SET checksum = row_checksum(entry, at_ms, user, form, kind, fact);
    """

  /// News as they are now: the table that was there had never held anything.
  private static let news: StaticString = """
    ALTER TABLE store ADD COLUMN last_news INTEGER NOT NULL DEFAULT 0 CHECK (last_news >= 0);
    UPDATE store SET checksum = row_checksum(only_row, last_entry, last_booking, last_attendee,
      last_pass, last_call, last_news);
    DROP TABLE notice;
    -- News for people about the passes of their bookings.
    CREATE TABLE notice (
      number INTEGER PRIMARY KEY CHECK (number > 0), -- the `seq` of the protocol
      user INTEGER NOT NULL REFERENCES user (number),
      booking INTEGER NOT NULL REFERENCES booking (reference),
      passes TEXT NOT NULL,               -- which, and why, as in the journal
      made_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL,        -- nobody need hear it any more
      sent INTEGER NOT NULL CHECK (sent IN (0, 1)), -- a program was sent it at least once
      told_ms INTEGER,                    -- when it was heard or given up; NULL: still to be heard
      checksum INTEGER
    ) STRICT;
    CREATE INDEX notice_untold ON notice (expires_ms) WHERE told_ms IS NULL;
    """

  /// Which of a series a booking is, and the dates of the others that a pass names. All other
  /// columns of both tables are held against the journal by a check: their sums may be made anew.
  private static let series: StaticString = """
    ALTER TABLE store ADD COLUMN last_series INTEGER NOT NULL DEFAULT 0 CHECK (last_series >= 0);
    UPDATE store SET checksum = CASE
      WHEN checksum IS row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass,
        last_call, last_news)
      THEN row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass, last_call,
        last_news, last_series) ELSE checksum END;
    ALTER TABLE booking ADD COLUMN series INTEGER CHECK (series > 0);
    ALTER TABLE booking ADD COLUMN series_rule TEXT; -- RFC 5545 §3.3.10
    ALTER TABLE booking ADD COLUMN series_index INTEGER CHECK (series_index > 0);
    ALTER TABLE booking ADD COLUMN series_count INTEGER CHECK (series_count > 0);
    UPDATE booking SET checksum =
      row_checksum(reference, version, state, room, from_minute, to_minute, start_seconds,
        end_seconds, title, description, private, owner, changed_ms, series, series_rule,
        series_index, series_count);
    -- As in the journal: a list of the minutes at which each begins and ends, NULL for none.
    ALTER TABLE pass ADD COLUMN dates TEXT;
    UPDATE pass SET checksum =
      row_checksum(id, sequence, booking, booking_version, attendee, place, person, room,
        from_minute, to_minute, start_seconds, end_seconds, title, description, queued_ms,
        deadline_ms, kind, state, due_ms, call, asks, accepted_ms, failure, attempts, attempts_max,
        goes_alone, may_be_out, withdrawn, trouble_since_ms, trouble, told, dates);
    """

  /// What people wait for, what of it is held in `slot`, and news of it. A table whose columns must
  /// be able to be NULL is made anew; where a checksum was wrong it stays so, for the check.
  private static let waits: StaticString = """
    ALTER TABLE store ADD COLUMN last_wait INTEGER NOT NULL DEFAULT 0 CHECK (last_wait >= 0);
    UPDATE store SET checksum = CASE
      WHEN checksum IS row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass,
        last_call, last_news, last_series)
      THEN row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass, last_call,
        last_news, last_series, last_wait) ELSE checksum END;
    CREATE TABLE wait (
      number INTEGER PRIMARY KEY CHECK (number > 0),
      user INTEGER NOT NULL REFERENCES user (number),
      wish TEXT NOT NULL,                 -- what for, as in the journal
      made_ms INTEGER NOT NULL,
      ends_ms INTEGER NOT NULL,           -- from then on nothing can be offered
      state TEXT NOT NULL CHECK (state IN ('waiting', 'offered', 'booked', 'given-up', 'declined',
        'lapsed', 'past')),
      room INTEGER REFERENCES room (number), -- what is or was offered, as are the rest
      from_minute INTEGER,
      to_minute INTEGER CHECK (to_minute > from_minute),
      start_seconds INTEGER,
      end_seconds INTEGER CHECK (end_seconds > start_seconds),
      until_ms INTEGER,                   -- held until then
      checksum INTEGER,
      CHECK (room IS NOT NULL OR state NOT IN ('offered', 'declined', 'lapsed')),
      CHECK ((room IS NULL) = (from_minute IS NULL) AND (room IS NULL) = (to_minute IS NULL)
        AND (room IS NULL) = (start_seconds IS NULL) AND (room IS NULL) = (end_seconds IS NULL)
        AND (room IS NULL) = (until_ms IS NULL))
    ) STRICT;
    CREATE INDEX wait_open ON wait (number) WHERE state IN ('waiting', 'offered');

    -- One row for each step that a held booking, or a place held for who waits, takes of a room.
    CREATE TABLE new_slot (
      room INTEGER NOT NULL REFERENCES room (number),
      start_seconds INTEGER NOT NULL,
      booking INTEGER REFERENCES booking (reference),
      wait INTEGER REFERENCES wait (number),
      PRIMARY KEY (room, start_seconds),
      CHECK ((booking IS NULL) <> (wait IS NULL))
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_slot SELECT room, start_seconds, booking, NULL FROM slot;
    DROP TABLE slot;
    ALTER TABLE new_slot RENAME TO slot;

    -- News for people: about the passes of a booking, or about what they wait for.
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
      checksum INTEGER,
      CHECK ((booking IS NULL) = (passes IS NULL) AND (booking IS NULL) <> (wait IS NULL))
    ) STRICT;
    INSERT INTO new_notice SELECT number, user, booking, passes, made_ms, expires_ms, sent, told_ms,
      NULL, CASE
        WHEN checksum IS row_checksum(number, user, booking, passes, made_ms, expires_ms, sent,
          told_ms)
        THEN row_checksum(number, user, booking, passes, made_ms, expires_ms, sent, told_ms, NULL)
        ELSE checksum END
      FROM notice;
    DROP TABLE notice;
    ALTER TABLE new_notice RENAME TO notice;
    CREATE INDEX notice_untold ON notice (expires_ms) WHERE told_ms IS NULL;

    -- For people to read.
    CREATE VIEW waits AS
      SELECT 'W' || w.number AS wait, u.name AS user, w.state, r.name AS offered_room,
        strftime('%Y-%m-%dT%H:%M', w.from_minute * 60, 'unixepoch') AS offered_from,
        strftime('%Y-%m-%dT%H:%M', w.to_minute * 60, 'unixepoch') AS offered_to,
        strftime('%Y-%m-%dT%H:%M:%SZ', w.until_ms / 1000, 'unixepoch') AS held_until_utc,
        strftime('%Y-%m-%dT%H:%M:%SZ', w.ends_ms / 1000, 'unixepoch') AS ends_utc
      FROM wait w JOIN user u ON u.number = w.user LEFT JOIN room r ON r.number = w.room;
    """

  /// Who booked in the name of the owner (NULL: the owner), and people without a number (NULL). The
  /// rows of `person` are taken out and put back while what refers to them waits for the end of the
  /// transaction.
  private static let people: StaticString = """
    ALTER TABLE booking ADD COLUMN booked_by INTEGER REFERENCES user (number); -- NULL: the owner
    UPDATE booking SET checksum = row_checksum(reference, version, state, room, from_minute,
      to_minute, start_seconds, end_seconds, title, description, private, owner, changed_ms,
      series, series_rule, series_index, series_count, booked_by);
    PRAGMA defer_foreign_keys = ON;
    CREATE TEMP TABLE person_before AS SELECT * FROM person;
    DROP TABLE person;
    CREATE TABLE person (
      number INTEGER PRIMARY KEY, name TEXT, email TEXT,
      phone TEXT,
      checksum INTEGER,
      CHECK ((name IS NULL) = (email IS NULL) AND (name IS NOT NULL OR phone IS NULL))
    ) STRICT;
    INSERT INTO person (number, name, email, phone, checksum)
      SELECT number, name, email, phone, checksum FROM person_before;
    DROP TABLE person_before;
    """

  /// Times: `…_ms` are milliseconds and `…_seconds` seconds of UNIX time; `…_minute` are minutes
  /// since 1970-01-01 00:00 by the clock on the wall. The views show them as ISO 8601 text.
  private static let tables: StaticString = """
    -- The highest numbers ever given out, also to what is gone.
    CREATE TABLE store (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      last_entry INTEGER NOT NULL CHECK (last_entry >= 0),
      last_booking INTEGER NOT NULL CHECK (last_booking >= 0),
      last_attendee INTEGER NOT NULL CHECK (last_attendee >= 0),
      last_pass INTEGER NOT NULL CHECK (last_pass >= 0),
      last_call INTEGER NOT NULL CHECK (last_call >= 0)
    ) STRICT;
    INSERT INTO store VALUES (1, 0, 0, 0, 0, 0);

    -- What may have to be erased: users, people and texts. The journal knows only their numbers.
    -- To erase, set the columns to NULL; the rows stay.
    CREATE TABLE user (number INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT;
    CREATE TABLE person (
      number INTEGER PRIMARY KEY, name TEXT, email TEXT, phone TEXT,
      CHECK ((name IS NULL) = (email IS NULL) AND (name IS NULL) = (phone IS NULL))
    ) STRICT;
    CREATE TABLE text (number INTEGER PRIMARY KEY, content TEXT) STRICT;

    CREATE TABLE room (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,            -- as the building file knows it
      name TEXT NOT NULL,
      location TEXT,
      floor TEXT,
      seats INTEGER,
      square_metres INTEGER,
      step_free INTEGER CHECK (step_free IN (0, 1)),
      grid_minutes INTEGER NOT NULL CHECK (grid_minutes > 0),
      step_minutes INTEGER NOT NULL CHECK (step_minutes > 0),
      slots_since_seconds INTEGER NOT NULL, -- bookings that ended before have no slots any more
      listed INTEGER NOT NULL CHECK (listed IN (0, 1)) -- whether the building still has it
    ) STRICT;

    CREATE TABLE booking (
      reference INTEGER PRIMARY KEY CHECK (reference > 0),
      version INTEGER NOT NULL CHECK (version > 0),
      state TEXT NOT NULL CHECK (state IN ('held', 'cancelled')),
      room INTEGER NOT NULL REFERENCES room (number),
      from_minute INTEGER NOT NULL,
      to_minute INTEGER NOT NULL CHECK (to_minute > from_minute),
      start_seconds INTEGER NOT NULL,
      end_seconds INTEGER NOT NULL CHECK (end_seconds > start_seconds),
      title INTEGER REFERENCES text (number),
      description INTEGER REFERENCES text (number),
      private INTEGER NOT NULL CHECK (private IN (0, 1)),
      owner INTEGER NOT NULL REFERENCES user (number),
      changed_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX booking_held ON booking (end_seconds) WHERE state = 'held';
    CREATE INDEX booking_cancelled ON booking (changed_ms) WHERE state = 'cancelled';

    CREATE TABLE attendee (
      booking INTEGER NOT NULL REFERENCES booking (reference),
      place INTEGER NOT NULL CHECK (place >= 0), -- in the order in which they were named
      id INTEGER NOT NULL CHECK (id > 0),
      person INTEGER NOT NULL REFERENCES person (number),
      PRIMARY KEY (booking, place)
    ) STRICT, WITHOUT ROWID;

    -- One row for each step that a held booking takes of a room: no two bookings can overlap.
    CREATE TABLE slot (
      room INTEGER NOT NULL REFERENCES room (number),
      start_seconds INTEGER NOT NULL,
      booking INTEGER NOT NULL REFERENCES booking (reference),
      PRIMARY KEY (room, start_seconds)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pass (
      id INTEGER NOT NULL CHECK (id > 0),
      sequence INTEGER NOT NULL CHECK (sequence >= 0),
      booking INTEGER NOT NULL REFERENCES booking (reference),
      booking_version INTEGER NOT NULL,
      attendee INTEGER NOT NULL,
      place INTEGER NOT NULL,
      person INTEGER NOT NULL REFERENCES person (number),
      room INTEGER NOT NULL REFERENCES room (number),
      from_minute INTEGER NOT NULL,
      to_minute INTEGER NOT NULL CHECK (to_minute > from_minute),
      start_seconds INTEGER NOT NULL,
      end_seconds INTEGER NOT NULL CHECK (end_seconds > start_seconds),
      title INTEGER REFERENCES text (number),
      description INTEGER REFERENCES text (number),
      queued_ms INTEGER NOT NULL,
      deadline_ms INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('new', 'update', 'cancellation')),
      state TEXT NOT NULL CHECK (state IN ('queued', 'attempting', 'parked', 'unknown',
        'accepted', 'failed', 'expired', 'superseded')),
      due_ms INTEGER,                     -- queued, parked, unknown: not before
      call INTEGER,                       -- attempting: in which call
      asks INTEGER NOT NULL CHECK (asks IN (0, 1)), -- attempting: the call asks and sends nothing
      accepted_ms INTEGER,                -- accepted: when
      failure TEXT,                       -- failed: why, as in the journal
      attempts INTEGER NOT NULL CHECK (attempts >= 0),
      attempts_max INTEGER NOT NULL,
      goes_alone INTEGER NOT NULL CHECK (goes_alone IN (0, 1)),
      may_be_out INTEGER NOT NULL CHECK (may_be_out IN (0, 1)),
      withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
      trouble_since_ms INTEGER,
      trouble TEXT,                       -- of the last attempt that did not end well
      told TEXT NOT NULL CHECK (told IN ('nothing', 'trouble', 'end')),
      PRIMARY KEY (id, sequence)
    ) STRICT;
    CREATE INDEX pass_booking ON pass (booking);
    CREATE INDEX pass_open ON pass (booking)
      WHERE state IN ('queued', 'attempting', 'parked', 'unknown');

    -- Answers to messages, for those who repeat them.
    CREATE TABLE message (
      entry INTEGER PRIMARY KEY,          -- the line of the journal that tells of it
      principal TEXT NOT NULL,
      conversation TEXT NOT NULL,
      speaker TEXT NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      reply TEXT NOT NULL,
      expires_ms INTEGER NOT NULL,
      UNIQUE (principal, conversation, speaker, name)
    ) STRICT;
    CREATE INDEX message_expires ON message (expires_ms);

    -- News that wait for somebody who is not there.
    CREATE TABLE notice (
      number INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user (number),
      booking INTEGER REFERENCES booking (reference),
      text INTEGER NOT NULL REFERENCES text (number),
      made_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL,
      told_ms INTEGER
    ) STRICT;

    CREATE TABLE journal (
      entry INTEGER PRIMARY KEY CHECK (entry > 0),
      at_ms INTEGER NOT NULL,
      user INTEGER REFERENCES user (number), -- NULL: the agent itself
      form INTEGER NOT NULL,              -- the version of the fact's form
      kind TEXT NOT NULL,
      fact TEXT NOT NULL                  -- JSON
    ) STRICT;

    -- For people to read.
    CREATE VIEW bookings AS
      SELECT 'B' || b.reference AS booking, b.version, b.state, r.name AS room,
        strftime('%Y-%m-%dT%H:%M', b.from_minute * 60, 'unixepoch') AS "from",
        strftime('%Y-%m-%dT%H:%M', b.to_minute * 60, 'unixepoch') AS "to",
        strftime('%Y-%m-%dT%H:%M:%SZ', b.start_seconds, 'unixepoch') AS start_utc,
        coalesce(t.content, '') AS title, coalesce(d.content, '') AS description,
        b.private, u.name AS owner,
        (SELECT group_concat(p.name, ', ')
          FROM (SELECT person FROM attendee WHERE booking = b.reference ORDER BY place) a
          JOIN person p ON p.number = a.person) AS attendees,
        strftime('%Y-%m-%dT%H:%M:%SZ', b.changed_ms / 1000, 'unixepoch') AS changed_utc
      FROM booking b
        JOIN room r ON r.number = b.room
        JOIN user u ON u.number = b.owner
        LEFT JOIN text t ON t.number = b.title
        LEFT JOIN text d ON d.number = b.description;
    CREATE VIEW passes AS
      SELECT 'P' || p.id AS pass, p.sequence, 'B' || p.booking AS booking, who.name, who.email,
        who.phone, p.kind, p.state, p.attempts,
        strftime('%Y-%m-%dT%H:%M:%SZ', p.due_ms / 1000, 'unixepoch') AS due_utc,
        strftime('%Y-%m-%dT%H:%M:%SZ', p.accepted_ms / 1000, 'unixepoch') AS accepted_utc,
        p.failure, p.trouble
      FROM pass p JOIN person who ON who.number = p.person;
    """
}
