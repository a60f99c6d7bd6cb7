"""A reason, and how reasons are said.

Every text is a phrase that follows "it" ("completes line 3 for 5 points"), made from a template of the catalogue and the reason's
parameters. Another language brings its own catalogue and its own words for the parameters, nothing else.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Sign = Literal["good", "bad", "neutral"]
Names = Sequence[str] | None

# key: (sign, text). Parameters are put into words by their names, see `_WORDS`
ENGLISH: dict[str, tuple[Sign, str]] = {
    # lines and walls
    "completes": ("good", "completes line {line} for {points}"),
    "completes_at": ("good", "completes line {line}: {points} in column {column}, as the board stands"),
    "completes_in_vain": ("bad", "completes line {line}, but no column of its row can take {colour}: its tiles will fall"),
    "fills": ("neutral", "brings line {line} to {filled} of {size}"),
    "rest": ("good", "leaves {tiles} {place}, just what line {line} still lacks"),
    "rest_gone": ("neutral", "cannot complete line {line} this round: too few {colour} tiles are left"),
    "scores": ("good", "scores {points} in column {column}"),
    "row_done": ("good", "completes row {line} of the wall: {points}, and the game ends after this round"),
    "row": ("good", "brings row {line} to {filled} of {size} ({points} when complete)"),
    "tablet_row_done": ("good", "completes row {line}: {points} at the end"),
    "column": ("good", "brings column {column} to {filled} of {size} ({points} when complete)"),
    "column_done": ("good", "completes column {column}: {points} at the end"),
    "colour": ("good", "brings {colour} to {filled} of {size} on the wall ({points} for all)"),
    "colour_done": ("good", "completes {colour} on the wall: {points} at the end"),
    # what falls and what starts
    "overflows": ("bad", "takes {tiles} for line {line}, which has room for {room}: {excess} too many ({loss})"),
    "splits": ("bad", "takes {tiles}, more than line {line} has room for"),
    "floor": ("bad", "puts {tiles} on the floor ({loss})"),
    "breaks": ("bad", "breaks {tiles} ({loss})"),
    "drops": ("bad", "lets {tiles} fall ({loss})"),
    "marker": ("neutral", "takes the starting player marker: first next round ({loss})"),
    "marker_late": ("bad", "takes the starting player marker though this may be the last round ({loss})"),
    "starting_tile": ("neutral", "takes the starting player tile: first next round ({loss})"),
    "starting_tile_late": ("neutral", "takes the starting player tile, which wins a tie ({loss})"),
    # the others
    "denies": ("good", "denies {seat} {tiles}, which would complete their line {line} ({points})"),
    "leaves": ("bad", "leaves {tiles} {place} for {seat}, whose line {line} needs {needed} ({points})"),
    "leaves_many": ("neutral", "leaves {tiles} {place}"),
    "last_tiles": ("neutral", "takes the last tiles of the round"),
    # Duel: lines and dome
    "no_space": ("bad", "fills line {line}, whose row has no space for {colour}: its tiles will break"),
    "waits": ("neutral", "collects {colour} in line {line}, which has no space for it yet"),
    "special": ("good", "fills the third space of a special plate: {points} more"),
    "diagonal": ("good", "brings a diagonal to {filled} of {size} ({points} when complete)"),
    "diagonal_done": ("good", "completes a diagonal: {points} at the end"),
    "outer": ("good", "fills an outer space: {points} at the end"),
    "corner": ("good", "brings a corner plate to {filled} of {size} ({points} when full)"),
    "corner_done": ("good", "fills a corner plate: {points} at the end"),
    "colours": ("good", "brings row {line} to {filled} colours ({points} from {size} on)"),
    "colours_done": ("good", "brings row {line} to {filled} colours: {points} at the end"),
    "jokers": ("good", "brings the multicoloured spaces to {filled} of {size} ({points} when all are filled)"),
    "jokers_done": ("good", "fills every multicoloured space of the dome: {points} if it stays that way"),
    "specials": ("good", "fills a special space, which would cost {points} at the end"),
    # Duel: plates
    "plate_fits": ("good", "brings a space for the {colour} of line {line}, which has none yet"),
    "plate_brings": ("neutral", "brings spaces for {spaces}"),
    "opens": ("good", "gives the {colour} of line {line} its first space: {points} as the dome stands"),
    "closes": ("bad", "leaves row {line} without a space for the {colour} of its line, whose tiles will break"),
    "special_row": ("good", "puts a special space in row {line}: {points} once its plate is filled"),
    "row_takes": ("good", "lets row {line} take {spaces}"),
    "rows_take": ("good", "lets row {line} take {spaces}, and row {below} {others}"),
    "plate_first": ("good", "makes room on the dome for {spaces}, which had none"),
    "plate_diagonal": ("good", "puts {number} of its spaces on a diagonal ({points} when complete)"),
    "plate_corner": ("good", "puts the plate into a corner ({points} when full)"),
    "plate_outer": ("good", "puts {number} of its spaces on the edge ({points} for each that is filled)"),
    "plate_scores": ("good", "gives row {line} a space for {spaces}, worth {points} as the dome stands"),
    "touches": ("neutral", "places the plate next to {plates}"),
    "draws": ("neutral", "draws a {back} plate from the pile ({loss})"),
    "looks": ("neutral", "stops drawing: {plates} to choose from"),
    "returns": ("neutral", "puts a plate ({plate}) under the pile"),
    "tops": ("neutral", "puts {colour} on top of the stack of factory {factory}"),
    # Duel: chips
    "chip": ("neutral", "takes the {chip} chip"),
    "chip_pays": ("good", "brings together enough chips to complete line {line}"),
    "chip_pair": ("good", "brings together {filled} chips showing {colour}, the colour of line {line}"),
    "reveals": ("neutral", "reveals the chip on factory {factory}"),
    "offers": ("neutral", "lays down chips ({chips}) for line {line}, worth {points}"),
    "pays": ("neutral", "pays chips ({chips}) for what line {line} lacks: {missing}"),
    "saves": ("neutral", "keeps the chips and leaves line {line} at {filled} of {size}, worth {points} if paid for"),
    "saves_for": ("good", "keeps enough chips to complete line {line} instead ({points})"),
    "passes": ("neutral", "passes: no action is possible"),
    # what a search expects next: said only of two moves that are compared (coach/follows.py)
    "then_completes": ("bad", "lets {seat} complete their line {line} next ({points})"),
    "then_loses": ("good", "leaves {seat} with {tiles} too many next ({loss})"),
    "next_completes": ("good", "can still complete line {line} next turn ({points})"),
    "next_loses": ("bad", "ends with {tiles} too many next turn ({loss})"),
    "tiling_in_all": ("good", "leads to {points} in all in this tiling, {more} more than the other"),
    "before_them": ("good", "takes what {seat} would take next"),
    "keeps_from": ("good", "keeps {seat} from completing their line {line} next ({points})"),
}

_COLOURS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "T": "turquoise", "J": "joker"}
_PLACES = {"C": "in the centre", "L": "on the large factory", "M": "on the moons"}
_SPACES = {**_COLOURS, "*": "any colour", "S": "a special tile"}


@dataclass(frozen=True, slots=True)
class Argument:
    """Something true about a move: a stable key, its parameters, and in English its text."""

    key: str
    params: Mapping[str, Any]

    @property
    def sign(self) -> Sign:
        """Whether it speaks for the move, against it, or neither."""
        return ENGLISH[self.key][0]

    @property
    def text(self) -> str:
        """The reason in English; other players are "the opponent" or "player 2"."""
        return self.told(None)

    def told(self, names: Names) -> str:
        """The reason in English, other players being called by these names."""
        words = {name: _WORDS[name](value) if name in _WORDS else str(value) for name, value in self.params.items()}
        if "seat" in self.params:
            words["seat"] = _player(self.params["seat"], self.params["players"], names)
        return ENGLISH[self.key][1].format(**words)

    def to_json(self) -> dict[str, Any]:
        """The reason as a JSON object."""
        return {"key": self.key, "sign": self.sign, "text": self.text, "params": dict(self.params)}


def reason(key: str, **params: Any) -> Argument:
    """The reason of this key."""
    return Argument(key, params)


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence: `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _tiles(letters: str) -> str:
    """Tiles in words: `2 blue and 1 joker`."""
    return listed([_number(n, "joker") if letter == "J" else f"{n} {_COLOURS[letter]}" for letter, n in Counter(letters).items()])


_WORDS: dict[str, Callable[[Any], str]] = {
    "points": lambda number: _number(number, "point"),
    "loss": lambda number: f"-{number}" if number else "at no cost",
    "tiles": _tiles,
    "colour": lambda letter: _COLOURS[letter],
    "place": lambda letter: _PLACES.get(letter, f"on factory {letter}"),
    "spaces": lambda letters: listed([_SPACES[letter] for letter in letters]),
    "others": lambda letters: listed([_SPACES[letter] for letter in letters]),
    "plates": lambda number: _number(number, "plate"),
    "missing": lambda number: _number(number, "tile"),
    "chips": listed,
}


def _player(seat: int, players: int, names: Names) -> str:
    if names:
        return names[seat]
    return "the opponent" if players == 2 else f"player {seat}"
