"""The tables of the SQLite database, and the steps from every earlier version to this one."""

import sqlite3

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE game_table (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, listed INTEGER NOT NULL, created INTEGER NOT NULL, clocked INTEGER NOT NULL,
        bots INTEGER NOT NULL, about BLOB NOT NULL,
        version INTEGER NOT NULL, to_move INTEGER, round INTEGER NOT NULL, scores TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX table_lobby ON game_table (status, listed, created);
    CREATE TABLE seat_guest (
        guest TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (guest, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE event (
        table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER, kind TEXT NOT NULL, payload BLOB NOT NULL,
        client_move_id TEXT, at INTEGER NOT NULL, PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID;
    CREATE TABLE guest (id TEXT PRIMARY KEY, nickname TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE record (id TEXT PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE downtime (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL);
    CREATE TABLE alive (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), at INTEGER NOT NULL);
    """,
)


class SchemaError(Exception):
    """The database was written by a newer version."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest version, each step whole or not at all."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise SchemaError(f"the database has version {version}, this Tessela knows {len(MIGRATIONS)}: use a newer one")
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
