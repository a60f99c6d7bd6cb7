"""Who sits where: making a table, sitting down, getting up, and the next game with the same people."""

from contextlib import suppress
from functools import partial

import msgspec

from tessela.bots.registry import opponents
from tessela.game import Game, TesselaError
from tessela.game.fair import mixed, salt_of, seat_order
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json
from tessela.server import fairplay
from tessela.server.circles import circle_of
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError, new_id, no_such_table
from tessela.server.messages.tables import Joining, NewTable, SeatWish, Share
from tessela.server.names import looks_of, plain_name
from tessela.server.sight import seats_of
from tessela.server.store import GuestRow, RowChangedError, SeatRow, TableRow, is_program
from tessela.server.table import Table

DEFAULT_LEVEL = "painter"
ALL = 1_000_000
MOST_RENAMED = 200  # tables that a new name reaches, the newest first


def default_level(game: str) -> str:
    """Who plays where no level was asked for."""
    levels = opponents(game)
    return DEFAULT_LEVEL if DEFAULT_LEVEL in levels else levels[0]


async def create(house: House, guest: GuestRow, wish: NewTable, kept: SeatRow | None = None) -> Table:
    """A new table; its game begins at once if nobody is missing. A seat may be kept for somebody: the last one then."""
    options = checked_options(wish.game, wish.options, len(wish.seats))
    if wish.practice and (wish.clock is not None or any(seat.who == "open" for seat in wish.seats)):
        raise HouseError(422, "no-practice", "practice is for games against bots, or at one screen, without a clock")
    fairplay.check_wish(wish)
    seats = await _seats(house, guest, wish.game, wish.seats)
    if kept is not None:
        seats[-1] = kept
    if wish.practice and any(seat.who == "open" for seat in seats):
        raise HouseError(422, "no-practice", "practice is for games against bots that play here")
    row = TableRow(
        await _table_id(house, wish.share), wish.game, options, seats, "waiting", wish.clock, wish.listed, wish.order, now_ms(),
        new_id(12), practice=wish.practice, rated=wish.rated,
    )  # fmt: skip
    row.seats = [await fairplay.seat_for(house, row, seat) for seat in row.seats]
    return await put_up(house, _shared(row, guest, wish.share))


async def _table_id(house: House, share: Share | None) -> str:
    """The id of a new table: that of a ticket, where somebody has one."""
    if share is None:
        return new_id()
    table = house.promises.redeemed(share.ticket)
    if table is None:
        raise HouseError(422, "bad-ticket", "this ticket is not valid: ask POST /api/promises for another")
    if table in house.tables or await house.store.table(table) is not None:
        raise HouseError(409, "used-ticket", "this ticket was used: ask POST /api/promises for another")
    return table


def _shared(row: TableRow, guest: GuestRow, share: Share | None) -> TableRow:
    """A new table where the first seat of a guest has added its salt."""
    if share is not None:
        mine = next((seat for seat in row.seats if guest.id in seat.guests), None)
        if mine is not None:
            mine.salt = share.salt
    return row


async def create_at(house: House, guest: GuestRow, wishes: list[SeatWish], game: Game, share: Share | None = None) -> Table:
    """A new table whose game goes on from a position."""
    if any(wish.who == "open" for wish in wishes):
        raise HouseError(422, "bad-seats", "no seat may be open: the game goes on at once")
    if game.players != len(wishes):
        raise HouseError(422, "bad-seats", f"this game has {game.players} seats, not {len(wishes)}")
    seats = await _seats(house, guest, game.name, wishes)
    if any(seat.who == "open" for seat in seats):
        raise HouseError(422, "bad-seats", "a bot far away cannot go on from a position")
    row = msgspec.structs.replace(row_at(game, seats), id=await _table_id(house, share))
    return await put_up(house, _shared(row, guest, share), game)


def row_at(game: Game, seats: list[SeatRow], lesson: str | None = None) -> TableRow:
    """A table for a game that goes on from a position."""
    return TableRow(
        new_id(), game.name, game.options, seats, "waiting", None, False, "chosen", now_ms(), new_id(12), lesson=lesson
    )  # fmt: skip


