"""What a view holds, by game: the contract with the page, whose types are made from here.

A view is a position (`game/*/position.py`) without what nobody at the table may know, with the seat whose view it is and what the
server adds to every view it sends.
"""

from typing import Any

import msgspec

from tessela.game.azul import position as azul
from tessela.game.duel import position as duel
from tessela.game.duel.payments import Payment
from tessela.game.duel.prospects import Progress
from tessela.game.duel.view import SECRETS
from tessela.game.prospects import Opening

Field = tuple[str, Any] | tuple[str, Any, Any]

ADDED: tuple[Field, ...] = (("seat", int | None), ("bonuses", list[dict[str, int]]))


def _view(name: str, position: type[msgspec.Struct], hidden: tuple[str, ...], *more: Field) -> type[msgspec.Struct]:
    """The view whose positions are these."""
    kept = [(field.name, field.type) for field in msgspec.structs.fields(position) if field.name not in hidden]
    return msgspec.defstruct(name, [*kept, *ADDED, *more], forbid_unknown_fields=True, module=__name__)


OPENINGS: Field = ("openings", list[Opening])
AzulView = _view("AzulView", azul.Position, ("rng",), OPENINGS)
DUEL_PROSPECTS: tuple[Field, ...] = (
    ("payments", list[Payment]),
    OPENINGS,
    ("progress", list[dict[str, Progress]]),
)
DuelView = _view("DuelView", duel.Position, SECRETS, ("chips_unseen", dict[str, int]), *DUEL_PROSPECTS)
VIEWS: dict[str, type[msgspec.Struct]] = {"azul": AzulView, "duel": DuelView}
