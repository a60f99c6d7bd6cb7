"""What both learners share: weights as PyTorch has them, and as the search takes them."""

from typing import Any, Generic, TypeVar

import numpy as np
import torch
from torch import nn

Net = TypeVar("Net", bound=tuple[Any, ...])


class Learner(nn.Module, Generic[Net]):
    """A net as PyTorch sees it: a parameter for each array, of the same name."""

    def __init__(self, form: type[Net], start: dict[str, Any]):
        super().__init__()
        self.form = form
        for name, values in start.items():
            self.register_parameter(name, nn.Parameter(values))

    def net(self) -> Net:
        """The weights as the search takes them."""
        found = {name: value.detach().cpu().numpy().astype(np.float32) for name, value in self.named_parameters()}
        return self.form(**{name: np.ascontiguousarray(array) for name, array in found.items()})

    def take(self, net: Net) -> None:
        """Go on from the weights of a net."""
        with torch.no_grad():
            for name, array in net._asdict().items():  # type: ignore[attr-defined]
                getattr(self, name).copy_(torch.from_numpy(array))
