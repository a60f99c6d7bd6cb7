"""The toy at the terminal."""

from rich.console import RenderableType
from rich.text import Text

from tessela.cli.story import Names, tell
from tessela.cli.table import Scene, board_title, box
from tessela.game.ruleset import Json
from tests.toy import ruleset as toy

VERBS = {"take": "take {} from the heap", "swap": "choose another favourite", "keep": "{} is the favourite"}


def blocks(scene: Scene) -> list[list[RenderableType]]:
    view = scene.view
    boards: list[RenderableType] = [
        box(Text(f"{board['hand']} {board['taken']} favourite {board['favourite']}"), board_title(scene, seat, []))
        for seat, board in enumerate(view["boards"])
    ]
    return [[box(Text(view["heap"] or "empty"), "heap")], boards]


def tasks(pending: Json) -> dict[str, str]:
    return {"turn": "takes tiles or swaps", "choice": "chooses a favourite"}


@tell.register
def _(event: toy.Swapped, names: Names) -> str:
    return f"{names[event.seat]} swaps"


@tell.register
def _(event: toy.FavouriteKept, names: Names) -> str:
    return f"{names[event.seat]} has another favourite"


@tell.register
def _(event: toy.FavouriteShown, names: Names) -> str:
    return f"{names[event.seat]}: {event.points} points for {event.colour}"
