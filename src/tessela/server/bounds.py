"""How much anybody may have and ask for, in one place (docs/serve.md). A family behind one address never meets these numbers."""

from typing import Any, NamedTuple

from tessela.server.limits import Rate

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
KIB, MIB = 1024, 1024 * 1024
MOST = 1e12  # of any figure

# What requests cost, of the allowance for work; those that are not named cost nothing beside their number
COST_OF_A_GUEST = 4.0  # somebody without a cookie asks who they are
COST_OF_A_REVIEW = 12.0  # that nobody has thought of yet
COST_OF_A_NAME = 0.25  # for each table that a new name reaches
COST_OF_A_TABLE = 0.1  # in an export, until it costs
MOST_OF_AN_EXPORT = 88.0  # so much more: everybody can have one a minute, however many tables there are
ENTRIES_OF_A_FRAME = 200  # entries of a log, told at once, that count as one more frame
COSTS = {
    "GET /api/me/bots": 0.5,
    "POST /api/me/bots": 6.0,
    "DELETE /api/me/bots/{id}": 6.0,
    "GET /api/bot/stream": 4.0,
    "POST /api/bot/tables/{id}/accept": 0.5,
    "POST /api/bot/tables/{id}/decline": 0.5,
    "POST /api/bot/tables/{id}/move": 0.05,
    "POST /api/bot/tables/{id}/resign": 0.5,
    "PATCH /api/me": 1.0,
    "DELETE /api/me": 6.0,
    "GET /api/me/identity": 0.5,
    "POST /api/me/sessions": 2.0,
    "DELETE /api/me/sessions": 1.0,
    "DELETE /api/me/sessions/{id}": 1.0,
    "POST /api/me/passkeys/options": 2.0,
    "POST /api/me/passkeys": 2.0,
    "DELETE /api/me/passkeys/{id}": 1.0,
    "POST /api/me/code": 12.0,
    "POST /api/me/link": 2.0,
    "POST /api/sign-in/options": 2.0,
    "POST /api/sign-in": 12.0,
    "GET /api/me/calling": 0.5,
    "POST /api/me/push": 4.0,
    "POST /api/me/push/end": 1.0,
    "DELETE /api/me/push/{id}": 1.0,
    "PUT /api/me/quiet": 1.0,
    "PUT /api/me/vacation": 12.0,
    "DELETE /api/me/vacation": 12.0,
    "GET /api/me/people": 1.0,
    "PUT /api/me/people/{id}": 1.0,
    "DELETE /api/me/people/{id}": 1.0,
    "POST /api/challenges": 4.0,
    "POST /api/tables/{id}/decline": 0.5,
    "GET /api/me/seek": 0.25,
    "PUT /api/me/seek": 3.0,
    "DELETE /api/me/seek": 0.25,
    "GET /api/me/tables": 0.5,
    "GET /api/me/history": 1.0,
    "GET /api/me/statistics/{id}": 2.0,
    "GET /api/me/profile": 0.5,
    "PATCH /api/me/profile": 1.0,
    "GET /api/players/{id}": 2.0,
    "GET /api/tables/{id}/ratings": 0.5,
    "GET /api/me/export": 12.0,
    "GET /api/tables": 0.5,
    "POST /api/promises": 0.25,
    "POST /api/tables": 2.0,
    "POST /api/tables/{id}/join": 1.0,
    "POST /api/tables/{id}/leave": 1.0,
    "POST /api/tables/{id}/rematch": 2.0,
    "POST /api/lessons/{id}": 2.0,
    "GET /api/tables/{id}/view": 0.5,
    "GET /api/records/{id}": 1.0,
    "POST /api/records": 6.0,
    "GET /api/replays/{id}": 6.0,
    "GET /api/replays/{id}/review": 0.5,
    "POST /api/replays/{id}/position": 0.5,
    "POST /api/replays/{id}/look": 0.25,
    "POST /api/replays/{id}/odds": 0.5,
    "POST /api/replays/{id}/try": 4.0,
    "POST /api/replays/{id}/line": 1.0,
    "POST /api/replays/{id}/play": 6.0,
    "GET /api/me/puzzles/{id}": 1.0,
    "POST /api/puzzles": 1.0,
    "GET /api/puzzles/{id}": 0.5,
    "POST /api/puzzles/{id}/look": 0.25,
    "POST /api/puzzles/{id}/try": 4.0,
    "POST /api/puzzles/{id}/hint": 1.0,
    "POST /api/puzzles/{id}/play": 6.0,
    "GET /api/deals/{id}": 1.0,
    "GET /api/tournaments": 2.0,
    "POST /api/tournaments": 6.0,
    "GET /api/tournaments/{id}": 0.5,
    "POST /api/tournaments/{id}/enter": 1.0,
    "POST /api/tournaments/{id}/leave": 1.0,
    "POST /api/tournaments/{id}/bots": 2.0,
    "POST /api/tournaments/{id}/begin": 4.0,
    "DELETE /api/tournaments/{id}": 2.0,
    "GET /api/me/clubs": 1.0,
    "POST /api/clubs": 6.0,
    "GET /api/clubs/{id}": 3.0,
    "PATCH /api/clubs/{id}": 3.0,
    "DELETE /api/clubs/{id}": 2.0,
    "GET /api/clubs/{id}/door": 2.0,
    "POST /api/clubs/{id}/join": 6.0,
    "POST /api/clubs/{id}/leave": 2.0,
    "POST /api/clubs/{id}/remove": 3.0,
    "POST /api/clubs/{id}/host": 3.0,
    "POST /api/clubs/{id}/invitation": 3.0,
    "POST /api/deals/{id}": 2.0,
    "GET /api/me/consent": 0.5,
    "PATCH /api/me/consent": 1.0,
}


