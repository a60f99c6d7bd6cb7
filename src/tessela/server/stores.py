"""Which store an address means: a folder on this machine, or a PostgreSQL database."""

from pathlib import Path

from tessela.extras import require
from tessela.server.sql_store import SqlStore
from tessela.server.sqlite_store import FILE, SqliteStore
from tessela.server.store import StoreError

SCHEMES = "postgresql://", "postgres://"


def store_at(address: str) -> SqlStore:
    """The store of an address, opened."""
    if address.startswith(SCHEMES):
        require("scale", "--store postgresql://…")
        from tessela.server.postgres_store import PostgresStore

        return PostgresStore(address)
    if "://" in address:
        scheme = address.partition("://")[0]
        raise StoreError(f"a store is a folder or postgresql://USER@HOST/DATABASE; {scheme}:// is neither")
    return SqliteStore(Path(address))


def is_shared(address: str) -> bool:
    """Whether several servers may use a store at the same time."""
    return address.startswith(SCHEMES)


def opened_to_read_from(address: str) -> SqlStore:
    """The same, where it has to be there already."""
    if not is_shared(address) and "://" not in address and not (Path(address) / FILE).is_file():
        raise StoreError(f"there is no database in {address}")
    return store_at(address)
