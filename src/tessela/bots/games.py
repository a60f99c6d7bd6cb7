"""What bots know of each game: one row a game. Whatever differs between games is asked for here.

The parts of a row are modules, imported when they are first needed, so that help and completion can list the levels at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessela.compiled.kinds import ByGame, Kind

WEIGHTS = Path(__file__).parent / "nets" / "weights"


@dataclass(frozen=True, slots=True)
class Ladder:
    """How the levels play a game, from the gentlest on."""

    simulations: tuple[int, ...]  # 0: it judges a move by its looks
    by_policy_from: int  # the first level whose search asks the policy net; others go by how moves look
    sight: float  # how well the gentlest sees what lines are worth
    ratings: tuple[int, ...]  # Elo, as measured on the ladder of docs/matches.md; the gentlest level is set to 500


@dataclass(frozen=True, slots=True)
class Known:
    """A game as bots know it. Without nets no bot searches it; without a ladder no level plays it."""

    knowledge_in: str  # which moves look right, and the settings of the search
    value_in: str = ""  # how boards are described to the value net
    policy_in: str = ""  # how moves are described to the policy net
    reasons_in: str = ""  # why a decision is good or bad
    weights: Path = WEIGHTS  # the folder of the trained nets
    ladder: Ladder | None = None

    @property
    def knowledge(self) -> Any:
        """Which moves look right."""
        return import_module(self.knowledge_in)

    @property
    def value(self) -> Any:
        """How boards are described."""
        return import_module(self.value_in)

    @property
    def policy(self) -> Any:
        """How moves are described."""
        return import_module(self.policy_in)

    @property
    def reasons(self) -> Any:
        """Why a decision is good or bad."""
        return import_module(self.reasons_in)

    @property
    def has_nets(self) -> bool:
        """Whether a search can judge."""
        return bool(self.value_in and self.policy_in)


KNOWN = {
    "azul": Known(
        "tessela.bots.knowledge.azul",
        "tessela.bots.nets.azul_value",
        "tessela.bots.nets.azul_policy",
        "tessela.bots.analysis.azul_reasons",
        ladder=Ladder(
            simulations=(0, 0, 3, 6, 12, 22, 42, 85, 200, 66, 150, 400, 1_400, 10_000),
            by_policy_from=10,
            sight=0.1,
            ratings=(500, 590, 790, 920, 1050, 1190, 1350, 1510, 1650, 1830, 2000, 2170, 2350, 2530),
        ),
    ),
    "duel": Known(
        "tessela.bots.knowledge.duel",
        "tessela.bots.nets.duel_value",
        "tessela.bots.nets.duel_policy",
        "tessela.bots.analysis.duel_reasons",
        ladder=Ladder(
            simulations=(0, 0, 2, 5, 10, 17, 33, 62, 36, 80, 170, 400, 1_000, 5_000),
            by_policy_from=9,
            sight=0.17,
            ratings=(500, 700, 820, 910, 1010, 1120, 1280, 1440, 1640, 1760, 1880, 2020, 2130, 2220),
        ),
    ),
}

_in_each: "list[tuple[ByGame, Callable[[str], Kind], bool]]" = []


def add_known(game: str, row: Known) -> None:
    """Let bots know a game."""
    KNOWN[game] = row
    for kinds, kind, of_nets in _in_each:
        if row.has_nets or not of_nets:
            kinds.kinds[game] = kind(game)


def known(game: str) -> Known:
    """What bots know of a game."""
    if game not in KNOWN:
        from tessela.game.errors import OptionError

        raise OptionError(f"this bot does not know the game {game!r}; it knows {', '.join(KNOWN)}")
    return KNOWN[game]


def rule(part: str, name: str) -> Callable[..., Any]:
    """One function for kernels: `name` of a part of the row of the game whose state its first argument is."""
    from tessela.compiled import for_records
    from tessela.rules.games import GAMES

    return for_records(
        lambda: {
            GAMES[game].state: getattr(getattr(row, part), name) for game, row in KNOWN.items() if getattr(row, f"{part}_in")
        },
        name,
    )


def in_each(kind: "Callable[[str], Kind]", of_nets: bool = False) -> "ByGame":
    """What entry points take, which each game has for itself, or each that has nets."""
    from tessela.compiled import ByGame

    found = ByGame({game: kind(game) for game, row in KNOWN.items() if row.has_nets or not of_nets})
    _in_each.append((found, kind, of_nets))
    return found
