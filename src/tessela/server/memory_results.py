"""Finished games and ratings in this process alone."""

from collections.abc import Sequence

from msgspec.structs import replace

from tessela.server.ratings import NEWCOMER, after_game, guests_in
from tessela.server.results import Over, Pace, PlayedRow, RatedGame, RatingChange, RatingRow, Sought
from tessela.server.store import TableRow, nobody


class MemoryResults:
    """The part of a `MemoryStore` for finished games and ratings."""

    def __init__(self) -> None:
        self._played: dict[tuple[str, str], PlayedRow] = {}
        self._rated: list[RatedGame] = []
        self._changes: dict[tuple[str, int], RatingChange] = {}
        self._ratings: dict[tuple[str, str, Pace], RatingRow] = {}
        self._profiles: set[str] = set()

    def _has_results(self, guest: str) -> bool:
        rated = any(seat.guest == guest for game in self._rated for seat in game.seats)
        return rated or any(key[0] == guest for key in self._played)

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        """The tables where a guest holds a seat, the newest of them first."""
        raise NotImplementedError

    async def _last_entry_at(self, table: str) -> int:
        raise NotImplementedError

    def _settle(self, over: Over) -> None:
        """Keep what is kept of a game, and move ratings."""
        self._played |= {(row.guest, row.table): row for row in over.played}
        if over.rated is not None:
            self._rate(over.rated)

    def _rate(self, game: RatedGame) -> None:
        keys = {guest: (guest, game.game, game.pace) for guest in guests_in(game)}
        held = {guest: self._ratings[key] for guest, key in keys.items() if key in self._ratings}
        after = after_game(game, held)
        for seat in game.seats:
            if seat.guest is not None:
                before, now = held[seat.guest].rating if seat.guest in held else NEWCOMER, after[seat.guest].rating
                change = RatingChange(game.table, game.pace, game.at, seat.seat, before.value, now.value, now.deviation)
                self._changes[game.table, seat.seat] = change
        self._rated.append(game)
        self._ratings |= {keys[guest]: row for guest, row in after.items()}

    async def save_played(self, rows: Sequence[PlayedRow]) -> None:
        """Keep how somebody did, in place of what was known of the same game."""
        self._played |= {(row.guest, row.table): row for row in rows}

    async def played(self, guest: str, sought: Sought, most: int) -> list[PlayedRow]:
        """Finished games of somebody, the newest first."""
        return [row for row in self._newest_of(guest) if _is_sought(row, sought)][:most]

    async def played_in(self, guest: str, game: str, most: int) -> list[PlayedRow]:
        """The same without boards, of one game, for statistics."""
        mine = [replace(row, board=None) for row in self._newest_of(guest) if row.game == game and row.result != "lesson"]
        return mine[:most]

    def _newest_of(self, guest: str) -> list[PlayedRow]:
        mine = [row for row in self._played.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (row.at, row.table), reverse=True)

    async def unlisted(self, guest: str, most: int) -> list[tuple[str, int]]:
        """The tables of somebody that are over and not among what they played, and when they were."""
        rows = [row for row in await self.tables_of(guest, 1 << 30) if row.status == "over"]
        return [(row.id, await self._last_entry_at(row.id)) for row in rows if (guest, row.id) not in self._played][:most]

    async def unseen(self, guest: str, most: int) -> list[str]:
        """The tables of what somebody played that were not looked through, the newest first."""
        return [row.table for row in self._newest_of(guest) if row.kinds is None and row.result != "lesson"][:most]

    async def save_accuracy(self, table: str, by_seat: dict[int, float]) -> None:
        """How well the seats of a finished game have played, as its review says."""
        for key, row in self._played.items():
            if row.table == table and row.seat in by_seat:
                self._played[key] = replace(row, accuracy=by_seat[row.seat])

    async def rating(self, guest: str, game: str, pace: Pace) -> RatingRow | None:
        """The rating of somebody."""
        return self._ratings.get((guest, game, pace))

    async def ratings_of(self, guest: str) -> list[RatingRow]:
        """All ratings of somebody, by game and pace."""
        mine = [row for row in self._ratings.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (row.game, row.pace))

    async def changes_of(self, guest: str, game: str, pace: Pace, most: int) -> list[RatingChange]:
        """What the last rated games did to a rating, the oldest of them first."""
        found = [
            self._changes[rated.table, seat.seat]
            for rated in self._rated
            for seat in rated.seats
            if seat.guest == guest and (rated.game, rated.pace) == (game, pace)
        ]
        return found[-most:]

    async def changes_at(self, table: str) -> list[RatingChange]:
        """What a game did to the ratings of its people, by seat."""
        return [change for key, change in sorted(self._changes.items()) if key[0] == table]

    async def rated_between(self, one: str, other: str, since: int) -> int:
        """How many rated games of two people were over since then."""
        return sum(game.at >= since and {one, other} <= {*guests_in(game)} for game in self._rated)

    async def rated_games(self, after: int, most: int) -> list[tuple[int, RatedGame]]:
        """The log of rated games after a number, each with its own."""
        return list(enumerate(self._rated, start=1))[after : after + most]

    async def hand_over_results(self, guest: str, to: str) -> None:
        """A guest turns out to be somebody else, who gets their games; and their rating where there is none."""
        for key in [key for key in self._played if key[0] == guest]:
            row = self._played.pop(key)
            self._played.setdefault((to, row.table), replace(row, guest=to))
        self._played = {key: _with_other(row, guest, to) for key, row in self._played.items()}
        new = {(row.game, row.pace) for row in await self.ratings_of(guest)} - {
            (row.game, row.pace) for row in await self.ratings_of(to)
        }
        self._rated = [_renamed(game, guest, to) if (game.game, game.pace) in new else game for game in self._rated]
        for game, pace in new:
            self._ratings[to, game, pace] = replace(self._ratings.pop((guest, game, pace)), guest=to)

    async def save_profile(self, guest: str, public: bool) -> None:
        """Whether everybody may see the profile of somebody."""
        (self._profiles.add if public else self._profiles.discard)(guest)

    async def has_profile(self, guest: str) -> bool:
        """Whether everybody may; not unless they said so."""
        return guest in self._profiles

    def _forget_results(self, guest: str) -> None:
        self._played = {key: _with_other(row, guest, None) for key, row in self._played.items() if row.guest != guest}
        self._ratings = {key: row for key, row in self._ratings.items() if row.guest != guest}
        self._changes = {
            (game.table, seat.seat): self._changes[game.table, seat.seat]
            for game in self._rated
            for seat in game.seats
            if seat.guest != guest and (game.table, seat.seat) in self._changes
        }
        somebody = nobody()
        self._rated = [_renamed(game, guest, somebody) for game in self._rated]
        self._profiles.discard(guest)


def _renamed(game: RatedGame, guest: str, to: str) -> RatedGame:
    seats = [replace(seat, guest=to) if seat.guest == guest else seat for seat in game.seats]
    return replace(game, seats=tuple(seats))


def _with_other(row: PlayedRow, guest: str, to: str | None) -> PlayedRow:
    others = [to if other == guest else other for other in row.others]
    return replace(row, others=tuple(other for other in dict.fromkeys(others) if other and other != row.guest))


def _is_sought(row: PlayedRow, sought: Sought) -> bool:
    return (
        row.result != "lesson"
        and sought.game in (None, row.game)
        and sought.result in (None, row.result)
        and sought.rated in (None, row.rated)
        and (sought.other is None or sought.other in row.others)
        and (sought.before is None or (row.at, row.table) < sought.before)
    )
