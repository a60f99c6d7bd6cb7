"""Help of three strengths: where to look, what to aim at, and the move itself."""

from typing import Any, Final

from tessela.bots.analysis.reasons import reasons_in
from tessela.bots.analysis.study import Study
from tessela.bots.analysis.texts import Argument, Sign
from tessela.bots.bot import Budget
from tessela.coach.errors import CoachError
from tessela.coach.forms import Hint, Puzzle, Strength, Told
from tessela.coach.looks import SIMULATIONS
from tessela.coach.tries import view_of
from tessela.game import Game, Move
from tessela.game.ruleset import Json

STRENGTHS: Final[tuple[Strength, ...]] = ("nudge", "idea", "move")
SEED: Final = 22

# key: text. `seat` is another player, `line` a line, `place` a source as moves write it
ENGLISH: Final[dict[str, str]] = {
    "look_at_theirs": "Look at line {line} of {player} first.",
    "look_at_line": "Look at your line {line}.",
    "look_at_centre": "Look at the centre of the table.",
    "look_at_factory": "Look at factory {place}.",
    "look_at_large": "Look at the large factory.",
    "look_at_moons": "Look at the moons.",
    "look_at_plates": "Look at the plates.",
    "look_at_dome": "Look at where the plate fits on your dome.",
    "look_at_stack": "Think about who will take the top of this stack.",
    "look_at_chips": "Look at the bonus chips.",
    "look_at_floor": "Letting tiles fall isn't always bad.",
    "only_move": "There is only one move.",
    "idea": "Look for a move that {reason}.",
    "idea_quiet": "Nothing needs finishing now: prepare the next lines.",
    "the_move": "Play {move}.",
}
_BY_FIRST_WORD: Final = {
    "plate": "look_at_plates",
    "draw": "look_at_plates",
    "stop": "look_at_plates",
    "keep": "look_at_plates",
    "back": "look_at_plates",
    "stack": "look_at_stack",
    "chip": "look_at_chips",
    "pay": "look_at_chips",
    "save": "look_at_chips",
    "done": "look_at_chips",
    "pass": "only_move",
}
_BY_SOURCE: Final = {"C": "look_at_centre", "L": "look_at_large", "M": "look_at_moons"}


def hint(position: Puzzle | Json, strength: Strength) -> Hint:
    """Help with a puzzle, or with any position of a view in which its seat is to move.

    >>> game = Game("azul", seed=7)
    >>> hint(game.view(game.turn), "nudge").move is None
    True
    """
    if strength not in STRENGTHS:
        raise CoachError(f"a hint is one of {', '.join(STRENGTHS)}, not {strength!r}")
    return _help(*_best(position, view_of(position)), strength)


def help_with(view: Json, move: str, strength: Strength) -> Hint:
    """The same help towards a move that was found to be the best of a view."""
    return _help(Game.from_view(view), Move.parse(move), strength)


def _help(table: Game, best: Move, strength: Strength) -> Hint:
    reasons = reasons_in(table, best)
    if strength == "move":
        return Hint(strength, _told("the_move", move=str(best)), str(best))
    if len(table.legal_actions()) == 1:
        return Hint(strength, _told("only_move"), None)
    return Hint(strength, _nudge(table, best, reasons) if strength == "nudge" else _idea(reasons), None)


def _best(position: Puzzle | Json, view: Json) -> tuple[Game, Move]:
    if isinstance(position, Puzzle):
        return Game.from_view(view), Move.parse(position.solution[0])
    budget = Budget(simulations=SIMULATIONS["look"])
    study = Study(view, SEED, budget)
    if study.kind == "forced":
        return study.game, study.game.legal_moves()[0]
    study.think(budget)
    return study.game, study.ranked()[0].move


def _told(key: str, sign: Sign = "neutral", **params: Any) -> Told:
    words = {**params, "player": _player(params), "reason": params.get("text", "")}
    return Told(key, {name: value for name, value in params.items() if name != "text"}, ENGLISH[key].format_map(words), sign)


def _player(params: dict[str, Any]) -> str:
    return "the opponent" if params.get("players", 2) == 2 else f"player {params.get('seat')}"


def _nudge(table: Game, best: Move, reasons: list[Argument]) -> Told:
    """Where to look: at what another wants, at one's own line, or at the place of the move."""
    denies = next((reason for reason in reasons if reason.key == "denies"), None)
    if denies:
        return _told("look_at_theirs", seat=denies.params["seat"], players=table.players, line=denies.params["line"])
    if "@" in best:
        return _told("look_at_dome")
    first = best.split()[0]
    if first in _BY_FIRST_WORD:
        return _told(_BY_FIRST_WORD[first])
    line = next((reason.params["line"] for reason in reasons if reason.key.startswith("completes")), None)
    if line:
        return _told("look_at_line", line=line)
    if best[-1] in "FX" and ">" in best:
        return _told("look_at_floor")
    if ">" in best:
        return _told(_BY_SOURCE[best[0]]) if best[0] in _BY_SOURCE else _told("look_at_factory", place=best[0])
    return _told("look_at_line", line=int(table.view(table.turn)["pending"]["line"]))


def _idea(reasons: list[Argument]) -> Told:
    """What to aim at: the best that can be said for the move."""
    good = next((reason for reason in reasons if reason.sign == "good"), None) or next(
        (reason for reason in reasons if reason.sign == "neutral"), None
    )
    if good is None:
        return _told("idea_quiet")
    return _told("idea", good.sign, reason_key=good.key, reason_params=dict(good.params), text=good.text)
