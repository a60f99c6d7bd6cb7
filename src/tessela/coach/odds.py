"""The odds of what chance will show next, counted exactly from what a seat knows: the next deal, chips and plates."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import ClassVar, Final

import msgspec

from tessela.coach.counting import Draw, Stock, at_least
from tessela.coach.errors import CoachError
from tessela.coach.forms import VERSION
from tessela.game import Game
from tessela.game.duel.view import BACKS, HIDDEN, UNKNOWN, back_of
from tessela.game.ruleset import Json
from tessela.rules.azul import constants as azul
from tessela.rules.duel import constants as duel
from tessela.rules.duel.components import CHIP_NAMES, PLATE_NAMES

Chances = dict[str, list[float]]
Tiles = Mapping[str, int]
Event = Callable[[Draw, int], Fraction]  # of a draw, and of how many tiles of the kind lie together already
Dealing = Callable[[Tiles, Tiles, tuple[int, ...], str, Event], Fraction]
LETTERS_OF_DUEL: Final = "BYRKT"


class DealOdds(msgspec.Struct, frozen=True):
    """The next deal by kinds of tiles: what is left, what is expected, and the chances of at least 0, 1, 2, ... of a kind, dealt
    in all and together on one factory.

    `restocked`: the bag does not hold enough, and lid or tower will be needed. What they hold then depends on how the round goes
    on; the odds are those of what they hold now.
    """

    tiles: int
    bag: dict[str, int]
    lid: dict[str, int]
    restocked: bool
    expected: dict[str, float]
    dealt: Chances
    together: Chances


class LineOdds(msgspec.Struct, frozen=True):
    """A line of one's own that lacks tiles: the chances that these are dealt together on one factory, and dealt at all."""

    line: int
    colour: str
    missing: int
    together: float
    dealt: float


class AzulOdds(msgspec.Struct, frozen=True, tag_field="game", tag="azul"):
    """The odds of a position of Azul; no deal once the game is over."""

    game: ClassVar[str] = "azul"
    deal: DealOdds | None
    lines: tuple[LineOdds, ...]
    version: int = VERSION


class ChipOdds(msgspec.Struct, frozen=True):
    """The chips that nobody has seen, by kind; how many of them lie on factories; for each colour, the chance that the next one
    to be turned up shows it, and that any of those on factories does."""

    unseen: dict[str, int]
    face_down: int
    next_shows: dict[str, float]
    any_shows: dict[str, float]


class PlateOdds(msgspec.Struct, frozen=True):
    """The plates whose front a seat has not seen, by their backs; the back of the next one of the pile (or its front, where the
    seat knows it); for each kind of space, the chance that the next plate has it."""

    unseen: dict[str, tuple[str, ...]]
    next: str | None
    next_shows: dict[str, float]


class DuelOdds(msgspec.Struct, frozen=True, tag_field="game", tag="duel"):
    """The odds of a position of Azul Duel; no deal in the last round."""

    game: ClassVar[str] = "duel"
    deal: DealOdds | None
    lines: tuple[LineOdds, ...]
    chips: ChipOdds
    plates: PlateOdds
    version: int = VERSION


Odds = AzulOdds | DuelOdds


def odds(view: Game | Json) -> Odds:
    """The odds of a view (`game.view(seat)`), or of a game as the one to move sees it.

    >>> found = odds(Game("azul", seed=7))
    >>> found.deal.tiles, found.deal.expected["B"], round(found.deal.together["B"][3], 3)
    (20, 4.25, 0.138)
    """
    seen = view.view(view.to_move) if isinstance(view, Game) else view
    if not isinstance(seen, Mapping) or "seat" not in seen or seen.get("game") not in _GAMES:
        raise CoachError("odds are told of a view of azul or duel: what game.view(seat) returns")
    Game.from_view(dict(seen))  # refuses what cannot be
    return _GAMES[seen["game"]](dict(seen))


# Azul