async def put_up(house: House, row: TableRow, game: Game | None = None) -> Table:
    """A table that is known to the house from now on; its game begins when nobody is missing, or is the given one. Its chance can
    be verified unless the given one has a key of its own."""
    if game is None or game.key is None:
        row = msgspec.structs.replace(row, promise=house.promises.promise(row.id))
    table = house.new_table(row)
    async with table.lock:
        if game is not None and game.key is not None:
            await table.begin(row, game)
        elif game is not None:
            key, fair = _drawn_by(house, row)
            game.draw_by(key)
            await table.begin(row, game, fair)
        else:
            await _seated(house, table, row)
    house.take_in(table)
    return table


async def _seated(house: House, table: Table, row: TableRow) -> None:
    """Store who sits at a waiting table, and begin when nobody is missing; the caller holds the lock."""
    if any(seat.who == "open" for seat in row.seats):
        await table.change(row)
        return
    key, fair = _drawn_by(house, row)
    game = Game(row.game, key=key, **row.options)
    if row.starts is not None:
        row.seats = _turned(row.seats, row.starts, first_player(game))
    elif row.order == "random":
        fair["order"] = seat_order(key, len(row.seats))
        row.seats = [row.seats[comer] for comer in fair["order"]]
    await table.begin(row, game, fair)


def _drawn_by(house: House, row: TableRow) -> tuple[bytes, Json]:
    """The key that the game of a full table is drawn by, and what it is made of; a seat that brought no salt gets one."""
    key = house.promises.key_of(row.id)
    for number, seat in enumerate(row.seats):
        seat.salt = seat.salt or salt_of(key, number)
    salts = [seat.salt or "" for seat in row.seats]
    fair: Json = {"key": key.hex(), "salts": salts, "options": row.options, "order": None}
    return mixed(key, salts), fair


def first_player(game: Game) -> int:
    """The seat that started a game."""
    record = game.record()
    began = record["position"] if "position" in record else record["chance"]
    return int(began["first_player"])


def _turned(seats: list[SeatRow], starts: int, first: int) -> list[SeatRow]:
    """The seats moved round the table, until the one that shall start is the first player's."""
    return [seats[(place + starts - first) % len(seats)] for place in range(len(seats))]


async def join(house: House, table: Table, guest: GuestRow, asked: Joining) -> None:
    """Sit down: with a seat link on the seats of another device, else on an open seat."""

    async def sit() -> None:
        if table.taken_away:
            raise no_such_table()
        if asked.seat_link is not None:
            await _join_seats(house, table, guest, asked.seat_link)
        elif not seats_of(table.row, guest.id):
            await _join_open(house, table, guest, asked)

    await table.settle(sit)


async def _join_seats(house: House, table: Table, guest: GuestRow, link: str) -> None:
    holder = house.guests.of_seat_link(link, table.row.id)
    if holder is None or not seats_of(table.row, holder):
        raise HouseError(403, "bad-link", "this seat link is not valid")
    fairplay.check_seat_link(table.row)
    row = copied(table.row)
    for seat in seats_of(row, holder):
        if guest.id not in row.seats[seat].guests:
            row.seats[seat].guests.append(guest.id)
    await table.change(row)


async def _join_open(house: House, table: Table, guest: GuestRow, asked: Joining) -> None:
    row = copied(table.row)
    kept = [seat for seat in row.seats if seat.who == "open" and seat.reserved == guest.id]
    if not kept and not row.listed and asked.invitation != row.invitation:
        raise HouseError(403, "not-invited", "this table needs an invitation")
    if not kept:
        await _check_welcome(house, row, guest)
    free = kept or [seat for seat in row.seats if seat.who == "open"]
    if not free:
        raise HouseError(409, "full", "no seat is free at this table")
    await fairplay.check_comer(house, row, guest)
    place = next(number for number, seat in enumerate(row.seats) if seat is free[0])
    comer = SeatRow("person", guest.nickname, None, [guest.id], salt=asked.salt)
    row.seats[place] = await fairplay.seat_for(house, row, comer)
    await _seated(house, table, row)


