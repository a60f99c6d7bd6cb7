"""What a rated game asks for: agreed before anybody sits down, a clock, nobody's help, and two who are two (docs/ratings.md)."""

from typing import Final

from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError
from tessela.server.jobs import NO_GUEST
from tessela.server.messages.tables import Clock, NewTable, SeatRating
from tessela.server.ratings import A_DAY, NEWCOMER, is_provisional, level_rating, now_at
from tessela.server.results import Pace
from tessela.server.store import GuestRow, SeatRow, TableRow, is_program

MOST_OF_A_PAIR: Final = 6  # rated games of the same two people a day, those that go on among them
MOST_READ: Final = 200  # tables of somebody that are looked at for them


def check_wish(wish: NewTable) -> None:
    """Refuse a rated table whose terms do not allow it."""
    if not wish.rated:
        return
    check_clock(wish.clock)
    if wish.practice:
        raise _not_rated("nobody is warned before blunders in a rated game")
    if [seat.who for seat in wish.seats].count("me") != 1 or any(seat.who == "here" for seat in wish.seats):
        raise _not_rated("in a rated game everybody sits at a screen of their own")
    for seat in wish.seats:
        if seat.who == "bot" and seat.level is not None and level_rating(wish.game, seat.level) is None:
            raise _not_rated(f"{seat.level!r} has no measured strength: a rated game is among people and levels")


def check_clock(clock: Clock | None) -> None:
    """Refuse a rated game without a clock."""
    if clock is None:
        raise _not_rated("a rated game needs a clock")


def _not_rated(why: str) -> HouseError:
    return HouseError(422, "not-rated", why)


def check_seat_link(row: TableRow) -> None:
    """In a rated game a seat is one person's: who has another device signs in there."""
    if row.rated:
        raise HouseError(409, "not-rated", "a seat of a rated game is one guest's alone: sign in on the other device instead")


async def check_comer(house: House, row: TableRow, guest: GuestRow) -> None:
    """Refuse who may not sit down at a rated table with those who sit there."""
    if not row.rated:
        return
    if is_program(guest.id):
        raise HouseError(409, "not-rated", "programs play no rated games")
    for other in {held for seat in row.seats if seat.who == "person" for held in seat.guests}:
        await _check_pair(house, guest, other)


async def may_meet(house: House, one: GuestRow, other: GuestRow) -> bool:
    """Whether two may play a rated game with each other."""
    try:
        await _check_pair(house, one, other.id)
    except HouseError:
        return False
    return True


async def _check_pair(house: House, guest: GuestRow, other_id: str) -> None:
    other = await house.guests.find(other_id)
    here, there = house.guests.address_of(guest.id), house.guests.address_of(other_id)
    if here == there != NO_GUEST and (guest.kept is None or other is None or other.kept is None):
        raise HouseError(
            409, "same-address", "two guests behind one address play rated games once both keep their names (see /you)"
        )
    since = now_ms() - A_DAY
    if await house.store.rated_between(guest.id, other_id, since) + await _running(house, guest.id, other_id) >= MOST_OF_A_PAIR:
        raise HouseError(409, "enough-rated", f"the same two people play at most {MOST_OF_A_PAIR} rated games a day")


async def _running(house: House, one: str, other: str) -> int:
    rows = await house.store.tables_of(one, MOST_READ)
    return sum(row.rated and row.status != "over" and any(other in seat.guests for seat in row.seats) for row in rows)


async def seat_for(house: House, row: TableRow, seat: SeatRow) -> SeatRow:
    """A seat with the rating of who sits there, at a rated table."""
    if row.rated and row.clock is not None:
        seat.rating = await shown_rating(house, row.game, row.clock.pace, seat)
    return seat


async def shown_rating(house: House, game: str, pace: Pace, seat: SeatRow) -> SeatRating | None:
    """The rating of who sits on a seat: a guest, or a level."""
    if seat.who == "bot":
        measured = level_rating(game, seat.level)
        return SeatRating(round(measured.value), False) if measured else None
    if not seat.guests:
        return None
    row = await house.store.rating(seat.guests[0], game, pace)
    rating = now_at(row, now_ms()) if row else NEWCOMER
    return SeatRating(round(rating.value), is_provisional(rating))
