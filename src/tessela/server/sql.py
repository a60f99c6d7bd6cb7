"""What a store says to its database, as values: each statement is written once, and carried out by the engine that is there.

A piece of work is a generator: it yields statements and is given what they found. All of it is one transaction.
"""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")
RowType = TypeVar("RowType", bound=Struct)


class Ask(NamedTuple):
    """A statement that finds rows. Its values stand where it has a `?`."""

    sql: str
    values: tuple[object, ...] = ()


class Do(NamedTuple):
    """A statement that changes rows; it answers with how many."""

    sql: str
    values: tuple[object, ...] = ()


class AddMany(NamedTuple):
    """Rows that are added with few statements: `insert`, then the text of each row, then `conflict`."""

    insert: str
    row: str
    rows: list[tuple[object, ...]]
    conflict: str = ""

    def statements(self, most: int) -> list[Do]:
        """The statements, each with so many rows at most."""
        parts = [self.rows[first : first + most] for first in range(0, len(self.rows), most)]
        return [self._statement(part) for part in parts]

    def _statement(self, rows: list[tuple[object, ...]]) -> Do:
        text = f"{self.insert} {', '.join([self.row] * len(rows))} {self.conflict}"
        return Do(text, tuple(value for values in rows for value in values))


Work = Generator[Ask | Do | AddMany, Any, T]


class Engine(Protocol):
    """A database that carries work out. What cannot be is a `StoreError`, and nothing of it was done."""

    async def read(self, ask: Ask) -> list[Any]:
        """The rows that a statement finds."""
        ...

    async def write(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done; returns what it returns once it is safe on disk. It is begun anew where it could not be finished."""
        ...

    async def write_together(self, work: Callable[[list[V]], Work[None]], value: V) -> None:
        """Have work done that takes many values at once: this one and those that others ask for at the same time."""
        ...


class SqlPart:
    """What the parts of a store share."""

    _engine: Engine

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        return await self._engine.read(Ask(sql, values))

    async def _do(self, sql: str, *values: object) -> int:
        return await self._carry_out(Do(sql, values))

    async def _carry_out(self, statement: Do) -> int:
        return await self._engine.write(alone, statement)

    async def _find(self, kind: type[RowType], table: str, where: str, *values: object) -> list[RowType]:
        """Rows of a table whose columns are called like the fields of their kind."""
        query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {table} WHERE {where}"
        return [kind(*row) for row in await self._ask(query, *values)]


def alone(statement: Do) -> Work[int]:
    """The work of one statement."""
    changed: int = yield statement
    return changed


def kept(table: str, key: str, row: Struct, where: str = "") -> Do:
    """Add a row or change the one of the same key; columns are called like its fields."""
    return Do(keeping(table, key, row.__struct_fields__, where), astuple(row))


def keeping(table: str, key: str, columns: tuple[str, ...], where: str = "") -> str:
    """The statement that adds a row, or changes the one of the same key."""
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) {changing(key, columns)} {where}"


def changing(key: str, columns: tuple[str, ...]) -> str:
    """What follows an INSERT so that it changes the row that is there; `key` names columns, with commas between them."""
    changed = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key.split(", "))
    return f"ON CONFLICT ({key}) DO UPDATE SET {changed}"


def first(rows: list[T]) -> T | None:
    """The row that was looked for, if it is there."""
    return rows[0] if rows else None