class Bounds(NamedTuple):
    """Of one guest, and of one address, behind which several may live."""

    requests: Rate = Rate(1200, MINUTE)  # of an address, each counting the same: pages, too
    work_of_guest: Rate = Rate(120, MINUTE)  # requests by their cost
    work_of_address: Rate = Rate(480, MINUTE)
    tables_of_guest: Rate = Rate(60, HOUR)  # made
    tables_of_address: Rate = Rate(240, HOUR)
    challenges_of_guest: Rate = Rate(20, HOUR)
    challenges_to_one: Rate = Rate(3, HOUR)  # of one guest to another
    unfinished: int = 200  # games of a guest that wait or go on
    listed_of_guest: int = 5  # tables of a guest in the lobby
    listed_of_address: Rate = Rate(20, HOUR)
    entries_of_guest: Rate = Rate(10_000, DAY)  # of logs: what somebody decides
    entries_of_address: Rate = Rate(40_000, DAY)
    records_of_guest: Rate = Rate(4 * MIB, DAY)  # bytes
    records_of_address: Rate = Rate(16 * MIB, DAY)
    sockets_of_guest: int = 40
    sockets_of_address: int = 200
    frames_of_guest: Rate = Rate(100, 10.0)
    frames_of_address: Rate = Rate(400, 10.0)
    hints_of_guest: Rate = Rate(20, MINUTE)
    hints_of_address: Rate = Rate(60, MINUTE)
    looks_of_guest: Rate = Rate(300, 30.0)
    looks_of_address: Rate = Rate(900, 30.0)
    judgements_of_guest: Rate = Rate(90, MINUTE)
    judgements_of_address: Rate = Rate(270, MINUTE)
    deals_of_address: Rate = Rate(40, DAY)  # of the day, begun
    requests_of_program: Rate = Rate(300, MINUTE)  # of a bot far away: moves, challenges, streams
    reactions_of_guest: Rate = Rate(4, 8.0)
    lines_of_guest: Rate = Rate(8, 30.0)  # of a chat
    lines_of_address: Rate = Rate(60, MINUTE)


class Transport(NamedTuple):
    """What a connection may take, whatever it is for."""

    head_bytes: int = 16 * KIB  # the address that is asked for and all headers
    head_seconds: float = 10.0  # to send them
    body_seconds: float = 30.0
    unread_seconds: float = 30.0  # without reading anything of an answer that waits
    pings: Rate = Rate(100, 10.0)  # of a WebSocket, and pongs
    pieces: int = 64  # of one message
    unread_frames: int = 512  # of a WebSocket, that came and nobody has looked at yet
    connections: int = 8192
    connections_of_address: int = 512
    new_connections: Rate = Rate(1200, MINUTE)  # of an address; more are ended without a word


UNCOUNTED = Transport(connections=1 << 20, connections_of_address=1 << 20, new_connections=Rate(1e9, 1.0))  # for load tests


# What whoever runs a server may choose

Limits = tuple[Bounds, Transport]


class FigureError(ValueError):
    """There is no such limit, or it cannot be so."""


def with_figure(limits: Limits, name: str, value: object, is_text: bool = False) -> Limits:
    """The limits with another figure, which is called like its field, with strokes. Where everything is text numbers are too."""
    field = name.replace("-", "_")
    bounds, transport = limits
    if "_" not in name and field in Bounds._fields:
        return bounds._replace(**{field: _figure(getattr(bounds, field), value, is_text)}), transport
    if "_" not in name and field in Transport._fields:
        return bounds, transport._replace(**{field: _figure(getattr(transport, field), value, is_text)})
    raise FigureError(f"is no limit; limits are {', '.join(names_of_limits())}")


def names_of_limits() -> list[str]:
    """What the limits are called in files."""
    return [field.replace("_", "-") for kind in (Bounds, Transport) for field in kind._fields]


def _figure(before: Any, value: object, is_text: bool) -> Any:
    """A figure of the same kind as it was before."""
    if isinstance(before, Rate):
        most, _, seconds = value.partition("/") if isinstance(value, str) else ("", "", "")
        found = _number(most), _number(seconds)
        if min(found) <= 0:
            raise FigureError(f'is a text like "120/60", so many in so many seconds, not {value!r}')
        return Rate(*found)
    number = _number(value) if isinstance(value, str) and is_text else value
    if isinstance(number, float) and number.is_integer() and isinstance(before, int):
        number = int(number) if is_text else number
    kinds = (int,) if isinstance(before, int) else (int, float)
    if not isinstance(number, kinds) or isinstance(number, bool) or not 0 < number < MOST:
        raise FigureError(f"is a {'whole number' if isinstance(before, int) else 'number'} above 0, not {value!r}")
    return type(before)(number)


def _number(text: str) -> float:
    """A number that was written; 0 for what is none."""
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if number < MOST else 0.0  # what is no number is below none
