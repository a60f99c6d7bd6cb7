"""Guests in a database, and how those who keep their name come back: passkeys, sessions, tickets; what lets their programs in."""

from tessela.server.admin.sql import forget_admin
from tessela.server.sql import Ask, Do, SqlPart, Work, first, kept
from tessela.server.sql_calling import forget_calling
from tessela.server.sql_coaching import forget_coaching
from tessela.server.sql_meeting import forget_meeting
from tessela.server.sql_results import forget_results
from tessela.server.sql_talk import forget_talk
from tessela.server.store import (
    GuestRow,
    NameTakenError,
    PasskeyRow,
    SessionRow,
    StoreError,
    TicketRow,
    TokenRow,
    VersionTakenError,
)

_OF_A_GUEST = "seat_guest", "passkey", "session", "ticket"  # tables with what is theirs


class SqlGuests(SqlPart):
    """The part of a store that knows people. The columns of its tables are called like the fields of their rows."""

    async def save_guest(self, guest: GuestRow) -> None:
        """Add a guest or change one; a `NameTakenError` if somebody else keeps a name that looks like theirs."""
        try:
            await self._engine.write(_save_guest, guest)
        except VersionTakenError:  # another process has kept the name in the same moment, or the code is somebody's
            keeper = await self.guest_of_looks(guest.looks) if guest.looks else None
            if keeper and keeper.id != guest.id:
                raise _name_taken() from None
            raise

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest by id."""
        return first(await self._find(GuestRow, "guest", "id = ?", guest))

    async def guest_of_looks(self, looks: str) -> GuestRow | None:
        """Who keeps a name of these looks."""
        return first(await self._find(GuestRow, "guest", "looks = ?", looks))

    async def guest_of_code(self, place: str) -> GuestRow | None:
        """Whose recovery code begins like this."""
        return first(await self._find(GuestRow, "guest", "code_place = ?", place))

    async def delete_guest(self, guest: str) -> None:
        """Forget a guest, with all keys, sessions and tickets."""
        await self._engine.write(_forget, guest)

    async def save_passkey(self, passkey: PasskeyRow) -> None:
        """Add a passkey or change it; one that is somebody else's stays theirs, with a `StoreError`."""
        await self._engine.write(_save_passkey, passkey)

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """A passkey by its id."""
        return first(await self._find(PasskeyRow, "passkey", "id = ?", passkey))

    async def passkeys_of(self, guest: str) -> list[PasskeyRow]:
        """The passkeys of a guest, the oldest first."""
        return await self._find(PasskeyRow, "passkey", "guest = ? ORDER BY created, id", guest)

    async def delete_passkey(self, guest: str, passkey: str) -> None:
        """Remove a passkey of a guest."""
        await self._do("DELETE FROM passkey WHERE guest = ? AND id = ?", guest, passkey)

    async def save_session(self, session: SessionRow) -> None:
        """Add a session or change it."""
        await self._carry_out(kept("session", "id", session))

    async def session(self, session: str) -> SessionRow | None:
        """A session by its id."""
        return first(await self._find(SessionRow, "session", "id = ?", session))

    async def sessions_of(self, guest: str) -> list[SessionRow]:
        """The sessions of a guest, the one that was seen last first."""
        return await self._find(SessionRow, "session", "guest = ? ORDER BY seen DESC, created DESC, id", guest)

    async def see_session(self, session: str, at: int) -> None:
        """A session was in use; one that was ended meanwhile stays so."""
        await self._do("UPDATE session SET seen = ? WHERE id = ?", at, session)

    async def delete_session(self, guest: str, session: str) -> None:
        """End a session of a guest."""
        await self._do("DELETE FROM session WHERE guest = ? AND id = ?", guest, session)

    async def save_ticket(self, ticket: TicketRow, now: int) -> None:
        """Add a ticket, and forget those whose time is over."""
        await self._engine.write(_save_ticket, ticket, now)

    async def take_ticket(self, digest: str) -> TicketRow | None:
        """A ticket by its digest, which is gone by that: of many who ask at once one gets it."""
        return await self._engine.write(_take_ticket, digest)

    async def tickets_of(self, guest: str) -> list[TicketRow]:
        """The tickets of a guest that nobody has used."""
        return await self._find(TicketRow, "ticket", "guest = ? ORDER BY until, digest", guest)

    async def save_token(self, token: TokenRow) -> None:
        """Keep what lets a program in."""
        await self._engine.write(_save_token, token)

    async def token(self, digest: str) -> TokenRow | None:
        """The token of a digest."""
        return first(await self._find(TokenRow, "bot_token", "digest = ?", digest))

    async def tokens_of(self, owner: str) -> list[TokenRow]:
        """The tokens of the bots of a guest, the oldest first."""
        return await self._find(TokenRow, "bot_token", "owner = ? ORDER BY created, bot", owner)

    async def delete_token(self, bot: str) -> None:
        """Let a program in no more."""
        await self._do("DELETE FROM bot_token WHERE bot = ?", bot)


def _name_taken() -> NameTakenError:
    return NameTakenError("somebody else keeps a name that looks like this one")


def _save_guest(guest: GuestRow) -> Work[None]:
    if (yield Ask("SELECT 1 FROM guest WHERE looks = ? AND id != ?", (guest.looks, guest.id))):
        raise _name_taken()
    yield kept("guest", "id", guest)  # a recovery code of somebody else's must not take their place


def _forget(guest: str) -> Work[None]:
    for table in _OF_A_GUEST:
        yield Do(f"DELETE FROM {table} WHERE guest = ?", (guest,))
    yield from forget_coaching(guest)
    yield from forget_results(guest)
    yield from forget_calling(guest)
    yield from forget_meeting(guest)
    yield from forget_talk(guest)
    yield from forget_admin(guest)
    yield Do("DELETE FROM guest WHERE id = ?", (guest,))


def _save_passkey(passkey: PasskeyRow) -> Work[None]:
    if not (yield kept("passkey", "id", passkey, "WHERE passkey.guest = excluded.guest")):
        raise StoreError("this passkey is somebody else's")


def _save_ticket(ticket: TicketRow, now: int) -> Work[None]:
    yield Do("DELETE FROM ticket WHERE until < ?", (now,))
    yield kept("ticket", "digest", ticket)


def _take_ticket(digest: str) -> Work[TicketRow | None]:
    columns = ", ".join(TicketRow.__struct_fields__)
    found = yield Ask(f"SELECT {columns} FROM ticket WHERE digest = ?", (digest,))
    taken = yield Do("DELETE FROM ticket WHERE digest = ?", (digest,))
    return TicketRow(*found[0]) if taken else None


def _save_token(token: TokenRow) -> Work[None]:
    yield Do("DELETE FROM bot_token WHERE bot = ?", (token.bot,))
    yield kept("bot_token", "digest", token)
