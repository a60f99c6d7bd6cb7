"""Guests: a random id in a signed cookie, and a nickname. Nothing else is known of anybody.

Who keeps their name has sessions, one a browser, which can be listed and ended: their cookies name one, and are worth nothing
without it.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import TypeVar

from itsdangerous import BadSignature, URLSafeSerializer

from tessela.server.bus import GuestNews
from tessela.server.clocks import now_ms
from tessela.server.jobs import NO_GUEST
from tessela.server.store import PROGRAM, GuestRow, SessionRow, Store, StoreError

T = TypeVar("T")

COOKIE = "tessela_guest"
HERE_SECONDS = 90.0
MOST_REMEMBERED, MOST_LINKS = 20_000, 4_000
FRESH_SECONDS = 5.0  # so long it is not asked again whether another server has changed a guest
SEEN_EVERY = 3_600_000  # milliseconds: so exactly is it known when a session was in use


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
        self._seen: dict[str, float] = {}  # and when
        self._sessions: dict[str, SessionRow] = {}
        self._seen_at: dict[str, float] = {}  # when guests and sessions were read
        self.signed_out: Callable[[str, str | None], None] = lambda guest, session: None  # told which session ended, or all
        self.tell_others: Callable[[GuestNews], None] = lambda news: None  # other servers of the store
        self._seen_lately: set[str] = set()  # who was seen since other servers were told
        self._banned: frozenset[str] = frozenset()
        self._visitors: set[str] = set()  # who was here today and is not noted yet
        self._noted: set[str] = set()  # and who is
        self._day = 0

    async def of_cookie(self, cookie: str | None) -> GuestRow | None:
        """The guest that a cookie names, if it is one of ours, the guest is still known and the session was not ended."""
        guest_id, session = self._held(cookie)
        guest = await self.find(guest_id) if guest_id else None
        if guest is None:
            return None
        if session is None:
            return guest if guest.kept is None else None
        return guest if await self._is_open(session, guest.id) else None

    def session_in(self, cookie: str | None) -> str | None:
        """The session that a cookie names, if it names one."""
        return self._held(cookie)[1]

    def _held(self, cookie: str | None) -> tuple[str, str | None]:
        """The guest and the session in a cookie: a guest's own id, or a pair."""
        try:
            held = self._cookies.loads(cookie or "")
        except BadSignature:
            return "", None
        if isinstance(held, str):
            return held, None
        pair = isinstance(held, list) and len(held) == 2 and all(isinstance(part, str) for part in held)
        return (held[0], held[1]) if pair else ("", None)

    async def _is_open(self, session_id: str, guest_id: str) -> bool:
        session = self._sessions.get(session_id) if self._is_fresh(session_id) else None
        if session is None:
            session = await self._store.session(session_id)
            _keep(self._seen_at, session_id, monotonic())
        if session is None or session.guest != guest_id:
            return False
        _keep(self._sessions, session_id, session)
        if now_ms() - session.seen > SEEN_EVERY:
            session.seen = now_ms()
            with suppress(StoreError):
                await self._store.see_session(session_id, session.seen)
        return True

    async def open_session(self, guest: GuestRow, device: str) -> str:
        """A session of a guest in a browser; its id."""
        session = SessionRow(secrets.token_hex(12), guest.id, device, now_ms(), now_ms())
        await self._store.save_session(session)
        _keep(self._sessions, session.id, session)
        return session.id

    async def end_session(self, guest: GuestRow, session: str) -> None:
        """End a session of a guest, wherever it is open."""
        await self._store.delete_session(guest.id, session)
        if self._sessions.get(session, SessionRow("", guest.id, "", 0, 0)).guest == guest.id:
            self._end(guest.id, session)

    def _end(self, guest_id: str, session: str | None) -> None:
        """A session is over, or all: here, and at other servers."""
        self._sign_out(guest_id, session)
        self.tell_others(GuestNews("", guest_id, session, signed_out=True))

    def _sign_out(self, guest_id: str, session: str | None) -> None:
        self._sessions = {
            key: row for key, row in self._sessions.items() if row.guest != guest_id or session not in (key, None)
        }  # fmt: skip
        self.signed_out(guest_id, session)

    def hear(self, news: GuestNews) -> None:
        """Another server has changed a guest or ended sessions of theirs: what was remembered is asked for anew."""
        self._remembered.pop(news.guest, None)
        if news.signed_out:
            self._sign_out(news.guest, news.session)

    async def still_holds(self, guest_id: str, session: str | None) -> bool:
        """Whether a connection that a guest opened in a session may go on, as the store says now."""
        if session is not None:
            row = await self._store.session(session)
            return row is not None and row.guest == guest_id
        return await self._store.guest(guest_id) is not None

    async def find(self, guest_id: str) -> GuestRow | None:
        """A guest by id."""
        if guest_id not in self._remembered or not self._is_fresh(guest_id):
            guest = await self._store.guest(guest_id)
            if guest is None:
                self._remembered.pop(guest_id, None)
                return None
            self._remember(guest)
        return self._remembered.get(guest_id)

    def _remember(self, guest: GuestRow) -> None:
        _keep(self._remembered, guest.id, guest)
        _keep(self._seen_at, guest.id, monotonic())

    def _is_fresh(self, known: str) -> bool:
        """Whether what is remembered of a guest or a session holds: another server may have changed or ended it."""
        return not self._store.is_shared or monotonic() < self._seen_at.get(known, -FRESH_SECONDS) + FRESH_SECONDS

    def seen(self, guest_id: str, address: str) -> None:
        """A guest asks for something from an address."""
        _keep(self._addresses, guest_id, address)
        _keep(self._seen, guest_id, monotonic())
        self._seen_lately.add(guest_id)
        if guest_id not in self._noted:
            self._visitors.add(guest_id)

    def is_banned(self, guest_id: str) -> bool:
        """Whether somebody is shut out."""
        return guest_id in self._banned

    def shut_out(self, guests: Iterable[str]) -> frozenset[str]:
        """These are shut out from now on, and nobody else: who was not yet, whose connections end by that."""
        before, self._banned = self._banned, frozenset(guests)
        for guest_id in self._banned - before:
            self.signed_out(guest_id, None)
        return self._banned - before

    def visitors(self, day: int) -> list[str]:
        """Who was here on this day and is not noted yet."""
        if day != self._day:
            self._day, self._noted = day, set()
        return sorted(self._visitors)

    def visits_noted(self, guests: Iterable[str]) -> None:
        """The visits of these are stored."""
        self._noted |= {*guests}
        self._visitors -= {*guests}

    def seen_lately(self) -> list[str]:
        """Who was seen since this was last asked."""
        seen, self._seen_lately = self._seen_lately, set()
        return sorted(seen)

    def seen_elsewhere(self, guests: Iterable[str]) -> None:
        """These have asked another server for something."""
        for guest_id in guests:
            _keep(self._seen, guest_id, monotonic())

    def is_here(self, guest_id: str) -> bool:
        """Whether a guest has asked for something a moment ago."""
        return monotonic() - self._seen.get(guest_id, -HERE_SECONDS) < HERE_SECONDS

    def address_of(self, guest_id: str) -> str:
        """Where a guest was last seen; those who were not since the start are taken for one household."""
        return self._addresses.get(guest_id, NO_GUEST)

    def cookie_of(self, guest: GuestRow, session: str | None = None) -> str:
        """What the cookie of a guest holds, in a session of theirs."""
        return str(self._cookies.dumps([guest.id, session] if session else guest.id))

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

    async def change(self, guest: GuestRow) -> GuestRow:
        """Something else about a guest is so from now on."""
        await self._store.save_guest(guest)
        self._remember(guest)
        self.tell_others(GuestNews("", guest.id))
        return guest

    async def forget(self, guest: GuestRow) -> None:
        """Remove a guest, and end all sessions."""
        await self._store.delete_guest(guest.id)
        self._remembered.pop(guest.id, None)
        self._addresses.pop(guest.id, None)
        self._seen.pop(guest.id, None)
        self._seen_lately.discard(guest.id)
        self._visitors.discard(guest.id)
        self._end(guest.id, None)

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
