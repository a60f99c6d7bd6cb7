"""How everybody did in a finished game, told from its table and the game itself."""

from collections.abc import Iterable
from typing import Final

import msgspec

from tessela.game.ruleset import Json
from tessela.server.course import Course, Step
from tessela.server.ratings import rated_game
from tessela.server.results import Over, PlayedRow, Result
from tessela.server.store import Entry, SeatRow, TableRow

# What events add to a score or take from it while a game goes on: the kind of points, the field that says how many, the sign
POINTS: Final = {
    "Tiled": ("tiles", "points", 1),
    "SpecialPlaced": ("specials", "points", 1),
    "PlateDrawn": ("plates", "paid", -1),
    "Penalised": ("losses", "lost", -1),
}
BOT: Final = "bot:"  # how a level is called among opponents
_events = msgspec.json.Decoder(list[Json]).decode


def over_at(row: TableRow, at: int, course: Course | None = None) -> Over:
    """What is kept of a table that is over; without its course as much as the table tells."""
    if row.status != "over":
        return Over()
    return Over(tuple(_played(row, at, guest, course) for guest in _guests(row)), rated_game(row, at) if course else None)


def looked_through(row: TableRow, entries: list[Entry]) -> list[PlayedRow]:
    """How everybody did in a game of which only the log is at hand. Runs beside the event loop."""
    return list(over_at(row, entries[-1].at, Course.from_log(row, entries)).played)


def _guests(row: TableRow) -> list[str]:
    return list(dict.fromkeys(guest for seat in row.seats for guest in seat.guests))


def _played(row: TableRow, at: int, guest: str, course: Course | None) -> PlayedRow:
    mine = [number for number, seat in enumerate(row.seats) if guest in seat.guests]
    seat = mine[0]
    others = [_key(other) for number, other in enumerate(row.seats) if number not in mine]
    return PlayedRow(
        guest, row.id, seat, row.game, at, _result(row, mine), row.rated, row.head.scores[seat],
        tuple(dict.fromkeys(key for key in others if key)),
        kinds=points_of(course, seat) if course else None,
        board=board_of(course, seat) if course else None,
    )  # fmt: skip


def _key(seat: SeatRow) -> str:
    """Who sits there: a guest, or a level; nobody that is known where somebody was forgotten."""
    if seat.guests:
        return seat.guests[0]
    return f"{BOT}{seat.level}" if seat.who == "bot" and not seat.left else ""


def _result(row: TableRow, mine: list[int]) -> Result:
    if row.lesson is not None:
        return "lesson"
    if len(mine) > 1:
        return "both"
    if row.seats[mine[0]].who == "bot":
        return "left"
    winners = _winners(row)
    if mine[0] not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"


def _winners(row: TableRow) -> list[int]:
    """Who won; what older versions kept does not say, and then the points do."""
    if row.winners is not None:
        return row.winners
    best = max(row.head.scores)
    return [seat for seat, score in enumerate(row.head.scores) if score == best]


def board_of(course: Course, seat: int) -> Json | None:
    """The final board of a seat, with what it takes to draw it; none in a game without boards."""
    view = course.game.view(None)
    return {"wall": view.get("wall"), "board": view["boards"][seat]} if "boards" in view else None


def points_of(course: Course, seat: int) -> dict[str, int]:
    """The points of a seat by where they came from: while the game went on, and at its end. They add up: `other` are those that
    no event tells, as what a game begins with."""
    kinds = dict.fromkeys((kind for kind, _, _ in POINTS.values()), 0)
    for event in _standing(course):
        if event["event"] in POINTS and event["seat"] == seat:
            kind, field, sign = POINTS[event["event"]]
            kinds[kind] += sign * event[field]
    final = course.ending.breakdown[seat] if course.ending else {}
    found = {kind: points for kind, points in kinds.items() if points} | {k: v for k, v in final.items() if k != "rounds"}
    other = course.game.scores[seat] - sum(found.values())
    return found | {"other": other} if other else found


def _standing(course: Course) -> Iterable[Json]:
    """The events of all that was not taken back."""
    standing = {*course.standing}
    for step in course.steps:
        if step.version in standing or step.kind not in ("move", "takeback"):
            yield from _told(step)


def _told(step: Step) -> list[Json]:
    return _events(step.own)
