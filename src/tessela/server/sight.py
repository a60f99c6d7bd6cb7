"""What leaves the server for one viewer: every frame about a game is built here, from what that viewer may know.

A viewer is a seat or, with `None`, a spectator. Hidden stay the views' secrets (docs/state.md), what events hide (`seen_by`),
and the moves that name a plate which only its player has seen. Where several seats share one screen, nothing that only one of
them knows is shown but the plates in the hand of the one to move: the page draws a curtain for these.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from tessela.bots.registry import BOT_NAMES
from tessela.game import Game
from tessela.game.ruleset import Json
from tessela.server.course import Course, Step
from tessela.server.frames import Happened, LogEntry, Snapshot
from tessela.server.messages.tables import SeatInfo, TableInfo
from tessela.server.store import SeatRow, TableRow, is_program

MOST_ONLOOKERS = 20
Screen = tuple[int, ...]  # the seats that look at one screen; none for a spectator's


def seats_of(row: TableRow, guest: str | None) -> list[int]:
    """The seats that a guest holds."""
    return [number for number, seat in enumerate(row.seats) if seat.who == "person" and guest in seat.guests]


def plays_alone(row: TableRow, mine: Sequence[int]) -> bool:
    """Whether only bots play beside those at this screen. Lessons do not count, whose coach goes from decision to decision,
    nor deals of the day, where everybody has one try, rated games and tournaments."""
    others = any(seat.who != "bot" and number not in mine for number, seat in enumerate(row.seats))
    return bool(mine) and not others and row.lesson is None and not row.in_earnest


def may_practise(row: TableRow, mine: Sequence[int]) -> bool:
    """Whether those at this screen may be warned before blunders: where it is unfair to nobody, and no clock runs meanwhile."""
    return plays_alone(row, mine) and row.clock is None


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
    """The table as a viewer sees it."""
    return {**game.view(viewer), **_worked_out(game)}


def _worked_out(game: Game) -> Json:
    """What goes with every view: the final points of every seat as the boards are now (`bonuses`), and prospects."""
    return {"bonuses": [game.bonuses(seat) for seat in range(game.players)], **game.prospects()}


def known_view(game: Game, mine: Sequence[int], viewer: int | None) -> Json:
    """What the screen of these seats may know."""
    return known_views(game, {tuple(mine): viewer})[tuple(mine)]


def known_views(game: Game, viewers: Mapping[Screen, int | None]) -> dict[Screen, Json]:
    """What each of several screens may know, made together: they share what they have in common."""
    eyes = list({*viewers.values(), *(confidant(mine, viewer) for mine, viewer in viewers.items())})
    views = dict(zip(eyes, game.views(eyes), strict=True))
    return {mine: _without_secrets(game, views, mine, viewer) for mine, viewer in viewers.items()}


def _without_secrets(game: Game, views: Mapping[int | None, Json], mine: Screen, viewer: int | None) -> Json:
    """The view of a viewer, unless the screen may keep nobody's secrets."""
    knower = confidant(mine, viewer)
    return views[viewer] if knower == viewer else game.ruleset.shared_view(views[viewer], views[knower])


def shown_view(game: Game, mine: Sequence[int], viewer: int | None) -> Json:
    """The table on the screen of these seats."""
    return {**known_view(game, mine, viewer), **_worked_out(game)}


def _shown_views(course: Course, screens: Iterable[Screen]) -> dict[Screen, Json]:
    """The table on each of several screens."""
    viewers = {mine: viewer_of(mine, course.to_move) for mine in screens}
    more = _worked_out(course.game)
    return {mine: {**view, **more} for mine, view in known_views(course.game, viewers).items()}


def line(step: Step, viewer: int | None) -> LogEntry:
    """An entry as a line of the log."""
    return LogEntry(step.version, step.kind, step.seat, seen_move(step, viewer), seen_events(step, viewer), step.to)  # type: ignore[arg-type]


def happened(
    row: TableRow, course: Course, step: Step, mine: Sequence[int], clocks: list[int] | None, move_id: str | None
) -> Happened:
    """The last entry for somebody who holds these seats."""
    frame = happened_for(row, course, step, [tuple(mine)], clocks)[tuple(mine)]
    frame.id = move_id
    return frame


def happened_for(
    row: TableRow, course: Course, step: Step, screens: Iterable[Screen], clocks: list[int] | None
) -> dict[Screen, Happened]:
    """The last entry for each of several screens: what they have in common is made once."""
    to_move = course.to_move
    frames = {}
    for mine, view in _shown_views(course, screens).items():
        viewer = viewer_of(mine, to_move)
        knower = confidant(mine, viewer)
        frames[mine] = Happened(
            version=step.version,
            what=step.kind,  # type: ignore[arg-type]
            seat=step.seat,
            move=seen_move(step, knower),
            events=seen_events(step, knower),
            viewer=viewer,
            view=view,
            to_move=to_move,
            legal=legal(course, mine),
            to=step.to,
            back_to=back_to(row, course, mine),
            clocks=clocks,
            id=None,
        )
    return frames


def legal(course: Course, mine: Sequence[int]) -> list[str]:
    """The legal moves, for the one who is to decide."""
    return course.game.legal_texts() if course.to_move in mine else []


def back_to(row: TableRow, course: Course, mine: Sequence[int]) -> list[int]:
    """The decisions of these seats that can be made again."""
    return [] if row.in_earnest else course.back_to(mine, plays_alone(row, mine))


def snapshot(row: TableRow, info: TableInfo, course: Course | None, mine: Sequence[int], clocks: list[int] | None) -> Snapshot:
    """The whole table for somebody who holds these seats."""
    if course is None:
        return Snapshot(0, info, viewer_of(mine, None), None, [], [], None, [], None)
    viewer = viewer_of(mine, course.to_move)
    return Snapshot(
        version=course.version,
        table=info,
        viewer=viewer,
        view=shown_view(course.game, mine, viewer),
        legal=legal(course, mine),
        back_to=back_to(row, course, mine),
        clocks=clocks,
        log=[line(step, confidant(mine, viewer)) for step in course.steps[1:]],
        ending=course.ending,
    )


def is_program_at(seat: SeatRow) -> bool:
    """Whether a bot that somebody else wrote has a seat, or is waited for."""
    if seat.who == "bot" and seat.level is not None:
        return seat.level not in BOT_NAMES
    return is_program(seat.reserved) or any(map(is_program, seat.guests))


def table_info(row: TableRow, guest: str | None, present: Mapping[str, str], seat_link: str | None = None) -> TableInfo:
    """A table as a guest sees it; `present` are the names of those who are there."""
    mine = seats_of(row, guest)
    seated = {held for seat in row.seats for held in seat.guests}
    waiting = any(seat.who == "open" for seat in row.seats)
    return TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=[
            SeatInfo(
                seat.who,
                seat.name,
                seat.level,
                seat.who == "bot" or not present.keys().isdisjoint(seat.guests),
                is_program_at(seat),
                seat.rating,
                seat.away.until if seat.away else None,
                bool(seat.talks),
            )
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
        watchers=len(present.keys() - seated),
        onlookers=sorted(name for one, name in present.items() if one not in seated)[:MOST_ONLOOKERS],
        asked=guest is not None and any(seat.reserved == guest for seat in row.seats),
        winners=row.winners,
        practice=row.practice,
        promise=row.promise,
        salts=[seat.salt for seat in row.seats] if row.promise else [],
        daily=row.daily,
        rated=row.rated,
        tournament=row.tournament,
    )
