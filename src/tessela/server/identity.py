"""Those who keep their name: by a passkey or a recovery code, with links to their other devices. There are no passwords.

An account is a guest whose name is kept: the id is the same, so are the games. Whatever is used once (challenges, links) is a
ticket of the store, where only one can take it.
"""

import asyncio
import hashlib
import secrets

from msgspec.structs import replace

from tessela.game.ruleset import Json
from tessela.server import mydata, passkeys, seating
from tessela.server.clocks import now_ms
from tessela.server.codes import Code, fits, hashed, new_code, read_code
from tessela.server.house import House, HouseError, banned
from tessela.server.messages.people import Identity as Known
from tessela.server.messages.people import PasskeyInfo, Passkeys, SessionInfo
from tessela.server.names import is_bots, is_chosen, looks_of
from tessela.server.store import GuestRow, NameTakenError, PasskeyRow, SessionRow, TicketRow

CHALLENGE_SECONDS = 180
LINK_SECONDS = 600
MOST_PASSKEYS, MOST_SESSIONS, MOST_TICKETS = 20, 50, 20


class Identity:
    """Keeps names, and knows people by them."""

    def __init__(self, house: House):
        self._house = house
        self._hashing = asyncio.Semaphore(1)  # a hash takes 16 MiB

    async def known(self, guest: GuestRow, session: str | None, possible: Passkeys) -> Known:
        """How somebody can come back, and from where."""
        store = self._house.store
        keys = [PasskeyInfo(key.id, key.host, key.device, key.created, key.used) for key in await store.passkeys_of(guest.id)]
        sessions = [
            SessionInfo(one.id, one.device, one.created, one.seen, one.id == session) for one in await store.sessions_of(guest.id)
        ]
        games = len(await store.tables_naming(guest.id))
        return Known(guest.kept, guest.code_hash is not None, keys, sessions, possible, games)

    # Keeping a name

    async def rename(self, guest: GuestRow, name: str) -> GuestRow:
        """Call somebody otherwise, unless somebody else keeps a name that looks like it."""
        await seating.check_free(self._house, guest, name)
        renamed = replace(guest, nickname=name)
        if guest.kept is not None:
            renamed = _kept(renamed)
        renamed = await self._change(renamed)
        await seating.rename(self._house, guest, name)
        return renamed

    async def make_code(self, guest: GuestRow) -> Code:
        """A recovery code in place of the one before; the name is kept from now on."""
        kept = _kept(guest)
        code = new_code()
        async with self._hashing:
            code_hash = await asyncio.to_thread(hashed, code.proof)
        await self._change(replace(kept, code_place=code.place, code_hash=code_hash))
        return code

    async def to_make_passkey(self, guest: GuestRow, origin: str) -> Json:
        """What the browser is asked for, to make a passkey."""
        host = passkeys.host_for(origin)
        await seating.check_free(self._house, guest, _kept(guest).nickname)
        known = await self._house.store.passkeys_of(guest.id)
        if len(known) >= MOST_PASSKEYS:
            raise HouseError(409, "too-many-passkeys", f"you have {len(known)} passkeys: remove one first")
        return await passkeys.to_make(guest, host, await self._challenge(guest, "make"), known)

    async def take_passkey(self, guest: GuestRow, origin: str, credential: Json, device: str) -> None:
        """A passkey that was made; the name is kept from now on."""
        host = passkeys.host_for(origin)
        kept, challenge = _kept(guest), await self._answered(guest, "make", credential)
        key = await passkeys.made(credential, host, origin, challenge)
        if await self._house.store.passkey(key.id) is not None:
            raise passkeys.bad_passkey()
        await self._change(kept)
        now = now_ms()
        await self._house.store.save_passkey(PasskeyRow(key.id, guest.id, host, key.public_key, key.signs, device, now, now))

    async def remove_passkey(self, guest: GuestRow, passkey: str) -> None:
        """Take a passkey away, unless nothing else would open the door."""
        mine = await self._house.store.passkeys_of(guest.id)
        if guest.code_hash is None and [key.id for key in mine] == [passkey]:
            raise HouseError(409, "last-way", "this is your only way back: make a recovery code first")
        await self._house.store.delete_passkey(guest.id, passkey)

    async def make_link(self, guest: GuestRow) -> str:
        """What signs another device in, once and soon."""
        if guest.kept is None:
            raise HouseError(409, "not-kept", "keep your name first")
        link = secrets.token_urlsafe(24)
        await self._put_up(guest, "link", link.encode(), LINK_SECONDS)
        return link

    async def _change(self, guest: GuestRow) -> GuestRow:
        try:
            return await self._house.guests.change(guest)
        except NameTakenError:
            raise seating.name_taken() from None

    # Coming back

    async def to_sign_in(self, guest: GuestRow, origin: str) -> Json:
        """What the browser is asked for, to sign in with a passkey."""
        host = passkeys.host_for(origin)
        return await passkeys.to_sign_in(host, await self._challenge(guest, "sign-in"))

    async def by_passkey(self, asker: GuestRow, origin: str, credential: Json) -> GuestRow:
        """Whose passkey has signed the challenge of whoever asks."""
        host = passkeys.host_for(origin)
        challenge = await self._answered(asker, "sign-in", credential)
        key = await self._house.store.passkey(passkeys.id_in(credential))
        guest = await self._house.guests.find(key.guest) if key else None
        if key is None or guest is None:
            raise passkeys.bad_passkey()
        signs = await passkeys.signs_of(credential, key, host, origin, challenge)
        await self._house.store.save_passkey(replace(key, signs=signs, used=now_ms()))
        return guest

    async def by_code(self, text: str) -> GuestRow:
        """Whose recovery code this is."""
        code = read_code(text)
        found = await self._house.store.guest_of_code(code.place) if code else None
        if code is None or found is None or found.code_hash is None or not await self._fits(code, found.code_hash):
            raise HouseError(403, "bad-code", "there is no such recovery code")
        return await self._still_there(found.id)

    async def _fits(self, code: Code, code_hash: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(fits, code.proof, code_hash)

    async def by_link(self, link: str) -> GuestRow:
        """Who made this link, which is used up by that."""
        ticket = await self._taken(link.encode(), "link")
        if ticket is None:
            raise HouseError(403, "bad-device-link", "this link was used, is too old or not whole: make a new one")
        return await self._still_there(ticket.guest)

    async def _still_there(self, guest: str) -> GuestRow:
        found = await self._house.guests.find(guest)
        if found is None:
            raise HouseError(403, "name-gone", "whoever this was has left")
        return found

    async def sign_in(self, asker: GuestRow, session: str | None, guest: GuestRow, device: str, bring: bool) -> str:
        """A session of somebody in the browser of whoever asks; the games of the guest that it was so far may come along."""
        if self._house.guests.is_banned(guest.id):
            raise banned()
        check_room(await self._house.store.sessions_of(guest.id))
        opened = await self._house.guests.open_session(guest, device)
        if asker.kept is not None or asker.id == guest.id:
            if session:
                await self._house.guests.end_session(asker, session)
        elif bring:
            await mydata.hand_over(self._house, asker, guest)
        elif not await mydata.has_something(self._house.store, asker):
            await self._house.guests.forget(asker)  # somebody who did nothing but sign in
        return opened

    # What is used once

    async def _challenge(self, guest: GuestRow, purpose: str) -> bytes:
        challenge = secrets.token_bytes(32)
        await self._put_up(guest, purpose, challenge, CHALLENGE_SECONDS)
        return challenge

    async def _put_up(self, guest: GuestRow, purpose: str, secret: bytes, seconds: int) -> None:
        now = now_ms()
        waiting = [ticket for ticket in await self._house.store.tickets_of(guest.id) if ticket.until >= now]
        for old in waiting[: len(waiting) - MOST_TICKETS + 1]:
            await self._house.store.take_ticket(old.digest)
        await self._house.store.save_ticket(TicketRow(_digest(secret), purpose, guest.id, now + 1000 * seconds), now)

    async def _answered(self, guest: GuestRow, purpose: str, credential: Json) -> bytes:
        """The challenge that a credential answers: one that this guest was given for this, not long ago, and never answered."""
        challenge = passkeys.challenge_in(credential)
        ticket = await self._taken(challenge, purpose)
        if ticket is None or ticket.guest != guest.id:
            raise HouseError(403, "bad-challenge", "this was answered before, too late or by somebody else; begin again")
        return challenge

    async def _taken(self, secret: bytes, purpose: str) -> TicketRow | None:
        ticket = await self._house.store.take_ticket(_digest(secret))
        return ticket if ticket and ticket.purpose == purpose and ticket.until >= now_ms() else None


def check_room(sessions: list[SessionRow]) -> None:
    """Refuse one more session where there are too many."""
    if len(sessions) >= MOST_SESSIONS:
        raise HouseError(409, "too-many-sessions", f"you are signed in {MOST_SESSIONS} times: end some sessions first")


def _kept(guest: GuestRow) -> GuestRow:
    """A guest whose name, as it is now, is kept."""
    if not is_chosen(guest.nickname):
        raise HouseError(409, "no-name", "choose a name first: this one cannot be kept")
    if is_bots(guest.nickname):
        raise HouseError(409, "bot-name", "this name is a bot's, or would be taken for one: choose another to keep it")
    return replace(guest, kept=guest.kept or now_ms(), looks=looks_of(guest.nickname))


def _digest(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()
