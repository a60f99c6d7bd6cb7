"""Every game of a match: which deal, who sits where, and whose dice fall how."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tessela.arena.match import Match
from tessela.arena.specs import BotSpec
from tessela.game.ruleset import Json

Key = tuple[tuple[str, ...], int, int]


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to play. Everything about it follows from the match, so that it can be played anywhere and at any time."""

    contest: tuple[str, ...]
    deal: int
    seating: int
    seats: tuple[BotSpec, ...]
    game: str
    options: Json
    match_seed: int
    keeps_visits: bool = False

    @property
    def key(self) -> Key:
        """What tells the games of a match apart."""
        return self.contest, self.deal, self.seating

    @property
    def labels(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(bot.label for bot in self.seats)

    @property
    def seed(self) -> int:
        """The seed of the deal: the same for all seatings, and for all contests."""
        return _drawn(f"arena {self.match_seed} deal {self.deal}")

    def dice(self, seat: int) -> int:
        """The seed of the bot at a seat, which has nothing to do with that of the deal."""
        where = "/".join(self.contest)
        return _drawn(f"arena {self.match_seed} bot {where} {self.deal} {self.seating} {seat}")


def fixtures(match: Match) -> Iterator[Fixture]:
    """The games of a match, one deal of all contests after the other."""
    contests, options = match.contests(), match.full_options
    for deal in range(match.deals):
        for contest in contests:
            for seating, labels in enumerate(seatings(contest, match.players)):
                seats = tuple(match.bot(label) for label in labels)
                yield Fixture(contest, deal, seating, seats, match.game, options, match.seed, match.keeps_visits)


def seatings(contest: tuple[str, ...], players: int) -> list[tuple[str, ...]]:
    """Every way to seat a contest: the first of a pair in each seat once among copies of the other, a full table rotated."""
    if len(contest) == players:
        return [contest[players - turn :] + contest[: players - turn] for turn in range(players)]
    focus, other = contest
    return [tuple(focus if seat == turn else other for seat in range(players)) for turn in range(players)]


def _drawn(text: str) -> int:
    return random.Random(text).getrandbits(53)