async def _check_welcome(house: House, row: TableRow, guest: GuestRow) -> None:
    """Who was blocked by somebody at a table, or has blocked them, does not sit down there."""
    strangers = (await circle_of(house.store, guest.id)).strangers
    if any(strangers.intersection(seat.guests) for seat in row.seats):
        raise HouseError(403, "not-welcome", "you and somebody at this table do not play with each other")


async def decline(house: House, table: Table, guest: GuestRow) -> None:
    """Leave a seat that was kept for one to others."""

    async def free() -> None:
        if not any(seat.reserved == guest.id for seat in table.row.seats):
            raise HouseError(409, "no-challenge", "nobody waits for you at this table")
        row = copied(table.row)
        row.seats = [SeatRow("open") if seat.reserved == guest.id else seat for seat in row.seats]
        await table.change(row)

    await table.settle(free)


async def rename(house: House, guest: GuestRow, name: str, everywhere: bool = False) -> None:
    """A guest is called otherwise: so are the seats under the old name, at all tables whose game is not over, or everywhere."""
    for row in await house.store.tables_of(guest.id, ALL if everywhere else MOST_RENAMED):
        if (everywhere or row.status != "over") and any(_called(seat, guest) for seat in row.seats):
            with suppress(HouseError):  # of a table that cannot be read nobody reads the names either
                table = await house.table(row.id)
                await table.settle(partial(_rename_at, table, guest, name))


async def _rename_at(table: Table, guest: GuestRow, name: str) -> None:
    row = copied(table.row)
    for seat in row.seats:
        if _called(seat, guest):
            seat.name = name
    await table.change(row)


def _called(seat: SeatRow, guest: GuestRow) -> bool:
    """Whether a guest sits there under their own name: somebody beside them at the same screen has another."""
    return guest.id in seat.guests and seat.name == guest.nickname


async def leave(house: House, table: Table, guest: GuestRow) -> None:
    """Get up from a table that still waits; the last person takes it away."""
    await table.settle(partial(_get_up, house, table, guest))


async def _get_up(house: House, table: Table, guest: GuestRow) -> None:
    mine = seats_of(table.row, guest.id)
    if table.row.status != "waiting":
        raise HouseError(409, "begun", "the game has begun: resign, or let a bot finish for you")
    if not mine:
        raise HouseError(409, "not-seated", "you do not sit at this table")
    row = copied(table.row)
    for seat in mine:
        row.seats[seat] = SeatRow("open")
    if any(seat.who == "person" for seat in row.seats):
        await table.change(row)
    else:
        await _take_away(house, table)
        table.row = row
        table.tell_changed()


async def close(house: House, table: Table) -> None:
    """Whoever runs the server closes a table: one that waits is taken away, a game ends as it stands."""
    if table.row.status == "waiting":
        await table.settle(partial(_clear, house, table))
    else:
        await table.close_down()


async def _clear(house: House, table: Table) -> None:
    if table.row.status != "waiting":
        raise HouseError(409, "begun", "the game has begun meanwhile: close it again")
    row = copied(table.row)
    row.seats = [SeatRow("open") for _ in row.seats]
    await _take_away(house, table)
    table.row = row
    table.tell_changed()


async def _take_away(house: House, table: Table) -> None:
    await house.store.delete_table(table.row.id, table.row.edition)
    table.taken_away = True
    house.let_go(table)


async def rematch(house: House, table: Table, guest: GuestRow, share: Share | None = None) -> Table:
    """The next game of those who played this one: made by the first who asks, joined by the others."""
    following = await table.settle(partial(_following, house, table, guest, share))
    if following.row.status == "waiting":
        await join(house, following, guest, Joining(salt=share.salt if share else None))
    return following


async def _following(house: House, table: Table, guest: GuestRow, share: Share | None) -> Table:
    if table.row.status != "over" or not any(guest.id in seat.guests for seat in table.row.seats):
        raise HouseError(409, "not-now", "a rematch is for those who have just finished a game here")
    if table.row.rematch is not None:
        return await house.table(table.row.rematch)
    assert table.course is not None
    again = _again(table.row, guest, first_player(table.course.game), await _table_id(house, share))
    again.seats = [await fairplay.seat_for(house, again, seat) for seat in again.seats]
    following = await put_up(house, _shared(again, guest, share))
    row = copied(table.row)
    row.rematch = following.row.id
    try:
        await table.change(row)
    except RowChangedError:  # another process has made the next game
        await _take_away(house, following)
        raise
    return following


