"""Finished games and ratings in a database."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tessela.arena.statistics.glicko import Rating
from tessela.game.ruleset import Json
from tessela.server.ratings import NEWCOMER, after_game, guests_in
from tessela.server.results import Over, Pace, PlayedRow, RatedGame, RatedSeat, RatingChange, RatingRow, Sought
from tessela.server.sql import AddMany, Ask, Do, SqlPart, Work, keeping
from tessela.server.store import nobody

encode = msgspec.json.encode
_BRIEF = ("guest", "game_table", "seat", "game", "at", "result", "rated", "score", "accuracy", "kinds")
_PLAYED = (*_BRIEF, "board")
_KEEP_PLAYED = keeping("played", "guest, game_table", _PLAYED)
_RATING = ("guest", "game", "pace", "value", "deviation", "volatility", "games", "at")
_KEEP_RATING = keeping("rating", "guest, game, pace", _RATING)
_SEAT = ("number", "seat", "guest", "level", "place", "before", "value", "deviation")
_CHANGE = "SELECT game_table, pace, at, seat, before, value, deviation FROM rated_seat JOIN rated_game USING (number)"
_NEXT = "SELECT coalesce(max(number), 0) + 1 FROM rated_game"
_UNLISTED = (
    "SELECT t.id, e.at FROM seat_guest s JOIN game_table t ON t.number = s.number JOIN head h ON h.number = s.number"
    " JOIN event e ON e.number = s.number AND e.version = h.version"
    " WHERE s.guest = ? AND t.status = 'over'"
    " AND NOT EXISTS (SELECT 1 FROM played p WHERE p.guest = s.guest AND p.game_table = t.id)"
    " ORDER BY s.number DESC LIMIT ?"
)
_BETWEEN = (
    "SELECT count(*) FROM rated_game g JOIN rated_seat a ON a.number = g.number JOIN rated_seat b ON b.number = g.number"
    " WHERE a.guest = ? AND b.guest = ? AND g.at >= ?"
)


class SqlResults(SqlPart):
    """The part of a store for finished games and ratings."""

    async def save_played(self, rows: Sequence[PlayedRow]) -> None:
        """Keep how somebody did, in place of what was known of the same game."""
        await self._engine.write(_save_played, rows)

    async def played(self, guest: str, sought: Sought, most: int) -> list[PlayedRow]:
        """Finished games of somebody, the newest first."""
        where, values = _where(guest, sought)
        query = f"SELECT {', '.join(_PLAYED)} FROM played WHERE {where} ORDER BY at DESC, game_table DESC LIMIT ?"
        return await self._with_others(guest, await self._ask(query, *values, most))

    async def played_in(self, guest: str, game: str, most: int) -> list[PlayedRow]:
        """The same without boards, of one game, for statistics."""
        query = (
            f"SELECT {', '.join(_BRIEF)}, NULL FROM played WHERE guest = ? AND game = ? AND result <> 'lesson'"
            " ORDER BY at DESC, game_table DESC LIMIT ?"
        )
        return await self._with_others(guest, await self._ask(query, guest, game, most))

    async def _with_others(self, guest: str, rows: list[Any]) -> list[PlayedRow]:
        others: dict[str, list[str]] = {}
        if rows:
            oldest = min(row[4] for row in rows)
            query = (
                "SELECT game_table, other FROM met WHERE guest = ? AND game_table IN"
                " (SELECT game_table FROM played WHERE guest = ? AND at >= ?) ORDER BY game_table, place"
            )
            for table, other in await self._ask(query, guest, guest, oldest):
                others.setdefault(table, []).append(other)
        return [_played(row, others.get(row[1], [])) for row in rows]

    async def unlisted(self, guest: str, most: int) -> list[tuple[str, int]]:
        """The tables of somebody that are over and not among what they played, and when they were."""
        return [(table, at) for table, at in await self._ask(_UNLISTED, guest, most)]

    async def unseen(self, guest: str, most: int) -> list[str]:
        """The tables of what somebody played that were not looked through, the newest first."""
        query = "SELECT game_table FROM played WHERE guest = ? AND kinds IS NULL AND result <> 'lesson' ORDER BY at DESC LIMIT ?"
        return [table for (table,) in await self._ask(query, guest, most)]

    async def save_accuracy(self, table: str, by_seat: dict[int, float]) -> None:
        """How well the seats of a finished game have played, as its review says."""
        await self._engine.write(_save_accuracy, table, by_seat)

    async def rating(self, guest: str, game: str, pace: Pace) -> RatingRow | None:
        """The rating of somebody."""
        rows = await self._ask(f"{_RATINGS} WHERE guest = ? AND game = ? AND pace = ?", guest, game, pace)
        return _rating(rows[0]) if rows else None

    async def ratings_of(self, guest: str) -> list[RatingRow]:
        """All ratings of somebody, by game and pace."""
        return [_rating(row) for row in await self._ask(f"{_RATINGS} WHERE guest = ? ORDER BY game, pace", guest)]

    async def changes_of(self, guest: str, game: str, pace: Pace, most: int) -> list[RatingChange]:
        """What the last rated games did to a rating, the oldest of them first."""
        query = f"{_CHANGE} WHERE guest = ? AND game = ? AND pace = ? ORDER BY number DESC LIMIT ?"
        rows = await self._ask(query, guest, game, pace, most)
        return [RatingChange(*row) for row in reversed(rows)]

    async def changes_at(self, table: str) -> list[RatingChange]:
        """What a game did to the ratings of its people, by seat."""
        query = f"{_CHANGE} WHERE game_table = ? AND guest IS NOT NULL AND before IS NOT NULL ORDER BY seat"
        return [RatingChange(*row) for row in await self._ask(query, table)]

    async def rated_between(self, one: str, other: str, since: int) -> int:
        """How many rated games of two people were over since then."""
        return int((await self._ask(_BETWEEN, one, other, since))[0][0])

    async def rated_games(self, after: int, most: int) -> list[tuple[int, RatedGame]]:
        """The log of rated games after a number, each with its own."""
        games = await self._ask(
            "SELECT number, game_table, game, pace, at FROM rated_game WHERE number > ? ORDER BY number LIMIT ?", after, most
        )
        seats: dict[int, list[RatedSeat]] = {}
        if games:
            query = "SELECT number, seat, guest, level, place FROM rated_seat WHERE number BETWEEN ? AND ? ORDER BY number, seat"
            for number, *seat in await self._ask(query, games[0][0], games[-1][0]):
                seats.setdefault(number, []).append(RatedSeat(*seat))
        return [(n, RatedGame(table, game, pace, at, tuple(seats[n]))) for n, table, game, pace, at in games]

    async def hand_over_results(self, guest: str, to: str) -> None:
        """A guest turns out to be somebody else, who gets their games; and their rating where there is none."""
        await self._engine.write(_hand_over, guest, to)

    async def save_profile(self, guest: str, public: bool) -> None:
        """Whether everybody may see the profile of somebody."""
        show, hide = "INSERT INTO profile (guest) VALUES (?) ON CONFLICT DO NOTHING", "DELETE FROM profile WHERE guest = ?"
        await self._do(show if public else hide, guest)

    async def has_profile(self, guest: str) -> bool:
        """Whether everybody may; not unless they said so."""
        return bool(await self._ask("SELECT 1 FROM profile WHERE guest = ?", guest))


_RATINGS = f"SELECT {', '.join(_RATING)} FROM rating"


def settle(over: Over) -> Work[None]:
    """Keep what is kept of a game, and move ratings: part of the work that adds its last entry."""
    yield from _save_played(over.played)
    if over.rated is not None:
        yield from _rate(over.rated)


def _save_played(rows: Iterable[PlayedRow]) -> Work[None]:
    for row in rows:
        kinds, board = (None if value is None else encode(value) for value in (row.kinds, row.board))
        values = (row.guest, row.table, row.seat, row.game, row.at, row.result, int(row.rated), row.score, row.accuracy)
        yield Do(_KEEP_PLAYED, (*values, kinds, board))
        yield Do("DELETE FROM met WHERE guest = ? AND game_table = ?", (row.guest, row.table))
        met: list[tuple[object, ...]] = [(row.guest, other, row.table, place) for place, other in enumerate(row.others)]
        if met:
            yield AddMany("INSERT INTO met (guest, other, game_table, place) VALUES", "(?, ?, ?, ?)", met)


def _rate(game: RatedGame) -> Work[None]:
    """The number comes first: whoever rates another game at the same time waits, or begins anew."""
    number = (yield Ask(_NEXT))[0][0]
    columns = "number, game_table, game, pace, at"
    yield Do(f"INSERT INTO rated_game ({columns}) VALUES (?, ?, ?, ?, ?)", (number, game.table, game.game, game.pace, game.at))
    held: dict[str, RatingRow] = {}
    for guest in guests_in(game):
        for row in (yield Ask(f"{_RATINGS} WHERE guest = ? AND game = ? AND pace = ?", (guest, game.game, game.pace))):
            held[guest] = _rating(row)
    after = after_game(game, held)
    yield AddMany(
        f"INSERT INTO rated_seat ({', '.join(_SEAT)}) VALUES",
        "(?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *_seat(seat, held, after)) for seat in game.seats],
    )
    for row in after.values():
        rating = row.rating
        yield Do(
            _KEEP_RATING,
            (row.guest, row.game, row.pace, rating.value, rating.deviation, rating.volatility, row.games, row.at),
        )


def _seat(seat: RatedSeat, held: dict[str, RatingRow], after: dict[str, RatingRow]) -> tuple[object, ...]:
    if seat.guest is None:
        return seat.seat, None, seat.level, seat.place, None, None, None
    before = held[seat.guest].rating if seat.guest in held else NEWCOMER
    now = after[seat.guest].rating
    return seat.seat, seat.guest, None, seat.place, before.value, now.value, now.deviation


def _save_accuracy(table: str, by_seat: dict[int, float]) -> Work[None]:
    for seat, accuracy in by_seat.items():
        yield Do("UPDATE played SET accuracy = ? WHERE game_table = ? AND seat = ?", (accuracy, table, seat))


def _hand_over(guest: str, to: str) -> Work[None]:
    """What both have stays as the other has it; the rest changes hands."""
    both = "SELECT game_table FROM played WHERE guest = ?"
    for table in ("met", "played"):
        yield Do(f"DELETE FROM {table} WHERE guest = ? AND game_table IN ({both})", (guest, to))
        yield Do(f"UPDATE {table} SET guest = ? WHERE guest = ?", (to, guest))
    yield Do("DELETE FROM met WHERE other = ? AND guest = ?", (guest, to))
    taken = "SELECT 1 FROM met m WHERE m.guest = met.guest AND m.game_table = met.game_table AND m.other = ?"
    yield Do(f"DELETE FROM met WHERE other = ? AND EXISTS ({taken})", (guest, to))
    yield Do("UPDATE met SET other = ? WHERE other = ?", (to, guest))
    for game, pace in (yield Ask("SELECT game, pace FROM rating WHERE guest = ?", (guest,))):
        if not (yield Ask("SELECT 1 FROM rating WHERE guest = ? AND game = ? AND pace = ?", (to, game, pace))):
            yield Do("UPDATE rating SET guest = ? WHERE guest = ? AND game = ? AND pace = ?", (to, guest, game, pace))
            these = "SELECT number FROM rated_game WHERE game = ? AND pace = ?"
            yield Do(f"UPDATE rated_seat SET guest = ? WHERE guest = ? AND number IN ({these})", (to, guest, game, pace))


def forget_results(guest: str) -> Work[None]:
    """Leave nothing of a guest; somebody without a name stays in the log that the ratings of the others rest on."""
    for table in ("played", "met", "rating", "profile"):
        yield Do(f"DELETE FROM {table} WHERE guest = ?", (guest,))
    yield Do("DELETE FROM met WHERE other = ?", (guest,))
    changed = "guest = ?, before = NULL, value = NULL, deviation = NULL"
    yield Do(f"UPDATE rated_seat SET {changed} WHERE guest = ?", (nobody(), guest))


def _where(guest: str, sought: Sought) -> tuple[str, list[object]]:
    """The condition for the games that are sought, and its values."""
    where: list[str] = ["guest = ?", "result <> 'lesson'"]
    some: list[object] = [guest]
    for column, value in (("game", sought.game), ("result", sought.result)):
        if value is not None:
            where.append(f"{column} = ?")
            some.append(value)
    if sought.rated is not None:
        where.append("rated = ?")
        some.append(int(sought.rated))
    if sought.other is not None:
        where.append("game_table IN (SELECT game_table FROM met WHERE guest = ? AND other = ?)")
        some += [guest, sought.other]
    if sought.before is not None:
        where.append("(at < ? OR (at = ? AND game_table < ?))")
        some += [sought.before[0], *sought.before]
    return " AND ".join(where), some


def _played(row: Any, others: Sequence[str]) -> PlayedRow:
    guest, table, seat, game, at, result, rated, score, accuracy, kinds, board = row
    return PlayedRow(
        guest, table, seat, game, at, result, bool(rated), score, tuple(others), accuracy,
        None if kinds is None else msgspec.json.decode(kinds, type=dict[str, int]),
        None if board is None else msgspec.json.decode(board, type=Json),
    )  # fmt: skip


def _rating(row: Any) -> RatingRow:
    guest, game, pace, value, deviation, volatility, games, at = row
    return RatingRow(guest, game, pace, Rating(value, deviation, volatility), games, at)
