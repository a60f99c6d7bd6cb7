"""The keys of tables to come, each promised by its hash before anybody adds a salt (docs/chance.md).

A key follows from the secret of the store and the id of its table: none has to be kept, and no table has that of another.
"""

import hmac

from itsdangerous import BadSignature, URLSafeSerializer

from tessela.game.fair import promise_of


class Promises:
    """Gives keys out by their hashes; a ticket is for one table, whose id is in it."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._tickets = URLSafeSerializer(secret, salt="promise")

    def key_of(self, table: str) -> bytes:
        """The key of a table, which nobody is told before its game is over."""
        return hmac.digest(self._secret, f"tessela key of table {table}".encode(), "sha256")

    def promise(self, table: str) -> str:
        """What is told of it beforehand."""
        return promise_of(self.key_of(table))

    def ticket(self, table: str) -> str:
        """What brings about a table with this id."""
        return str(self._tickets.dumps(table))

    def redeemed(self, ticket: str) -> str | None:
        """The id of the table that a ticket is for, if it is one of ours."""
        try:
            table = self._tickets.loads(ticket)
        except BadSignature:
            return None
        return table if isinstance(table, str) else None