def _again(row: TableRow, guest: GuestRow, started: int, table: str) -> TableRow:
    """The same table anew, the one after who started starts; the seats of other people are kept for them."""
    seats = [_kept(row.game, seat, guest) for seat in row.seats]
    return TableRow(
        table, row.game, row.options, seats, "waiting", row.clock, False, "chosen", now_ms(), new_id(12),
        starts=(started + 1) % len(seats), practice=row.practice, rated=row.rated,
    )  # fmt: skip


def _kept(game: str, seat: SeatRow, guest: GuestRow) -> SeatRow:
    if guest.id in seat.guests:
        return SeatRow("person", seat.name, None, list(seat.guests))
    if seat.guests:
        return SeatRow("open", seat.name, None, [], seat.guests[0])
    return SeatRow("bot", seat.name, seat.level or default_level(game))


def copied(row: TableRow) -> TableRow:
    """A table that can be changed without touching the one in use."""
    return msgspec.json.decode(msgspec.json.encode(row), type=TableRow)


def checked_options(game: str, wished: Json, seats: int) -> Json:
    """All options of a wished table, so that everybody can be told the terms; those left to chance are still open."""
    options = dict(wished)
    try:
        ruleset = ruleset_of(game)
        if "players" in ruleset.options:
            options.setdefault("players", seats)
        complete = ruleset.check_options(options, 0)
    except (TesselaError, TypeError) as error:
        raise HouseError(422, "bad-options", str(error)) from None
    players = ruleset.players(complete)
    if players != seats:
        raise HouseError(422, "bad-seats", f"this game has {players} seats, not {seats}")
    return {**complete, **{name: value for name, value in options.items() if value == "random"}}


def _asked(house: House, bot: str) -> SeatRow:
    """The seat that is kept for a bot far away."""
    names = {program.id: program.name for program in house.outsiders.online()}
    if bot not in names:
        raise HouseError(422, "bad-level", "this bot does not listen now; choose another")
    return SeatRow("open", names[bot], None, [], bot)


async def check_free(house: House, guest: GuestRow, name: str) -> None:
    """Refuse a name that somebody else keeps, or that looks like one."""
    looks = looks_of(name)
    keeper = await house.store.guest_of_looks(looks) if looks else None
    if keeper and keeper.id != guest.id:
        raise name_taken()


def name_taken() -> HouseError:
    """Somebody else keeps the name, or one like it."""
    return HouseError(409, "name-taken", "somebody keeps this name, or one that looks like it: choose another, or sign in")


async def _seats(house: House, guest: GuestRow, game: str, wishes: list[SeatWish]) -> list[SeatRow]:
    """The seats as wished for; nobody sits under a name that somebody else keeps."""
    for wish in wishes:
        if wish.name:
            await check_free(house, guest, wish.name)
    return [_seat(house, guest, game, wish, number) for number, wish in enumerate(wishes, start=1)]


def _seat(house: House, guest: GuestRow, game: str, wish: SeatWish, number: int) -> SeatRow:
    """A seat as wished for. A bot far away is asked: its seat is kept for it until it accepts."""
    if wish.who == "open":
        return SeatRow("open")
    name = plain_name(wish.name or "")
    if wish.who == "bot":
        if is_program(wish.level):
            return _asked(house, wish.level or "")
        level, levels = wish.level or default_level(game), (*opponents(game), *house.players.hosted)
        if level not in levels:
            raise HouseError(422, "bad-level", f"there is no level {level!r}; levels are {', '.join(levels)}")
        return SeatRow("bot", name or (level if level in house.players.hosted else level.capitalize()), level)
    default = guest.nickname if wish.who == "me" else f"Player {number}"
    return SeatRow("person", name or default, None, [guest.id])