def _azul(view: Json) -> AzulOdds:
    deal = deal_in_azul(view) if view["phase"] != "over" else None
    return AzulOdds(deal, _lines(view, deal, _azul_colours))


def deal_in_azul(view: Json) -> DealOdds:
    """The next deal, by the players, the bag and the lid of a view."""
    groups = (azul.TILES_PER_FACTORY,) * int(azul.FACTORIES[view["players"]])
    return _deal(view["bag"], view["lid"], groups, _plainly)


def _azul_colours(board: Json, row: int) -> list[str]:
    """The colours that an empty line may still be for."""
    return [letter for letter in "BYRKW" if letter not in board["wall"][row]]


def _lines(view: Json, deal: DealOdds | None, colours: Callable[[Json, int], Sequence[str]]) -> tuple[LineOdds, ...]:
    if deal is None or view["seat"] is None:
        return ()
    board, found = view["boards"][view["seat"]], []
    for row, line in enumerate(board["lines"]):
        own = [letter for letter in dict.fromkeys(line) if letter != "J"] or (colours(board, row) if not line else [])
        missing = row + 1 - len(line)
        found += [_line(deal, row + 1, colour, missing) for colour in own if missing]
    return tuple(found)


def _line(deal: DealOdds, line: int, colour: str, missing: int) -> LineOdds:
    together, dealt = (_entry(chances[colour], missing) for chances in (deal.together, deal.dealt))
    return LineOdds(line, colour, missing, together, dealt)


def _entry(chances: Sequence[float], number: int) -> float:
    return chances[number] if number < len(chances) else 0.0


# A deal of either game


def _plainly(bag: Tiles, lid: Tiles, groups: tuple[int, ...], kind: str, event: Event) -> Fraction:
    """The chance of an event in a plain deal."""
    return event(Draw(Stock(bag[kind], sum(bag.values()), lid[kind], sum(lid.values())), groups), 0)


def _deal(bag: dict[str, int], lid: dict[str, int], groups: tuple[int, ...], chance: Dealing) -> DealOdds:
    tiles = min(sum(groups), sum(bag.values()) + sum(lid.values()))
    expected, dealt, together = {}, {}, {}
    for kind in bag:
        most = min(bag[kind] + lid[kind], tiles)
        exactly = [chance(bag, lid, groups, kind, _so_many(number)) for number in range(most + 1)]
        expected[kind] = float(sum(number * one for number, one in enumerate(exactly)))
        dealt[kind] = [float(one) for one in at_least(exactly)]
        fewer = [chance(bag, lid, groups, kind, _fewer(number)) for number in range(1, max(groups) + 1)]
        together[kind] = [1.0, *(float(1 - one) for one in fewer)]
    return DealOdds(tiles, bag, lid, sum(bag.values()) < tiles, expected, dealt, together)


def _so_many(number: int) -> Event:
    """So many tiles are dealt in all."""

    def event(draw: Draw, lying: int) -> Fraction:
        chances = draw.dealt()
        return chances[number - lying] if 0 <= number - lying < len(chances) else Fraction(0)

    return event


def _fewer(number: int) -> Event:
    """Nowhere do `number` tiles lie together."""
    return lambda draw, lying: Fraction(0) if lying >= number else draw.fewer_together(number)


# Azul Duel


def deal_in_duel(view: Json) -> DealOdds:
    """The next deal, by the bag and the tower of a view."""
    groups = (duel.TILES_ON_LARGE, *(duel.TILES_ON_SMALL,) * duel.SMALL_FACTORIES)
    return _deal(view["bag"], view["tower"], groups, _with_five_drawn_again)


def _duel(view: Json) -> DuelOdds:
    deal = deal_in_duel(view) if view["round"] < duel.LAST_ROUND and view["phase"] != "over" else None
    return DuelOdds(deal, _lines(view, deal, lambda *_: ()), _chips(view), _plates(view))


