"""Guests: a random id in a signed cookie, and a nickname. Nothing else is known of anybody."""

import hashlib
import secrets
from functools import lru_cache
from typing import TypeVar

from itsdangerous import BadSignature, URLSafeSerializer

from tessela.server.clocks import now_ms
from tessela.server.jobs import NO_GUEST
from tessela.server.store import PROGRAM, GuestRow, Store

T = TypeVar("T")

COOKIE = "tessela_guest"
MOST_REMEMBERED, MOST_LINKS = 20_000, 4_000


def _keep(kept: dict[str, T], guest_id: str, value: T) -> None:
    """Remember something of a guest, and forget what was remembered longest."""
    kept.pop(guest_id, None)
    if len(kept) >= MOST_REMEMBERED:
        kept.pop(next(iter(kept)))
    kept[guest_id] = value


def digest_of(token: str) -> str:
    """What is kept of a token: it is long and random, so that its digest alone leads nobody to it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Everybody who has a cookie of ours."""

    def __init__(self, store: Store):
        self._store = store
        self._cookies = URLSafeSerializer(store.secret, salt="guest")
        self._links = URLSafeSerializer(store.secret, salt="seat")
        self._remembered: dict[str, GuestRow] = {}
        self.seat_link = lru_cache(MOST_LINKS)(self._seat_link)  # everybody is told theirs again and again
        self._addresses: dict[str, str] = {}  # where guests were last seen; it is never stored

    async def of_cookie(self, cookie: str | None) -> GuestRow | None:
        """The guest that a cookie names, if it is one of ours and the guest is still known."""
        try:
            guest_id = self._cookies.loads(cookie or "")
        except BadSignature:
            return None
        return await self.find(guest_id) if isinstance(guest_id, str) else None

    async def find(self, guest_id: str) -> GuestRow | None:
        """A guest by id."""
        if guest_id not in self._remembered:
            guest = await self._store.guest(guest_id)
            if guest is None:
                return None
            self._remember(guest)
        return self._remembered.get(guest_id)

    def _remember(self, guest: GuestRow) -> None:
        _keep(self._remembered, guest.id, guest)

    def seen(self, guest_id: str, address: str) -> None:
        """A guest asks for something from an address."""
        _keep(self._addresses, guest_id, address)

    def address_of(self, guest_id: str) -> str:
        """Where a guest was last seen; those who were not since the start are taken for one household."""
        return self._addresses.get(guest_id, NO_GUEST)

    def cookie_of(self, guest: GuestRow) -> str:
        """What the cookie of a guest holds."""
        return str(self._cookies.dumps(guest.id))

    async def welcome(self) -> GuestRow:
        """Somebody new."""
        number = secrets.randbelow(9000) + 1000
        guest = GuestRow(secrets.token_hex(12), f"Guest {number}", now_ms())
        await self._store.save_guest(guest)
        self._remember(guest)
        return guest

    async def welcome_program(self, name: str) -> GuestRow:
        """A program that somebody lets in; it has a guest of its own, whose seats nobody else holds."""
        guest = GuestRow(f"{PROGRAM}{secrets.token_hex(12)}", name, now_ms())
        await self._store.save_guest(guest)
        self._remember(guest)
        return guest

    async def of_token(self, token: str) -> GuestRow | None:
        """The program that a token lets in."""
        found = await self._store.token(digest_of(token))
        return await self.find(found.bot) if found else None

    async def rename(self, guest: GuestRow, nickname: str) -> GuestRow:
        """Give a guest a new nickname; tables joined from now on show it."""
        renamed = GuestRow(guest.id, nickname, guest.created)
        await self._store.save_guest(renamed)
        self._remember(renamed)
        return renamed

    async def forget(self, guest: GuestRow) -> None:
        """Remove a guest."""
        await self._store.delete_guest(guest.id)
        self._remembered.pop(guest.id, None)
        self._addresses.pop(guest.id, None)

    def _seat_link(self, table: str, guest_id: str) -> str:
        """What brings the seats of a guest at a table to another device."""
        return str(self._links.dumps([table, guest_id]))

    def of_seat_link(self, link: str, table: str) -> str | None:
        """The id of the guest whose seats a link brings."""
        try:
            held = self._links.loads(link)
        except BadSignature:
            return None
        return str(held[1]) if isinstance(held, list) and len(held) == 2 and held[0] == table else None
