"""What is kept about a guest: to take away, to hand over, and to delete."""

from collections.abc import Awaitable
from functools import partial

import msgspec

from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json
from tessela.server import seating, sight
from tessela.server.clubs.keeping import exported as exported_of_club
from tessela.server.clubs.keeping import forget as forget_in_clubs
from tessela.server.clubs.keeping import withdraw as leave_clubs
from tessela.server.frames import LetBotFinish, LogEntry, Resign
from tessela.server.house import House, HouseError
from tessela.server.names import NAMELESS
from tessela.server.played import BOT
from tessela.server.refusals import RefusedError
from tessela.server.results import Sought
from tessela.server.store import GuestRow, SeatRow, Store, TableRow
from tessela.server.table import Table
from tessela.server.tournaments.ledger import forget as leave_tournaments
from tessela.server.tournaments.ledger import withdraw as withdraw_from_tournaments
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.telling import exported

MOST_EXPORTED = 1_000_000  # all of them


async def export(house: House, guest: GuestRow) -> Json:
    """Everything about a guest: the nickname, each table with what the guest may know of its log, puzzles and deals of
    the day, finished games and ratings."""
    tables = [await _table(house, table_id, guest) for table_id in await house.store.tables_naming(guest.id)]
    about = {"id": guest.id, "nickname": guest.nickname, "created": guest.created}
    bots = [{"id": one.bot, "name": one.name, "created": one.created} for one in await house.store.tokens_of(guest.id)]
    back, calling = await _ways_back(house.store, guest), await _calling(house.store, guest)
    return {
        **about,
        **back,
        **calling,
        "tables": tables,
        "bots": bots,
        **await _coaching(house, guest),
        **await _results(house, guest),
        "chat": await house.store.lines_of(guest.id),
        "muted": await house.store.mutes_of(guest.id),
        "clubs": await _clubs(house.store, guest),
        **await _kept_for_the_house(house.store, guest),
    }


async def _kept_for_the_house(store: Store, guest: GuestRow) -> Json:
    """What is kept of a guest for whoever runs the server."""
    return {
        "last_visit": await store.visit(guest.id),
        "ban": next((row for row in await store.bans() if row.guest == guest.id), None),
        "orders": await store.orders_about(guest.id),
    }


async def _calling(store: Store, guest: GuestRow) -> Json:
    """How somebody is called when it is their turn, when they were away, and whom they know and look for."""
    return {
        "pushes": await store.pushes_of(guest.id),
        "quiet": await store.quiet(guest.id),
        "notices": await store.notices_of(guest.id),
        "vacations": await store.vacations_of(guest.id),
        "people": await store.bonds_of(guest.id),
        "search": await store.seek(guest.id),
    }


async def _ways_back(store: Store, guest: GuestRow) -> Json:
    """How somebody comes back who keeps their name. Of a recovery code only a hash is known, which would help thieves alone."""
    return {
        "kept": guest.kept,
        "looks": guest.looks,
        "code": guest.code_place,
        "passkeys": [
            {**msgspec.structs.asdict(key), "public_key": key.public_key.hex()} for key in await store.passkeys_of(guest.id)
        ],
        "sessions": [msgspec.structs.asdict(session) for session in await store.sessions_of(guest.id)],
        "tickets": [msgspec.structs.asdict(ticket) for ticket in await store.tickets_of(guest.id)],
    }


async def _coaching(house: House, guest: GuestRow) -> Json:
    """What is kept of a guest's puzzles and deals of the day."""
    store = house.store
    ratings = [await store.solver(guest.id, game) for game in RULESETS]
    return {
        "puzzles": await store.solvings(guest.id),
        "puzzle_ratings": [rating for rating in ratings if rating],
        "deals": await store.deals_of(guest.id),
        "games_may_become_puzzles": await store.consent(guest.id),
        "tournaments": [exported(row, guest.id) for row in await _tournaments(store, guest)],
    }


