"""The commands `tessela admin ...`: house keeping on the store of a server, also while it runs."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tessela.cli.help import Command, Commands
from tessela.cli.options import DataFolder
from tessela.extras import require

if TYPE_CHECKING:
    from tessela.server.admin.beside import Beside
    from tessela.server.admin.rows import OrderRow, What

T = TypeVar("T")
WAIT_SECONDS = 15.0  # for a server that runs
LOOK_SECONDS = 0.1
GUESTS = (
    "SELECT guest.id, nickname, kept, created, day, since, (SELECT count(*) FROM seat_guest WHERE seat_guest.guest = guest.id)"
    " FROM guest LEFT JOIN visit ON visit.guest = guest.id LEFT JOIN ban ON ban.guest = guest.id"
    " WHERE lower(nickname) LIKE ? AND (since IS NOT NULL OR ? = 0) ORDER BY coalesce(day, created) DESC, guest.id LIMIT ?"
)
TABLES = (
    "SELECT about, status, round, version, (SELECT max(at) FROM event WHERE event.number = game_table.number)"
    " FROM game_table JOIN head USING (number) WHERE status <> 'over' OR ? = 1 ORDER BY game_table.number DESC LIMIT ?"
)
COUNTS = {
    "guests": "SELECT count(*) FROM guest",
    "names kept": "SELECT count(*) FROM guest WHERE kept IS NOT NULL",
    "here on the last day noted": "SELECT count(*) FROM visit WHERE day = (SELECT max(day) FROM visit)",
    "shut out": "SELECT count(*) FROM ban",
    "tables that wait": "SELECT count(*) FROM game_table WHERE status = 'waiting'",
    "games that go on": "SELECT count(*) FROM game_table WHERE status = 'playing'",
    "games that are over": "SELECT count(*) FROM game_table WHERE status = 'over'",
    "rated games": "SELECT count(*) FROM rated_game",
    "entries of logs": "SELECT count(*) FROM event",
    "tournaments": "SELECT count(*) FROM tournament",
    "orders": "SELECT count(*) FROM admin_order",
}

admin = typer.Typer(name="admin", help="Keep house on a server, also while it runs.", cls=Commands, rich_markup_mode=None)
StoreAddress = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where games are kept instead: postgresql://….")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON and nothing else.")]
Most = Annotated[int, typer.Option(min=1, help="How many at most.")]
GuestId = Annotated[str, typer.Argument(metavar="GUEST", help="The id of a guest, as `tessela admin guests` shows it.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table, as in its address.")]


@admin.callback()
def keeping_house() -> None:
    """Keep house on a server, also while it runs."""


@admin.command(cls=Command)
def rename(
    guest: GuestId,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    data: DataFolder = None,
    store: StoreAddress = None,
) -> None:
    """Call somebody otherwise, at all their tables and tournaments."""
    require("web", "admin")
    from tessela.game.errors import OptionError
    from tessela.server.names import plain_name

    if not (plain := plain_name(name)):
        raise OptionError("a name needs something that one can see")
    _order("rename", guest, plain, data, store)


@admin.command(cls=Command)
def ban(guest: GuestId, data: DataFolder = None, store: StoreAddress = None) -> None:
    """Shut somebody out at once, with their programs; bots finish their games, rated ones are lost."""
    _order("ban", guest, None, data, store)


@admin.command(cls=Command)
def unban(guest: GuestId, data: DataFolder = None, store: StoreAddress = None) -> None:
    """Let somebody in again."""
    _order("unban", guest, None, data, store)


@admin.command(cls=Command)
def close(table: TableId, data: DataFolder = None, store: StoreAddress = None) -> None:
    """Close a table: one that waits is taken away, a game ends as it stands and counts for no rating."""
    _order("close", table, None, data, store)


@admin.command(cls=Command)
def guests(
    name: Annotated[str, typer.Option(metavar="TEXT", help="Only those with this in their name.")] = "",
    banned: Annotated[bool, typer.Option("--banned", help="Only those who are shut out.")] = False,
    most: Most = 50,
    as_json: AsJson = False,
    data: DataFolder = None,
    store: StoreAddress = None,
) -> None:
    """List guests, those who were here last first."""

    async def found(there: "Beside") -> list[Any]:
        return await there.rows(GUESTS, f"%{name.lower()}%", int(banned), most)

    keys = "id", "name", "kept", "created", "last_visit", "banned", "tables"
    rows = [dict(zip(keys, row, strict=True)) for row in _with(data, store, found)]
    for row in rows:
        row |= {key: _day(row[key]) for key in ("kept", "created", "last_visit", "banned")}
    _print(rows, as_json)


@admin.command(cls=Command)
def tables(
    over: Annotated[bool, typer.Option("--over", help="Those whose game is over as well.")] = False,
    most: Most = 50,
    as_json: AsJson = False,
    data: DataFolder = None,
    store: StoreAddress = None,
) -> None:
    """List tables, the newest first."""

    async def found(there: "Beside") -> list[Any]:
        return await there.rows(TABLES, int(over), most)

    _print([_about(*row) for row in _with(data, store, found)], as_json)


def _about(about: bytes, status: str, played_round: int, version: int, last: int | None) -> dict[str, Any]:
    import msgspec

    from tessela.server.store import TableRow

    row = msgspec.json.decode(about, type=TableRow)
    kinds = {"listed": row.listed, "rated": row.rated, "tournament": row.tournament is not None}
    return {
        "id": row.id,
        "game": row.game,
        "status": status,
        "round": played_round,
        "entries": version,
        "created": _moment(row.created),
        "last_entry": _moment(last),
        "kind": " ".join(kind for kind, so in kinds.items() if so),
        "seats": ", ".join(seat.name or seat.who for seat in row.seats),
        "guests": " ".join(dict.fromkeys(guest for seat in row.seats for guest in seat.guests)),
    }


@admin.command(cls=Command)
def stats(as_json: AsJson = False, data: DataFolder = None, store: StoreAddress = None) -> None:
    """Count what is kept."""

    async def counted(there: "Beside") -> dict[str, Any]:
        counts = {name: (await there.rows(query))[0][0] for name, query in COUNTS.items()}
        return {"server": "runs" if await there.is_up() else "does not run", **counts}

    found = _with(data, store, counted)
    print(json.dumps(found) if as_json else "\n".join(f"{name:28}{value:>12}" for name, value in found.items()))


@admin.command(cls=Command)
def log(most: Most = 50, as_json: AsJson = False, data: DataFolder = None, store: StoreAddress = None) -> None:
    """List what was ordered, and what came of it, the newest first."""

    async def ordered(there: "Beside") -> list["OrderRow"]:
        return await there.orders(most)

    rows = [
        {
            "number": row.number,
            "at": _moment(row.at),
            "what": row.what,
            "about": row.about or "somebody who was forgotten",
            "name": row.value,
            "outcome": "waits" if row.done is None else row.answer or "done",
        }
        for row in _with(data, store, ordered)
    ]
    _print(rows, as_json)


def _order(what: "What", about: str, value: str | None, data: Path | None, store: str | None) -> None:
    """Order something of the server, and wait for it where one runs."""
    from tessela.cli.serve import ServeError
    from tessela.server.clocks import now_ms

    async def ordered(there: "Beside") -> "OrderRow | None":
        known = await (there.table(about) if what == "close" else there.guest(about))
        if known is None:
            raise ServeError(f"there is no {'table' if what == 'close' else 'guest'} {about!r}")
        number = await there.add_order(what, about, value, now_ms())
        return await _done(there, number)

    row = _with(data, store, ordered)
    if row is None:
        print("Noted. No server runs: it is carried out when one does.")
    elif row.done is None:
        print("Noted. The server has not done it yet.")
    elif row.answer:
        raise ServeError(row.answer)
    else:
        print("Done.")


async def _done(there: "Beside", number: int) -> "OrderRow | None":
    """An order once it is carried out, or when that was waited for long enough; none where no server runs."""
    if not await there.is_up():
        return None
    end = monotonic() + WAIT_SECONDS
    while (row := await there.order(number)) and row.done is None and monotonic() < end:
        await asyncio.sleep(LOOK_SECONDS)
    return row


def _with(data: Path | None, store: str | None, use: Callable[["Beside"], Awaitable[T]]) -> T:
    """Use the store that is meant."""
    require("web", "admin")
    from tessela.cli.serve import ServeError, data_folder
    from tessela.game.errors import OptionError
    from tessela.server.admin.beside import beside
    from tessela.server.store import StoreError

    if data and store:
        raise OptionError("--store and --data both say where games are kept; give one of them")

    async def used() -> T:
        async with beside(store or str(data or data_folder())) as there:
            return await use(there)

    try:
        return asyncio.run(used())
    except StoreError as error:
        raise ServeError(str(error)) from None


def _print(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Rows as JSON, or in columns."""
    if as_json:
        print(json.dumps(rows))
        return
    if not rows:
        print("There is nothing to list.")
        return
    texts = [[key.replace("_", " ") for key in rows[0]], *([_text(value) for value in row.values()] for row in rows)]
    widths = [max(len(text[column]) for text in texts) for column in range(len(texts[0]))]
    for text in texts:
        print("  ".join(f"{one:{width}}" for one, width in zip(text, widths, strict=True)).rstrip())


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _day(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def _moment(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
