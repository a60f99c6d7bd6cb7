"""Matches in a file, TOML or JSON, with the same names as the options of the command."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tessela.arena.match import Match
from tessela.arena.specs import BotSpec, parse_spec
from tessela.arena.statistics.sprt import Sprt
from tessela.game.errors import OptionError, shortened
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json

SPRT_KEYS = ("elo0", "elo1", "alpha", "beta")
_READERS: dict[str, Callable[[str], Any]] = {".toml": tomllib.loads, ".json": json.loads}


def game_options() -> tuple[str, ...]:
    """The options of all games, each once."""
    return tuple(dict.fromkeys(option for ruleset in RULESETS.values() for option in ruleset.options))


def read_match_file(path: Path) -> Json:
    """The settings in a file, as they stand there."""
    reader = _READERS.get(path.suffix)
    if reader is None:
        raise OptionError(f"{path}: a match file ends in {' or '.join(_READERS)}")
    try:
        found = reader(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} is not {path.suffix[1:].upper()}: {error}") from None
    keys = ("bots", "game", *game_options(), "games", "seed", "schedule", "anchor", "sprt")
    if not isinstance(found, dict):
        raise OptionError(f"{path}: a match is an object with {shortened(keys)}")
    for key in found:
        if key not in keys:
            raise OptionError(f"{path}: there is no setting {key!r}; settings are {shortened(keys)}")
    return found


def match_of(settings: Mapping[str, Any]) -> Match:
    """The match that settings describe."""
    plain = {key: settings[key] for key in ("game", "games", "seed", "schedule", "anchor") if key in settings}
    for key in ("game", "schedule", "anchor"):
        if not isinstance(plain.get(key, ""), str):
            raise OptionError(f"{key} must be text, not {plain[key]!r}")
    options = {key: settings[key] for key in game_options() if key in settings}
    return Match(_bots(settings.get("bots", ())), options=options, sprt=_sprt(settings.get("sprt")), **plain)


def _bots(bots: Any) -> tuple[BotSpec, ...]:
    if isinstance(bots, Mapping):
        return tuple(parse_spec(text, label) for label, text in bots.items())
    if isinstance(bots, str) or not hasattr(bots, "__iter__"):
        raise OptionError(f"bots must be a list, or a table of labels and bots, not {bots!r}")
    return tuple(parse_spec(text) for text in bots)


def _sprt(given: Any) -> Sprt | None:
    if given is None:
        return None
    if not isinstance(given, Mapping) or not {"elo0", "elo1"} <= set(given) <= set(SPRT_KEYS):
        raise OptionError(f"sprt needs elo0 and elo1 and may have alpha and beta, not {given!r}")
    for key, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"{key} of the SPRT must be a number, not {value!r}")
    return Sprt(**{key: float(value) for key, value in given.items()})
