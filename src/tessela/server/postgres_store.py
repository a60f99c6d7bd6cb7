"""Everything in one PostgreSQL database, which any number of servers may use at the same time."""

import secrets

import psycopg

from tessela.server.postgres import PostgresEngine
from tessela.server.schema import SchemaError, migrate_postgres
from tessela.server.sql_store import SqlStore
from tessela.server.store import LEASE_SECONDS, StoreError

AWAY_MS = 3_000  # of whom nothing was heard for so long no server was up
_PASSED = f"CASE WHEN clock_timestamp() - noted BETWEEN '0 ms' AND '{AWAY_MS} ms' THEN clock_timestamp() - noted ELSE '0 ms' END"
_NOW = f"milliseconds + CAST(1000 * extract(epoch FROM {_PASSED}) AS BIGINT)"
_UPTIME = f"SELECT {_NOW} FROM pulse"
_BEAT = f"UPDATE pulse SET milliseconds = greatest(CAST(? AS BIGINT), {_NOW}), noted = clock_timestamp()"
_UNTIL = f"clock_timestamp() + INTERVAL '{LEASE_SECONDS} s'"
_LEASE = (
    f"INSERT INTO lease VALUES (?, ?, {_UNTIL}) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until"
    " WHERE lease.owner = excluded.owner OR lease.until < clock_timestamp()"
)


class PostgresStore(SqlStore):
    """A store that several servers share."""

    def __init__(self, address: str):
        self.secret = _ready(address)
        self._engine: PostgresEngine = PostgresEngine(address)

    async def let_go(self) -> None:
        """Answer what was asked for, and close all connections."""
        await self._engine.let_go()

    def close(self) -> None:
        """There are no files to let go of."""

    async def arrived(self) -> None:
        """Rows were copied here with the numbers they had: the next ones go on from there."""
        await self._ask("SELECT setval(pg_get_serial_sequence('game_table', 'number'), max(number)) FROM game_table")

    async def uptime(self) -> int:
        """How long servers have been up on this store, in milliseconds; while another is, it goes on by the database's clock."""
        return int((await self._ask(_UPTIME))[0][0])

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        await self._do(_BEAT, at)

    async def beat(self, at: int, lasting: bool) -> int:
        """The same, and what all servers agree on."""
        await self._do(_BEAT, at)
        return await self.uptime()

    @property
    def is_shared(self) -> bool:
        """It is."""
        return True

    async def lease(self, name: str, owner: str) -> bool:
        """Be the one who does something, for a while; whether nobody else is."""
        return await self._do(_LEASE, name, owner) > 0

    async def renew(self, owner: str) -> None:
        """Go on being the one for all that one has a lease of."""
        await self._do(f"UPDATE lease SET until = {_UNTIL} WHERE owner = ?", owner)

    async def release(self, name: str, owner: str) -> None:
        """Leave it to whoever comes next."""
        await self._do("DELETE FROM lease WHERE name = ? AND owner = ?", name, owner)


def _ready(address: str) -> bytes:
    """Bring the database to the newest version; the key that signs cookies and links, made by the first server."""
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=10) as connection:
            migrate_postgres(connection)
            made = "INSERT INTO secret VALUES (1, %s) ON CONFLICT DO NOTHING"
            connection.execute(made, (secrets.token_hex(32),))
            found = connection.execute("SELECT key FROM secret").fetchone()
    except (psycopg.Error, SchemaError) as error:
        raise StoreError(f"cannot use the database: {' '.join(str(error).split())}") from None
    assert found is not None
    return str(found[0]).encode()
