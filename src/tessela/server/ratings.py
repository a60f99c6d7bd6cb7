"""What a rated game does to ratings: Glicko-2, on the scale of the measured levels (docs/ratings.md).

A pure function of the game and of what was known before, so that all ratings follow from the log of rated games.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tessela.arena.statistics.glicko import Met, Rating, after, rested
from tessela.bots.levels import RATINGS
from tessela.server.results import Pace, RatedGame, RatedSeat, RatingRow
from tessela.server.store import TableRow

NEWCOMER: Final = Rating(1200.0)  # about the sixth of fourteen levels, and anything within 700 points of it
SURE_OF_A_LEVEL: Final = 50.0  # the deviation of what was measured on the ladder
PROVISIONAL: Final = 110.0  # a deviation beyond which a rating is shown with a question mark
A_DAY: Final = 86_400_000  # milliseconds: a day without rated games is a period of Glicko-2

Held = Mapping[str, RatingRow]  # by guest


def level_rating(game: str, level: str | None) -> Rating | None:
    """The fixed rating of a level, if it was measured."""
    measured = RATINGS.get(game, {}).get(level or "")
    return None if measured is None else Rating(float(measured), SURE_OF_A_LEVEL)


def now_at(row: RatingRow, at: int) -> Rating:
    """A rating after the rest since the last game: less is known of who has not played for long."""
    return rested(row.rating, max(0, at - row.at) / A_DAY)


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known to show a rating as it is."""
    return rating.deviation > PROVISIONAL


def after_game(game: RatedGame, held: Held) -> dict[str, RatingRow]:
    """The ratings of all people of a game after it, from those before."""
    before = {seat.seat: _before(game, seat, held) for seat in game.seats}
    return {seat.guest: _after(game, seat, before, held) for seat in game.seats if seat.guest is not None}


def _before(game: RatedGame, seat: RatedSeat, held: Held) -> Rating:
    if seat.guest is None:
        return level_rating(game.game, seat.level) or NEWCOMER
    row = held.get(seat.guest)
    return now_at(row, game.at) if row else NEWCOMER


def _after(game: RatedGame, seat: RatedSeat, before: Mapping[int, Rating], held: Held) -> RatingRow:
    assert seat.guest is not None
    row = held.get(seat.guest)
    others = [other for other in game.seats if other is not seat]
    met = [Met(before[other.seat], _score(seat, other), 1 / len(others)) for other in others]
    rating = after(before[seat.seat], met)
    return RatingRow(seat.guest, game.game, game.pace, rating, (row.games if row else 0) + 1, game.at)


def _score(mine: RatedSeat, other: RatedSeat) -> float:
    return 0.5 if mine.place == other.place else float(mine.place < other.place)


def recomputed(games: Iterable[RatedGame]) -> dict[tuple[str, str, Pace], RatingRow]:
    """All ratings from the log of rated games, by guest, game and pace."""
    rows: dict[tuple[str, str, Pace], RatingRow] = {}
    for game in games:
        keys = [(seat.guest, game.game, game.pace) for seat in game.seats if seat.guest is not None]
        held = {key[0]: rows[key] for key in keys if key in rows}
        rows |= {(guest, game.game, game.pace): row for guest, row in after_game(game, held).items()}
    return rows


def rated_game(row: TableRow, at: int) -> RatedGame | None:
    """What counts of a table that is over; nothing where it was not rated, or somebody came to hold two of its seats."""
    if not row.rated or row.clock is None:
        return None
    places = places_of(row)
    seats = [
        RatedSeat(number, seat.guests[0] if seat.guests else None, None if seat.guests else seat.level, places[number])
        for number, seat in enumerate(row.seats)
        if seat.guests or not seat.left  # who left and was forgotten is nobody
    ]
    guests = [seat.guest for seat in seats if seat.guest is not None]
    if not guests or len(seats) < 2 or len(set(guests)) < len(guests):
        return None
    return RatedGame(row.id, row.game, row.clock.pace, at, tuple(seats))


def places_of(row: TableRow) -> list[int]:
    """The place of every seat of a table that is over: winners share the first, those who left the last."""
    keys = [_rank(row, seat) for seat in range(len(row.seats))]
    return [1 + sum(other < key for other in keys) for key in keys]


def _rank(row: TableRow, seat: int) -> tuple[int, int]:
    if row.seats[seat].left:
        return 2, 0
    return (0, 0) if seat in (row.winners or ()) else (1, -row.head.scores[seat])


def shown(rating: Rating) -> str:
    """A rating as it is written.

    >>> shown(Rating(1239.6, 60.0)), shown(Rating(1239.6, 200.0))
    ('1240', '1240?')
    """
    return f"{round(rating.value)}{'?' if is_provisional(rating) else ''}"


def guests_in(game: RatedGame) -> Sequence[str]:
    """The people of a game."""
    return [seat.guest for seat in game.seats if seat.guest is not None]
