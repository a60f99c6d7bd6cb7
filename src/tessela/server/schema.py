"""The tables of the database, and the steps from every earlier version to this one.

Each step is written once, in the words of SQLite; for PostgreSQL the names of types are put in (`in_postgres`).

A table has a number beside its id, and where its game is stands apart in `head`: so events are added at the end of one tree, the
pages that live games change lie close together, and carrying the write-ahead log over into the file takes no time.
"""

import re
import sqlite3
from typing import Any

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE game_table (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, listed INTEGER NOT NULL,
        clocked INTEGER NOT NULL, bots INTEGER NOT NULL, about BLOB NOT NULL
    );
    CREATE INDEX table_status ON game_table (status, listed);
    CREATE TABLE head (
        number INTEGER PRIMARY KEY, version INTEGER NOT NULL, to_move INTEGER, round INTEGER NOT NULL, scores TEXT NOT NULL
    );
    CREATE TABLE seat_guest (
        guest TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (guest, number)
    ) WITHOUT ROWID;
    CREATE INDEX seat_table ON seat_guest (number);
    CREATE TABLE event (
        number INTEGER NOT NULL, version INTEGER NOT NULL, seat INTEGER, kind TEXT NOT NULL, payload BLOB NOT NULL,
        client_move_id TEXT, at INTEGER NOT NULL, UNIQUE (number, version)
    );
    CREATE TABLE guest (id TEXT PRIMARY KEY, nickname TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE record (id TEXT PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE secret (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), key TEXT NOT NULL);
    CREATE TABLE downtime (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL);
    CREATE TABLE alive (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), at INTEGER NOT NULL);
    """,
    """
    DROP TABLE downtime;
    DROP TABLE alive;
    CREATE TABLE uptime (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), milliseconds INTEGER NOT NULL);
    """,
    """
    CREATE TABLE review (id TEXT PRIMARY KEY, engine TEXT NOT NULL, review BLOB NOT NULL);
    """,
    """
    CREATE TABLE solving (
        guest TEXT NOT NULL, puzzle TEXT NOT NULL, game TEXT NOT NULL, state TEXT NOT NULL, day TEXT, about BLOB NOT NULL,
        PRIMARY KEY (guest, puzzle)
    ) WITHOUT ROWID;
    CREATE TABLE solver (guest TEXT NOT NULL, game TEXT NOT NULL, about BLOB NOT NULL, PRIMARY KEY (guest, game)) WITHOUT ROWID;
    CREATE TABLE puzzle_rating (
        puzzle TEXT PRIMARY KEY, game TEXT NOT NULL, value REAL NOT NULL, about BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE deal (
        guest TEXT NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL, game_table TEXT NOT NULL, PRIMARY KEY (guest, game, day)
    ) WITHOUT ROWID;
    CREATE INDEX deal_day ON deal (day, game);
    CREATE TABLE consent (guest TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    CREATE TABLE bot_token (
        digest TEXT PRIMARY KEY, owner TEXT NOT NULL, bot TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX token_owner ON bot_token (owner);
    """,
    """
    ALTER TABLE guest ADD COLUMN kept INTEGER;
    ALTER TABLE guest ADD COLUMN looks TEXT;
    ALTER TABLE guest ADD COLUMN code_place TEXT;
    ALTER TABLE guest ADD COLUMN code_hash TEXT;
    CREATE UNIQUE INDEX guest_looks ON guest (looks);
    CREATE UNIQUE INDEX guest_code ON guest (code_place);
    CREATE TABLE passkey (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, host TEXT NOT NULL, public_key BLOB NOT NULL, signs INTEGER NOT NULL,
        device TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkey_guest ON passkey (guest);
    CREATE TABLE session (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, device TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX session_guest ON session (guest);
    CREATE TABLE ticket (
        digest TEXT PRIMARY KEY, purpose TEXT NOT NULL, guest TEXT NOT NULL, until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX ticket_guest ON ticket (guest);
    """,
    """
    ALTER TABLE game_table ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
    """,
    """
    CREATE TABLE push_key (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), private TEXT NOT NULL);
    CREATE TABLE push (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
        language TEXT NOT NULL, device TEXT NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX push_guest ON push (guest);
    CREATE TABLE quiet (
        guest TEXT PRIMARY KEY, zone TEXT NOT NULL, begins INTEGER NOT NULL, ends INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE notice (
        guest TEXT NOT NULL, game_table TEXT NOT NULL, version INTEGER NOT NULL, due INTEGER, tries INTEGER NOT NULL,
        PRIMARY KEY (guest, game_table)
    ) WITHOUT ROWID;
    CREATE INDEX notice_due ON notice (due);
    CREATE INDEX notice_table ON notice (game_table);
    CREATE TABLE vacation (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, began INTEGER NOT NULL, until INTEGER NOT NULL, ended INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX vacation_guest ON vacation (guest);
    """,
    """
    CREATE TABLE bond (
        guest TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (guest, other)
    ) WITHOUT ROWID;
    CREATE INDEX bond_other ON bond (other);
    CREATE TABLE seek (
        guest TEXT PRIMARY KEY, game TEXT NOT NULL, terms TEXT NOT NULL, rating REAL NOT NULL, bots INTEGER NOT NULL,
        since INTEGER NOT NULL, seen INTEGER NOT NULL, game_table TEXT
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE tournament (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, listed INTEGER NOT NULL,
        version INTEGER NOT NULL, about BLOB NOT NULL
    );
    CREATE INDEX tournament_status ON tournament (status);
    CREATE TABLE tournament_guest (guest TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (guest, number)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE played (
        guest TEXT NOT NULL, game_table TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, at INTEGER NOT NULL,
        result TEXT NOT NULL, rated INTEGER NOT NULL, score INTEGER NOT NULL, accuracy REAL, kinds BLOB, board BLOB,
        PRIMARY KEY (guest, game_table)
    ) WITHOUT ROWID;
    CREATE INDEX played_when ON played (guest, at, game_table);
    CREATE INDEX played_table ON played (game_table);
    CREATE TABLE met (
        guest TEXT NOT NULL, other TEXT NOT NULL, game_table TEXT NOT NULL, place INTEGER NOT NULL,
        PRIMARY KEY (guest, game_table, other)
    ) WITHOUT ROWID;
    CREATE INDEX met_other ON met (other);
    CREATE TABLE rated_game (
        number INTEGER PRIMARY KEY, game_table TEXT NOT NULL UNIQUE, game TEXT NOT NULL, pace TEXT NOT NULL, at INTEGER NOT NULL
    );
    CREATE TABLE rated_seat (
        number INTEGER NOT NULL, seat INTEGER NOT NULL, guest TEXT, level TEXT, place INTEGER NOT NULL, before REAL, value REAL,
        deviation REAL, PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;
    CREATE INDEX rated_guest ON rated_seat (guest, number);
    CREATE TABLE rating (
        guest TEXT NOT NULL, game TEXT NOT NULL, pace TEXT NOT NULL, value REAL NOT NULL, deviation REAL NOT NULL,
        volatility REAL NOT NULL, games INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (guest, game, pace)
    ) WITHOUT ROWID;
    CREATE TABLE profile (guest TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    CREATE TABLE chat_line (
        game_table TEXT NOT NULL, place INTEGER NOT NULL, guest TEXT, seat INTEGER NOT NULL, text TEXT NOT NULL, said TEXT,
        at INTEGER NOT NULL, PRIMARY KEY (game_table, place), UNIQUE (game_table, guest, said)
    ) WITHOUT ROWID;
    CREATE INDEX chat_guest ON chat_line (guest);
    CREATE TABLE mute (
        guest TEXT NOT NULL, other TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (guest, other)
    ) WITHOUT ROWID;
    CREATE INDEX mute_other ON mute (other);
    """,
    """
    CREATE TABLE admin_order (
        number INTEGER PRIMARY KEY, what TEXT NOT NULL, about TEXT, value TEXT, at INTEGER NOT NULL, done INTEGER, answer TEXT
    );
    CREATE INDEX order_about ON admin_order (about);
    CREATE TABLE ban (guest TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE visit (guest TEXT PRIMARY KEY, day INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX visit_day ON visit (day);
    """,
    """
    CREATE TABLE club (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, about BLOB NOT NULL);
    CREATE TABLE club_guest (guest TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (guest, number)) WITHOUT ROWID;
    CREATE INDEX club_people ON club_guest (number);
    ALTER TABLE tournament ADD COLUMN club TEXT;
    CREATE INDEX tournament_club ON tournament (club);
    """,
)


class SchemaError(Exception):
    """The database was written by a newer version."""


_BEFORE_ALL = """
    CREATE TABLE IF NOT EXISTS schema_version (only_one BIGINT PRIMARY KEY CHECK (only_one = 1), version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (1, 0) ON CONFLICT DO NOTHING;
    CREATE TABLE IF NOT EXISTS pulse (
        only_one BIGINT PRIMARY KEY CHECK (only_one = 1), milliseconds BIGINT NOT NULL, noted TIMESTAMPTZ NOT NULL
    );
    INSERT INTO pulse VALUES (1, 0, 'epoch') ON CONFLICT DO NOTHING;
    CREATE UNLOGGED TABLE IF NOT EXISTS lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until TIMESTAMPTZ NOT NULL);
    CREATE UNLOGGED TABLE IF NOT EXISTS peer (
        name TEXT PRIMARY KEY, digest TEXT NOT NULL, places BIGINT NOT NULL, until TIMESTAMPTZ NOT NULL
    );
    CREATE UNLOGGED TABLE IF NOT EXISTS errand (
        server TEXT NOT NULL, number BIGINT NOT NULL, digest TEXT NOT NULL, asked TIMESTAMPTZ NOT NULL, name TEXT NOT NULL,
        arguments BYTEA NOT NULL, seconds DOUBLE PRECISION NOT NULL, worker TEXT, answer BYTEA, PRIMARY KEY (server, number)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    CREATE INDEX IF NOT EXISTS errand_waits ON errand (digest, asked) WHERE worker IS NULL;
    CREATE OR REPLACE FUNCTION json_extract(document TEXT, path TEXT) RETURNS BIGINT IMMUTABLE LANGUAGE SQL
        AS $$ SELECT CAST(jsonb_path_query_first(CAST(document AS JSONB), CAST(path AS JSONPATH)) AS BIGINT) $$;
    CREATE OR REPLACE FUNCTION instr(whole BYTEA, part BYTEA) RETURNS INTEGER IMMUTABLE LANGUAGE SQL
        AS $$ SELECT position(part IN whole) $$;
"""  # what SQLite has by itself, what `pulse.py` has in a file, and what only several servers need
_IN_POSTGRES = {
    "INTEGER PRIMARY KEY": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    " WITHOUT ROWID": "",
}
_MIGRATING = 0x7E55E1A  # the lock that one server holds while it changes tables


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest version, each step whole or not at all."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, step in _missing(version):
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")


def migrate_postgres(connection: Any) -> None:
    """The same for PostgreSQL, all of it whole or not at all; of many servers that start at once one does it."""
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        connection.execute(_BEFORE_ALL)
        for number, step in _missing(connection.execute("SELECT version FROM schema_version").fetchone()[0]):
            connection.execute(in_postgres(step))
            connection.execute(f"UPDATE schema_version SET version = {number}")


def in_postgres(step: str) -> str:
    """A step with the types of PostgreSQL."""
    return re.sub("|".join(_IN_POSTGRES), lambda found: _IN_POSTGRES[found[0]], step)


def _missing(version: int) -> list[tuple[int, str]]:
    """The steps from a version to the newest, each with the version that it leads to."""
    if version > len(MIGRATIONS):
        raise SchemaError(f"the database has version {version}, this Tessela knows {len(MIGRATIONS)}: use a newer one")
    return list(enumerate(MIGRATIONS[version:], start=version + 1))
