"""What leaves the server for one viewer: every frame about a game is built here, from what that viewer may know.

A viewer is a seat or, with `None`, a spectator. Hidden stay the views' secrets (docs/state.md), what events hide (`seen_by`),
and the moves that name a plate which only its player has seen. Where several seats share one screen, nothing that only one of
them knows is shown but the plates in the hand of the one to move: the page draws a curtain for these.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from tessela.game import Game
from tessela.game.ruleset import Json
from tessela.server.course import Course, Step
from tessela.server.messages import Happened, Line, SeatInfo, Snapshot, TableInfo
from tessela.server.store import TableRow


def seats_of(row: TableRow, guest: str | None) -> list[int]:
    """The seats that a guest holds."""
    return [number for number, seat in enumerate(row.seats) if seat.who == "person" and guest in seat.guests]


def viewer_of(mine: Sequence[int], to_move: int | None) -> int | None:
    """With whose eyes somebody looks who holds these seats: those of the one to move, else of the first."""
    if to_move in mine:
        return to_move
    return mine[0] if mine else None


def confidant(mine: Sequence[int], viewer: int | None) -> int | None:
    """The seat whose secrets a screen may keep on showing: nobody's where several seats share it."""
    return viewer if len(mine) == 1 else None


def seen_move(step: Step, viewer: int | None) -> str | None:
    """The move of an entry, unless it is a secret of its seat."""
    return None if step.secret and step.seat != viewer else step.move


def seen_events(step: Step, viewer: int | None) -> Any:
    """The events of an entry as a viewer may know them, ready to travel."""
    return msgspec.Raw(step.own if viewer == step.seat else step.others)


def seen_view(game: Game, viewer: int | None) -> Json:
    """The table as a viewer sees it, with the final points of every seat as the boards are now (`bonuses`)."""
    return _with_bonuses(game, game.view(viewer))


def _with_bonuses(game: Game, view: Json) -> Json:
    return {**view, "bonuses": [game.bonuses(seat) for seat in range(game.players)]}


def known_view(game: Game, mine: Sequence[int], viewer: int | None) -> Json:
    """What the screen of these seats may know: where they share it, the pile as everybody knows it."""
    view = game.view(viewer)
    if "pile" in view and confidant(mine, viewer) is None:
        view["pile"] = game.view(None)["pile"]
    return view


def _shown_view(game: Game, mine: Sequence[int], viewer: int | None) -> Json:
    """The table on the screen of these seats."""
    return _with_bonuses(game, known_view(game, mine, viewer))


def line(step: Step, viewer: int | None) -> Line:
    """An entry as a line of the log."""
    return Line(step.version, step.kind, step.seat, seen_move(step, viewer), seen_events(step, viewer))  # type: ignore[arg-type]


def happened(course: Course, step: Step, mine: Sequence[int], clocks: list[int] | None, move_id: str | None) -> Happened:
    """The last entry for somebody who holds these seats."""
    viewer = viewer_of(mine, course.to_move)
    knower = confidant(mine, viewer)
    return Happened(
        version=step.version,
        what=step.kind,  # type: ignore[arg-type]
        seat=step.seat,
        move=seen_move(step, knower),
        events=seen_events(step, knower),
        viewer=viewer,
        view=_shown_view(course.game, mine, viewer),
        to_move=course.to_move,
        legal=legal(course, mine),
        can_take_back=course.can_be_taken_back(list(mine)),
        clocks=clocks,
        id=move_id,
    )


def legal(course: Course, mine: Sequence[int]) -> list[str]:
    """The legal moves, for the one who is to decide."""
    return [str(move) for move in course.game.legal_moves()] if course.to_move in mine else []


def snapshot(info: TableInfo, course: Course | None, mine: Sequence[int], clocks: list[int] | None) -> Snapshot:
    """The whole table for somebody who holds these seats."""
    if course is None:
        return Snapshot(0, info, viewer_of(mine, None), None, [], False, None, [], None)
    viewer = viewer_of(mine, course.to_move)
    return Snapshot(
        version=course.version,
        table=info,
        viewer=viewer,
        view=_shown_view(course.game, mine, viewer),
        legal=legal(course, mine),
        can_take_back=course.can_be_taken_back(list(mine)),
        clocks=clocks,
        log=[line(step, confidant(mine, viewer)) for step in course.steps[1:]],
        ending=course.ending,
    )


def table_info(row: TableRow, guest: str | None, present: set[str], seat_link: str | None = None) -> TableInfo:
    """A table as a guest sees it."""
    mine = seats_of(row, guest)
    waiting = any(seat.who == "open" for seat in row.seats)
    return TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=[
            SeatInfo(seat.who, seat.name, seat.level, seat.who == "bot" or not present.isdisjoint(seat.guests))
            for seat in row.seats
        ],
        status=row.status,
        clock=row.clock,
        listed=row.listed,
        created=datetime.fromtimestamp(row.created / 1000, UTC).isoformat(timespec="seconds"),
        to_move=row.head.to_move,
        round=row.head.round,
        scores=row.head.scores,
        mine=mine,
        invitation=row.invitation if waiting and mine else None,
        seat_link=seat_link if mine else None,
        rematch=row.rematch,
        lesson=row.lesson,
        watchers=len(present - {guest for seat in row.seats for guest in seat.guests}),
    )
