"""The command `tessela bots`."""

import json
from collections.abc import Sequence
from typing import Any

from tessela.bots.levels import LEVELS, RATINGS
from tessela.bots.registry import BOT_NAMES, CHARACTERS, about, installed


def bots(as_json: bool) -> None:
    """Print every bot with its level, its ratings and its character."""
    listed = [_about(name, CHARACTERS[name]) for name in BOT_NAMES]
    listed.sort(key=lambda bot: bot["level"] or len(BOT_NAMES))
    listed += [_about(name, about(name)) for name in installed() if name not in BOT_NAMES]
    print(json.dumps(listed) if as_json else "\n".join(_table(listed)))


def _about(name: str, character: str) -> dict[str, Any]:
    level = {level.name: level.number for level in LEVELS}.get(name)
    elo = {game: ratings[name] for game, ratings in RATINGS.items() if name in ratings}
    return {"name": name, "level": level, "elo": elo or None, "character": character}


def _table(bots: list[dict[str, Any]]) -> list[str]:
    rows = [_row("level", "name", [f"Elo {game}" for game in RATINGS])]
    for bot in bots:
        ratings = [(bot["elo"] or {}).get(game, "") for game in RATINGS]
        rows.append(_row(bot["level"] or "", bot["name"], ratings, bot["character"]))
    return rows


def _row(level: object, name: str, ratings: Sequence[object], character: str = "") -> str:
    return f"{level:>5}  {name:10}  {'  '.join(f'{rating:>8}' for rating in ratings)}  {character}".rstrip()
