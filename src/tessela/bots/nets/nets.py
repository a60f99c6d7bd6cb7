"""Both nets of a game, which a search judges by."""

from typing import NamedTuple

from tessela.bots.nets.policy import POLICY_NET, PolicyNet, policy_net_of
from tessela.bots.nets.value import VALUE_NET, ValueNet, value_net_of
from tessela.compiled import Group


class Nets(NamedTuple):
    """The nets of a search."""

    value: ValueNet
    policy: PolicyNet


NETS = Group((VALUE_NET, POLICY_NET), Nets)  # as entry points take them


def nets_of(game: str) -> Nets:
    """The trained nets of a game."""
    return Nets(value_net_of(game), policy_net_of(game))