async def _results(house: House, guest: GuestRow) -> Json:
    """What is kept of a guest's finished games and ratings. Other guests are named by the tables alone: their ids are theirs."""
    store = house.store
    played = [msgspec.structs.asdict(row) for row in await store.played(guest.id, Sought(), MOST_EXPORTED)]
    for row in played:
        row["others"] = [other for other in row["others"] if other.startswith(BOT)]
    ratings = await store.ratings_of(guest.id)
    changes = [change for row in ratings for change in await store.changes_of(guest.id, row.game, row.pace, MOST_EXPORTED)]
    public = await store.has_profile(guest.id)
    return {"played": played, "ratings": ratings, "rating_changes": changes, "profile_is_public": public}


async def _clubs(store: Store, guest: GuestRow) -> list[Json]:
    found = [await store.club(one) for one in await store.clubs_of(guest.id)]
    return [exported_of_club(row, guest.id) for row in found if row is not None]


async def _tournaments(store: Store, guest: GuestRow) -> list[TournamentRow]:
    found = [await store.tournament(one) for one in await store.tournaments_of(guest.id)]
    return [row for row in found if row is not None]


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
    await house.store.forget_lines(guest.id)  # before anybody is told that the seat has changed
    for table_id in await house.store.tables_naming(guest.id):
        table = await _readable(house.table(table_id))
        if table is None:
            await _take_name_off(house, table_id, guest)
            continue
        if table.row.status == "waiting" and sight.seats_of(table.row, guest.id):
            await seating.leave(house, table, guest)
        await _withdraw(house, table, guest)
        await house.talking.greet_all(table)
    await leave_tournaments(house.store, guest)
    await forget_in_clubs(house.store, guest)
    await house.guests.forget(guest)


async def withdraw(house: House, guest: GuestRow) -> None:
    """Leave all that goes on: tables that wait, the search for others, tournaments, and games: bots finish them."""
    await house.store.delete_seek(guest.id)
    for table_id in await house.store.tables_naming(guest.id):
        row = await house.store.table(table_id)
        table = await _readable(house.table(table_id)) if row and row.status != "over" else None
        if table is None:
            continue
        if table.row.status == "playing":
            await _leave_to_bots(table, guest)
        elif sight.seats_of(table.row, guest.id):
            await seating.leave(house, table, guest)
        else:
            await seating.decline(house, table, guest)
    await withdraw_from_tournaments(house.store, guest)
    await leave_clubs(house.store, guest)


async def forget_bot(house: House, bot: str) -> None:
    """Let a bot in no more, which is a program of somebody; another finishes its games."""
    await house.store.delete_token(bot)
    house.outsiders.hang_up(bot)
    guest = await house.guests.find(bot)
    if guest is not None:
        await delete(house, guest)


async def hand_over(house: House, guest: GuestRow, to: GuestRow) -> None:
    """A guest turns out to be somebody else: their seats are that one's from now on, and the guest is no more."""
    for table_id in await house.store.tables_naming(guest.id):
        table = await _readable(house.table(table_id))
        if table is not None:
            await table.settle(partial(_hand_over_at, table, guest, to))
        elif row := await house.store.table(table_id):
            await house.store.save_table(_handed_over(row, guest, to))
    for token in await house.store.tokens_of(guest.id):
        await house.store.save_token(msgspec.structs.replace(token, owner=to.id))
    await _hand_over_coaching(house.store, guest, to)
    await house.store.hand_over_results(guest.id, to.id)
    await leave_tournaments(house.store, guest, to)
    await _hand_over_calling(house.store, guest, to)
    await _hand_over_people(house.store, guest, to)
    await house.store.hand_over_lines(guest.id, to.id)
    await house.guests.forget(guest)


async def has_something(store: Store, guest: GuestRow) -> bool:
    """Whether anything would be lost with a guest."""
    played = await store.tables_naming(guest.id) or await store.briefs(guest.id) or await store.deals_of(guest.id)
    return bool(played or await store.tokens_of(guest.id) or await store.tournaments_of(guest.id))


