"""Every fact of the rules that the page tells or draws, from the rules: what src/lib/rules/facts.json is made from."""

import json
import sys
from itertools import pairwise
from typing import Any

from tessela.game import Game
from tessela.game.azul.notation import LETTERS
from tessela.rules.azul import constants as azul
from tessela.rules.azul.state import COLOUR_OF
from tessela.rules.duel import components, tablets
from tessela.rules.duel import constants as duel
from tessela.server.catalogue import catalogue

Facts = dict[str, Any]


def steps(totals: list[int]) -> list[int]:
    """What each space costs, from what so many cost in all."""
    return [after - before for before, after in pairwise(totals)]


def azul_facts() -> Facts:
    """Those of Azul."""
    floor = azul.FLOOR_PENALTY.tolist()
    factories = azul.FACTORIES.tolist()
    removed, jokers = azul.REMOVED_PER_COLOUR.tolist(), azul.JOKER_TILES.tolist()
    tiles = azul.COLOURS * azul.TILES_PER_COLOUR
    players = catalogue().games["azul"]["players"]
    wall = {(2, 2), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)}  # the wall of the figure `score`, the new tile at row 4, column 2
    across, down = sum(r == 4 for r, _ in wall), sum(c == 2 for _, c in wall)
    return {
        "minPlayers": min(players), "maxPlayers": max(players), "tiles": tiles, "perColour": azul.TILES_PER_COLOUR,
        "colours": azul.COLOURS, "factories2": factories[2], "factories3": factories[3], "factories4": factories[4],
        "perFactory": azul.TILES_PER_FACTORY, "dealt2": 4 * factories[2], "dealt3": 4 * factories[3], "dealt4": 4 * factories[4],
        "lastDeal2": tiles // (4 * factories[2]), "startScore": Game("azul").scores[0], "lines": azul.ROWS,
        "floorSpaces": azul.FLOOR_SPACES, "floorCosts": steps(floor), "floorTotal": floor[-1], "floorOfThree": floor[3],
        "alone": 1, "across": across, "down": down, "both": across + down,
        "row": azul.ROW_BONUS, "column": azul.COLUMN_BONUS, "colour": azul.COLOUR_BONUS,
        "removed2": removed[2], "removed34": removed[3], "jokers2": jokers[2], "jokers34": jokers[3],
        "letters": LETTERS, "wall": ["".join(LETTERS[colour] for colour in row) for row in COLOUR_OF],
    }  # fmt: skip


def duel_facts() -> Facts:
    """Those of Azul Duel."""
    broken = duel.BROKEN_PENALTY.tolist()
    per_round = duel.PLAYERS * duel.TOKENS
    placed_first = components.PLATES - duel.DISPLAY - duel.PLAYERS
    options = catalogue().games["duel"]
    specials = int(components.IS_SPECIAL.sum())
    return {
        "rounds": duel.LAST_ROUND, "players": duel.PLAYERS, "tiles": duel.COLOURS * duel.TILES_PER_COLOUR,
        "perColour": duel.TILES_PER_COLOUR, "colours": duel.COLOURS, "specials": specials, "plates": components.PLATES,
        "specialPlates": specials, "jokerPlates": components.PLATES - specials, "display": duel.DISPLAY,
        "chips": components.CHIP_KINDS * components.CHIPS_OF_A_KIND, "startScore": duel.STARTING_SCORE, "noScore": 0,
        "tokens": duel.TOKENS, "tokenRounds": duel.LAST_ROUND - 1, "largeTiles": duel.TILES_ON_LARGE,
        "smallFactories": duel.SMALL_FACTORIES, "smallTiles": duel.TILES_ON_SMALL, "factories": duel.SMALL_FACTORIES + 1,
        "lines": duel.LINES, "domeSpaces": duel.DOME_SPACES, "dome": duel.DOME, "across": duel.PLATES_ACROSS,
        "cells": duel.DOME**2, "brokenSpaces": duel.BROKEN_SPACES, "brokenCosts": steps(broken), "brokenTotals": broken[1:],
        "brokenOfTwo": broken[2], "startCost": duel.STARTING_TILE_PENALTY, "drawCost": duel.DRAW_COST,
        "chipsPerRound": duel.CHIPS_PER_ROUND, "pair": duel.PAIR, "triple": duel.TRIPLE,
        "plateCells": 4, "coloured": 3, "alone": 1,
        "piles": [placed_first - per_round * i for i in range(duel.LAST_ROUND - 1)], "rowPoints": list(range(1, duel.DOME + 1)),
        "tabletsMin": min(options["number"]), "tabletsMax": len(components.TABLETS), "rows": components.ROW_POINTS,
        "columns": components.COLUMN_POINTS, "diagonals": components.DIAGONAL_POINTS, "jokers": components.JOKER_POINTS,
        "fiveColours": components.FIVE_COLOURS_POINTS, "five": components.FIVE_COLOURS, "outer": components.OUTER_SPACE_POINTS,
        "outerSpaces": tablets.OUTER.bit_count(), "cornerUpper": components.UPPER_CORNER_POINTS,
        "cornerLower": components.LOWER_CORNER_POINTS, "emptySpecial": -components.EMPTY_SPECIAL_POINTS,
        "chipKinds": components.CHIP_NAMES, "worth": worth(), "turned": turned(),
    }  # fmt: skip


def worth() -> dict[str, list[int]]:
    """The points that each tablet counts by; the upper and the lower corners are two."""
    points = (
        [components.ROW_POINTS], [components.FIVE_COLOURS_POINTS],
        [components.COLUMN_POINTS], [components.OUTER_SPACE_POINTS],
        [components.DIAGONAL_POINTS], [components.UPPER_CORNER_POINTS, components.LOWER_CORNER_POINTS],
        [components.JOKER_POINTS], [components.EMPTY_SPECIAL_POINTS],
    )  # fmt: skip
    return dict(zip((side for tablet in components.TABLETS for side in tablet), points, strict=True))


def turned() -> list[list[int]]:
    """Which cell of a plate as printed lies at each of its four places, by quarter turns: read off a plate of four kinds."""
    lying = next(spaces.tolist() for spaces in components.PLATE_SPACES if len(set(spaces[0].tolist())) == 4)
    return [[lying[0].index(kind) for kind in spaces] for spaces in lying]


def facts() -> dict[str, Facts]:
    """All of them, by game."""
    return {"azul": azul_facts(), "duel": duel_facts()}


if __name__ == "__main__":
    json.dump(facts(), sys.stdout)
