"""What is kept about a guest: to take away, and to delete."""

from collections.abc import Awaitable

from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json
from tessela.server import seating, sight
from tessela.server.frames import LetBotFinish, LogEntry
from tessela.server.house import House, HouseError
from tessela.server.store import GuestRow, SeatRow
from tessela.server.table import RefusedError, Table

NAMELESS = "Guest"


async def export(house: House, guest: GuestRow) -> Json:
    """Everything about a guest: the nickname, each table with what the guest may know of its log, puzzles and deals of
    the day."""
    tables = [await _table(house, table_id, guest) for table_id in await house.store.tables_naming(guest.id)]
    about = {"id": guest.id, "nickname": guest.nickname, "created": guest.created}
    bots = [{"id": one.bot, "name": one.name, "created": one.created} for one in await house.store.tokens_of(guest.id)]
    return {**about, "tables": tables, "bots": bots, **await _coaching(house, guest)}


async def _coaching(house: House, guest: GuestRow) -> Json:
    """What is kept of a guest's puzzles and deals of the day."""
    store = house.store
    ratings = [await store.solver(guest.id, game) for game in RULESETS]
    return {
        "puzzles": await store.solvings(guest.id),
        "puzzle_ratings": [rating for rating in ratings if rating],
        "deals": await store.deals_of(guest.id),
        "games_may_become_puzzles": await store.consent(guest.id),
    }


async def _table(house: House, table_id: str, guest: GuestRow) -> Json:
    """A table and its log; of one whose log cannot be read what else is known."""
    table = await _readable(house.glance(table_id))
    if table is None:
        row = await house.store.table(table_id)
        return {"table": house.info(row, guest) if row else None, "log": []}
    mine = sight.seats_of(table.row, guest.id)
    viewer = sight.confidant(mine, sight.viewer_of(mine, None))
    log: list[LogEntry] = [sight.line(step, viewer) for step in table.course.steps[1:]] if table.course else []
    return {"table": table.info(guest.id), "log": log}


async def delete(house: House, guest: GuestRow) -> None:
    """Forget a guest: waiting tables are left, a bot finishes the games that go on, and the name is gone everywhere."""
    for token in await house.store.tokens_of(guest.id):
        await forget_bot(house, token.bot)
    for table_id in await house.store.tables_naming(guest.id):
        table = await _readable(house.table(table_id))
        if table is None:
            await _take_name_off(house, table_id, guest)
            continue
        if table.row.status == "waiting" and sight.seats_of(table.row, guest.id):
            await seating.leave(house, table, guest)
        await _withdraw(house, table, guest)
    await house.guests.forget(guest)


async def forget_bot(house: House, bot: str) -> None:
    """Let a bot in no more, which is a program of somebody; another finishes its games."""
    await house.store.delete_token(bot)
    house.outsiders.hang_up(bot)
    guest = await house.guests.find(bot)
    if guest is not None:
        await delete(house, guest)


async def _readable(wanted: Awaitable[Table]) -> Table | None:
    """A table, none if its log cannot be read."""
    try:
        return await wanted
    except HouseError as error:
        if error.error != "unreadable":
            raise
        return None


async def _take_name_off(house: House, table_id: str, guest: GuestRow) -> None:
    """Forget a guest at a table that nobody can play at any more."""
    row = await house.store.table(table_id)
    if row is not None:
        row.seats = [_without(seat, guest.id) for seat in row.seats]
        await house.store.save_table(row)


async def _withdraw(house: House, table: Table, guest: GuestRow) -> None:
    """Take a guest's name off a table, a bot playing on for the seats that nobody else holds."""
    for seat in sight.seats_of(table.row, guest.id):
        if table.row.status == "playing" and table.row.seats[seat].guests == [guest.id]:
            ask = LetBotFinish(table.version, f"gone-{seat}", seat)  # a log keeps ids: it must not name the guest
            try:
                await table.let_bot_finish([seat], ask)
            except RefusedError as error:
                raise HouseError(409, error.reason, f"{error}; try again") from None
    async with table.lock:
        if not any(seat.names(guest.id) for seat in table.row.seats):
            return
        row = seating.copied(table.row)
        row.seats = [_without(seat, guest.id) for seat in row.seats]
        await house.store.save_table(row)
        table.row = row
        table.tell_changed()


def _without(seat: SeatRow, guest: str) -> SeatRow:
    if seat.reserved == guest:
        return SeatRow("open")
    if guest not in seat.guests:
        return seat
    others = [other for other in seat.guests if other != guest]
    return SeatRow(seat.who, seat.name if others else NAMELESS, seat.level, others)
