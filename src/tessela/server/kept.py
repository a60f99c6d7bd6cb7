"""Answers that took long to make, kept for the next who asks."""

from collections import OrderedDict
from collections.abc import Hashable


class Kept:
    """Answers as JSON by a key, as long as they take no more than `most_bytes` together: the least used go first."""

    def __init__(self, most_bytes: int):
        self._most = most_bytes
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        """An answer, if it is kept."""
        if key not in self._answers:
            return None
        self._answers.move_to_end(key)
        return self._answers[key]

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer."""
        self.bytes += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self.bytes > self._most:
            self.bytes -= len(self._answers.popitem(last=False)[1])