async def _hand_over_coaching(store: Store, guest: GuestRow, to: GuestRow) -> None:
    """Puzzles and deals of the day that are new to the other come along; a rating does where there is none."""
    known = await store.briefs(to.id)
    for row in await store.solvings(guest.id):
        if row.puzzle not in known:
            rating = None if await store.solver(to.id, row.game) else await store.solver(guest.id, row.game)
            theirs = msgspec.structs.replace(rating, guest=to.id) if rating else None
            await store.save_solving(msgspec.structs.replace(row, guest=to.id), theirs)
    for deal in await store.deals_of(guest.id):
        await store.save_deal(msgspec.structs.replace(deal, guest=to.id))


async def _hand_over_calling(store: Store, guest: GuestRow, to: GuestRow) -> None:
    """Browsers come along, and quiet hours where there are none. Days off do not: they were for other games."""
    for push in await store.pushes_of(guest.id):
        await store.save_push(msgspec.structs.replace(push, guest=to.id))
    quiet = await store.quiet(guest.id)
    if quiet and not await store.quiet(to.id):
        await store.save_quiet(msgspec.structs.replace(quiet, guest=to.id))


async def _hand_over_people(store: Store, guest: GuestRow, to: GuestRow) -> None:
    """Friends and those one wants nothing of come along. Who wants nothing of the guest wants nothing of the other either."""
    for bond in await store.bonds_of(guest.id):
        if bond.other != to.id:
            await store.save_bond(msgspec.structs.replace(bond, guest=to.id))
    for bond in await store.bonds_to(guest.id):
        if bond.kind == "blocked" and bond.guest != to.id:
            await store.save_bond(msgspec.structs.replace(bond, other=to.id))
    for mute in await store.mutes_of(guest.id):
        if mute.other != to.id:
            await store.save_mute(msgspec.structs.replace(mute, guest=to.id))
    for mute in await store.mutes_to(guest.id):
        if mute.guest != to.id:
            await store.save_mute(msgspec.structs.replace(mute, other=to.id))


async def _hand_over_at(table: Table, guest: GuestRow, to: GuestRow) -> None:
    await table.change(_handed_over(table.row, guest, to))


def _handed_over(row: TableRow, guest: GuestRow, to: GuestRow) -> TableRow:
    row = seating.copied(row)
    for seat in row.seats:
        if guest.id in seat.guests:
            seat.name = to.nickname if seat.name == guest.nickname else seat.name
            seat.guests = list(dict.fromkeys(to.id if held == guest.id else held for held in seat.guests))
        if seat.reserved == guest.id:
            seat.reserved = to.id
    return row


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


async def _leave_to_bots(table: Table, guest: GuestRow) -> None:
    """Bots play on for the seats that nobody else holds; a rated game is lost."""
    for seat in sight.seats_of(table.row, guest.id):
        if table.row.status == "playing" and table.row.seats[seat].guests == [guest.id]:
            move_id = f"gone-{seat}"  # a log keeps ids: it must not name the guest
            try:
                if table.row.rated:
                    await table.resign([seat], Resign(table.version, move_id))
                else:
                    await table.let_bot_finish([seat], LetBotFinish(table.version, move_id, seat))
            except RefusedError as error:
                raise HouseError(409, error.reason, f"{error}; try again") from None


async def _withdraw(house: House, table: Table, guest: GuestRow) -> None:
    """Take a guest's name off a table, a bot playing on for the seats that nobody else holds."""
    await _leave_to_bots(table, guest)

    async def nameless() -> None:
        if any(seat.names(guest.id) for seat in table.row.seats):
            row = seating.copied(table.row)
            row.seats = [_without(seat, guest.id) for seat in row.seats]
            await table.change(row)

    await table.settle(nameless)


def _without(seat: SeatRow, guest: str) -> SeatRow:
    if seat.reserved == guest:
        return SeatRow("open")
    if guest not in seat.guests:
        return seat
    others = [other for other in seat.guests if other != guest]
    rating = seat.rating if others else None
    return SeatRow(seat.who, seat.name if others else NAMELESS, seat.level, others, left=seat.left, rating=rating)
