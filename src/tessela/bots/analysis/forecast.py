"""What a move would do, and what the round would give each seat if it ended then: told by the rules, from one seat's view."""

from dataclasses import dataclass
from itertools import takewhile

from tessela.bots.search.bots import best_tiling
from tessela.game import Event, Game
from tessela.game.ruleset import Json


@dataclass(frozen=True, slots=True)
class Forecast:
    """The events of a move as far as they are certain, for each seat those of its tiling, and whether that ends the game."""

    events: tuple[Event, ...]
    tilings: tuple[tuple[Event, ...], ...]
    last_round: bool


def forecast(view: Json, move: str | None = None) -> Forecast:
    """Look ahead from a view: make a decision, or none, and tile the round as if it ended there.

    Where spaces or chips have to be chosen in the tiling, everyone chooses what is best for them.
    """
    return tilings_after(Game.from_view(view), move)


def tilings_after(game: Game, move: str | None) -> Forecast:
    """The same for a game in which what is hidden was drawn."""
    decision, tiling, ends = game.look_ahead(move, lambda ahead: best_tiling(ahead).move)
    certain = tuple(takewhile(lambda event: not event.by_chance, decision))
    tilings = tuple(tuple(e for e in tiling if getattr(e, "seat", None) == seat) for seat in range(game.players))
    return Forecast(certain, tilings, ends)