def _with_five_drawn_again(bag: Tiles, tower: Tiles, groups: tuple[int, ...], kind: str, event: Event) -> Fraction:
    """The chance of an event where five equal tiles on the large factory are drawn again, as long as another colour is left.

    Those deals are taken out, and what is drawn in their place is put in: from the same bag, or from bag and tower together where
    the tower was needed for the five.
    """
    stays, again = _without_five(bag, tower, groups, kind, event)
    if not again:
        return stays
    if sum(bag.values()) < groups[0]:
        bag, tower = {letter: bag[letter] + tower[letter] for letter in bag}, dict.fromkeys(bag, 0)
    fresh, once_more = _without_five(bag, tower, groups, kind, event)
    return stays + again * fresh / (1 - once_more)


def _without_five(bag: Tiles, tower: Tiles, groups: tuple[int, ...], kind: str, event: Event) -> tuple[Fraction, Fraction]:
    """The chance of an event in a plain deal that need not be drawn again, and the chance that it must be."""
    chance, again = _plainly(bag, tower, groups, kind, event), Fraction(0)
    for letter, one in _five_equal(bag, tower, groups[0]).items():
        left = _after_five(bag, tower, groups[0], letter)
        lying = groups[0] if kind == letter else 0
        stock = Stock(left[0][kind], sum(left[0].values()), left[1][kind], sum(left[1].values()))
        chance -= one * event(Draw(stock, groups[1:]), lying)
        again += one
    return chance, again


def _five_equal(bag: Tiles, tower: Tiles, five: int) -> dict[str, Fraction]:
    """The colours of which the large factory may get nothing else while another is left in the bag, with their chances."""
    size, more = sum(bag.values()), sum(tower.values())
    first = min(five, size)
    found = {}
    for letter in bag:
        ways = comb(bag[letter], first) * comb(tower[letter], five - first)
        others = size - bag[letter] if size >= five else more - tower[letter]
        if ways and others:
            found[letter] = Fraction(ways, comb(size, first) * comb(more, five - first))
    return found


def _after_five(bag: Tiles, tower: Tiles, five: int, letter: str) -> tuple[dict[str, int], dict[str, int]]:
    """Bag and tower once five tiles of a colour have left them."""
    if sum(bag.values()) >= five:
        return {**bag, letter: bag[letter] - five}, dict(tower)
    return {**tower, letter: tower[letter] - (five - sum(bag.values()))}, dict.fromkeys(tower, 0)


def _chips(view: Json) -> ChipOdds:
    unseen = dict(view["chips_unseen"])
    total, face_down = sum(unseen.values()), sum(small["chip"] == UNKNOWN for small in view["small"])
    showing = {colour: sum(unseen[name] for name in CHIP_NAMES if colour in name) for colour in LETTERS_OF_DUEL}
    nexts = {colour: float(Fraction(number, total)) if total else 0.0 for colour, number in showing.items()}
    none = {colour: Fraction(comb(total - number, face_down), comb(total, face_down)) for colour, number in showing.items()}
    return ChipOdds(unseen, face_down, nexts, {colour: float(1 - one) for colour, one in none.items()})


def _plates(view: Json) -> PlateOdds:
    pending = view["pending"]["plate"] if view["pending"] and "plate" in view["pending"] else None
    shown = [*view["display"], *view["pile"], *view["drawn"], pending]
    shown += [plate["plate"] for board in view["boards"] for plate in board["plates"] if plate]
    seen = {name for name in shown if name and name not in HIDDEN}
    unseen = {back: tuple(name for name in PLATE_NAMES if name not in seen and back_of(name) == back) for back in BACKS}
    top = view["pile"][0] if view["pile"] else None
    may_be = unseen.get(top, (top,)) if top else ()
    showing = {space: sum(space in name for name in may_be) for space in (*LETTERS_OF_DUEL, "*", "S")}
    return PlateOdds(unseen, top, {space: float(Fraction(number, len(may_be) or 1)) for space, number in showing.items()})


_GAMES: Final[dict[str, Callable[[Json], Odds]]] = {"azul": _azul, "duel": _duel}
