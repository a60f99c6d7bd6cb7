"""What happened, one plain English line an event."""

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch

from tessela.cli.paint import COLOUR_WORDS
from tessela.game import events as e

Names = Sequence[str]
_SOURCES = {"C": "the centre", "L": "the large factory", "M": "the moons"}


@singledispatch
def tell(event: e.Event, names: Names) -> str:
    """One event as a line; `names` are those of the seats."""
    raise NotImplementedError(event.name)


def tiles(letters: str) -> str:
    """Tiles in words: `2 blue and 1 red`."""
    return listed([f"{number} {word(letter, number)}" for letter, number in Counter(letters).items()])


def word(letter: str, number: int = 1) -> str:
    """The colour of a tile in words."""
    return COLOUR_WORDS[letter] + ("s" if letter == "J" and number > 1 else "")


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence: `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def points(number: int) -> str:
    """A number of points in words."""
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def source(letter: str) -> str:
    """Where tiles are taken from, in words."""
    return _SOURCES.get(letter, f"factory {letter}")


@tell.register
def _(event: e.Taken, names: Names) -> str:
    rest = f", {tiles(event.rest)} left over" if event.rest else ""
    return f"{names[event.seat]} takes {tiles(event.tiles)} from {source(event.source)}{rest}"


@tell.register
def _(event: e.MarkerTaken, names: Names) -> str:
    return f"{names[event.seat]} gets the starting marker and will start the next round"


@tell.register
def _(event: e.Placed, names: Names) -> str:
    return f"{names[event.seat]} places {tiles(event.tiles)} on line {event.line}"


@tell.register
def _(event: e.Broken, names: Names) -> str:
    where = f" (line {event.line} has no space on the wall or dome)" if event.line else ""
    parts = [f"{tiles(event.tiles)} {_ending('fall', event.tiles)}"] if event.tiles else []
    parts += [f"{tiles(event.discarded)} {_ending('find', event.discarded)} no space left to fall to"] if event.discarded else []
    return f"{names[event.seat]}: {listed(parts)}{where}"


@tell.register
def _(event: e.Stacked, names: Names) -> str:
    return f"{names[event.seat]} stacks {event.tiles} on the moon of factory {event.factory} ({word(event.tiles[-1])} on top)"


@tell.register
def _(event: e.Revealed, names: Names) -> str:
    return f"the chip of factory {event.factory} turns up: {event.chip}"


@tell.register
def _(event: e.ChipTaken, names: Names) -> str:
    return f"{names[event.seat]} takes the chip {event.chip} of factory {event.factory}"


@tell.register
def _(event: e.PlateTaken, names: Names) -> str:
    return f"{names[event.seat]} takes the plate {event.plate}"


@tell.register
def _(event: e.PlateDrawn, names: Names) -> str:
    return f"{names[event.seat]} draws a {event.back} plate from the pile for {points(event.paid)}"


@tell.register
def _(event: e.PlatesSeen, names: Names) -> str:
    number = "1 drawn plate" if event.number == 1 else f"{event.number} drawn plates"
    fronts = f": {', '.join(event.plates)}" if event.plates is not None else ""
    return f"{names[event.seat]} looks at {number}{fronts}"


@tell.register
def _(event: e.PlateKept, names: Names) -> str:
    return f"{names[event.seat]} keeps {'the plate ' + event.plate if event.plate else 'a ' + event.back + ' plate'}"


@tell.register
def _(event: e.PlatePlaced, names: Names) -> str:
    turn = f", turned by {event.turn}°" if event.turn else ""
    return f"{names[event.seat]} puts the plate {event.plate} on {event.space}{turn}"


@tell.register
def _(event: e.PlateReturned, names: Names) -> str:
    return f"{names[event.seat]} puts {'the plate ' + event.plate if event.plate else 'a plate'} under the pile"


@tell.register
def _(event: e.DisplayRefilled, names: Names) -> str:
    return f"new on the display: {', '.join(event.plates)}"


@tell.register
def _(event: e.Passed, names: Names) -> str:
    return f"{names[event.seat]} can do nothing and passes"


@tell.register
def _(event: e.ChipsChosen, names: Names) -> str:
    return f"{names[event.seat]} offers {_chips(event.chips)} for line {event.line}"


@tell.register
def _(event: e.Paid, names: Names) -> str:
    return f"{names[event.seat]} pays {_chips(event.chips)} for {event.missing} missing on line {event.line}"


@tell.register
def _(event: e.Saved, names: Names) -> str:
    return f"{names[event.seat]} keeps the chips and leaves line {event.line} as it is"


@tell.register
def _(event: e.Tiled, names: Names) -> str:
    linked = [f"{number} {way}" for number, way in ((event.across, "across"), (event.down, "down")) if number > 1]
    why = f" ({' + '.join(linked) or 'alone'})"
    where = f"{word(event.tile)} to column {event.column}"
    return f"{names[event.seat]}, line {event.line}: {where}, {points(event.points)}{why}"


@tell.register
def _(event: e.SpecialPlaced, names: Names) -> str:
    where = f"row {event.row}, column {event.column}"
    return f"{names[event.seat]}: a special tile completes its plate at {where}, {points(event.points)}"


@tell.register
def _(event: e.Penalised, names: Names) -> str:
    what = ([tiles(event.tiles)] if event.tiles else []) + (["the marker"] if event.marker else [])
    less = f", but has only {event.lost} to lose" if event.lost < event.penalty else ""
    return f"{names[event.seat]} loses {points(event.penalty)} for {listed(what)}{less}"


@tell.register
def _(event: e.RoundEnded, names: Names) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event.scores, strict=True))
    return f"round {event.round} ends: {scores}"


@tell.register
def _(event: e.Refilled, names: Names) -> str:
    restocked = ", the bag was restocked" if event.restocked else ""
    return f"round {event.round} begins: the factories are filled{restocked}"


@tell.register
def _(event: e.BonusScored, names: Names) -> str:
    return f"{names[event.seat]}: {points(event.points)} for {event.bonus.replace('-', ' ')}"


@tell.register
def _(event: e.GameEnded, names: Names) -> str:
    return f"the game is over: {winners(event.winners, names)} ({event.reason})"


def winners(seats: Sequence[int], names: Names) -> str:
    """Who won, in words."""
    return f"{names[seats[0]]} wins" if len(seats) == 1 else f"{listed([names[seat] for seat in seats])} share the win"


def _ending(verb: str, subject: str) -> str:
    return f"{verb}s" if len(subject) == 1 else verb


def _chips(chips: Sequence[str]) -> str:
    return listed([f"chip {chip}" for chip in chips])
