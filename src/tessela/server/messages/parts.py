"""What the messages have in common."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tessela.game.fair import SALT_PATTERN
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Json

MOST_SEATS = max(number for ruleset in RULESETS.values() for number in ruleset.seats)
GameName = Annotated[str, Meta(extra_json_schema={"enum": list(RULESETS)})]  # who sends another is told which games there are
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


def _like(name: str) -> Meta:
    """An object that travels as it was made; its shape is declared elsewhere, under this name in the types of the front end."""
    return Meta(extra_json_schema={"x-like": name})


View = Annotated[Json, _like("View")]  # server/views.py
GameEvent = Annotated[Json, _like("GameEvent")]  # game/events.py
Argument = Annotated[Json, _like("Argument")]  # bots/analysis/texts.py
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Salt = Annotated[str, Meta(pattern=SALT_PATTERN)]  # what a seat adds to the chance of its game
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]
Status = Literal["waiting", "playing", "over"]


class Message(Struct, forbid_unknown_fields=True):
    """A structure that travels."""


class Problem(Message):
    """Why a request over HTTP was not carried out: a word for programs, a sentence for people."""

    error: str
    text: str
