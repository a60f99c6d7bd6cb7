"""The requests of those who keep their name, or come back to it."""

from urllib.parse import urlsplit

from tessela.game.ruleset import Json
from tessela.server.bounds import COST_OF_A_NAME
from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House, HouseError
from tessela.server.identity import LINK_SECONDS, Identity, check_room
from tessela.server.messages.people import DeviceLink, MadePasskey, Me, Recovery, SigningIn
from tessela.server.messages.people import Identity as Known
from tessela.server.passkeys import where
from tessela.server.quotas import Quotas
from tessela.server.store import GuestRow

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def me_of(guest: GuestRow) -> Me:
    """A guest as they see themselves."""
    return Me(guest.id, guest.nickname, guest.kept is not None)


class IdentityApi:
    """Answers requests about who one is."""

    def __init__(self, house: House, quotas: Quotas, origins: frozenset[str]):
        self._house = house
        self._quotas = quotas
        self._origins = origins
        self.identity = Identity(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/me/identity", self.known, "How I can come back, and from where", answer=Known),
            Endpoint("POST", "/api/me/sessions", self.open_session, "A session of mine in this browser", answer=Me, status=201),
            Endpoint("DELETE", "/api/me/sessions", self.end_others, "End my sessions in all other browsers", status=204),
            Endpoint("DELETE", "/api/me/sessions/{id}", self.end_session, "End a session of mine", status=204),
            Endpoint("POST", "/api/me/code", self.make_code, "Keep my name: a new recovery code", answer=Recovery, status=201),
            Endpoint("POST", "/api/me/passkeys/options", self.to_make_passkey, "What a passkey is made of", answer=Json),
            Endpoint("POST", "/api/me/passkeys", self.take_passkey, "Keep my name: a new passkey", MadePasskey, Me, 201),
            Endpoint("DELETE", "/api/me/passkeys/{id}", self.remove_passkey, "Remove a passkey of mine", status=204),
            Endpoint("POST", "/api/me/link", self.make_link, "A link to another device", answer=DeviceLink, status=201),
            Endpoint("POST", "/api/sign-in/options", self.to_sign_in, "What a passkey has to sign", answer=Json),
            Endpoint("POST", "/api/sign-in", self.sign_in, "Come back under a name that is kept", SigningIn, Me),
        ]

    async def known(self, call: Call) -> Known:
        """How the one who asks can come back, and from where."""
        return await self.identity.known(call.me, call.session, where(self._origin(call))[1])

    async def open_session(self, call: Call) -> Me:
        """A cookie that can be ended: what keeping a name begins with, so that an answer that is lost locks nobody out."""
        if call.session is None:
            check_room(await self._house.store.sessions_of(call.me.id))
            call.new_guest = call.me
            call.new_session = await self._house.guests.open_session(call.me, call.device)
        return me_of(call.me)

    async def end_others(self, call: Call) -> None:
        """Be signed in here alone."""
        for session in await self._house.store.sessions_of(call.me.id):
            if session.id != call.session:
                await self._house.guests.end_session(call.me, session.id)

    async def end_session(self, call: Call) -> None:
        """Be signed out somewhere, or here."""
        if call.id == call.session and call.me.kept is None:
            raise HouseError(409, "not-kept", "keep your name first, else nothing brings you back")
        await self._house.guests.end_session(call.me, call.id)
        call.forget_cookie = call.id == call.session

    async def make_code(self, call: Call) -> Recovery:
        """A recovery code."""
        _check_session(call)
        return Recovery(str(await self.identity.make_code(call.me)))

    async def to_make_passkey(self, call: Call) -> Json:
        """What the browser makes a passkey of."""
        _check_session(call)
        return await self.identity.to_make_passkey(call.me, self._origin(call))

    async def take_passkey(self, call: Call) -> Me:
        """A passkey."""
        _check_session(call)
        await self.identity.take_passkey(call.me, self._origin(call), call.body.credential, call.device)
        return Me(call.me.id, call.me.nickname, True)

    async def remove_passkey(self, call: Call) -> None:
        """A passkey less."""
        await self.identity.remove_passkey(call.me, call.id)

    async def make_link(self, call: Call) -> DeviceLink:
        """A link to another device, under the address that it can reach."""
        path = f"/you#link={await self.identity.make_link(call.me)}"
        return DeviceLink(self._reachable(self._origin(call)) + path, LINK_SECONDS)

    async def to_sign_in(self, call: Call) -> Json:
        """What a passkey has to sign."""
        return await self.identity.to_sign_in(call.me, self._origin(call))

    async def sign_in(self, call: Call) -> Me:
        """Somebody comes back."""
        asked: SigningIn = call.body
        if [asked.credential, asked.code, asked.link].count(None) != 2:
            raise HouseError(422, "bad-body", "one of credential, code and link is needed")
        if asked.credential is not None:
            guest = await self.identity.by_passkey(call.me, self._origin(call), asked.credential)
        elif asked.code is not None:
            guest = await self.identity.by_code(asked.code)
        else:
            guest = await self.identity.by_link(asked.link or "")
        if asked.bring:
            number, _ = await self._house.store.unfinished(call.me.id)
            self._quotas.work(call.me.id, call.address, COST_OF_A_NAME * number)
        call.new_session = await self.identity.sign_in(call.me, call.session, guest, call.device, asked.bring)
        call.new_guest = guest
        return me_of(guest)

    def _origin(self, call: Call) -> str:
        """The address of the page that asks. Browsers tell it with changes; for those who only look it is that of the host."""
        headers = call.request.headers
        if headers.get("origin") in self._origins:
            return str(headers["origin"])
        known = [origin for origin in sorted(self._origins, reverse=True) if urlsplit(origin).netloc == headers.get("host")]
        return known[0]  # HTTPS before HTTP; the gate lets no other host in

    def _reachable(self, origin: str) -> str:
        """An address for another device: not this machine's own name for itself, where the network knows one."""
        if urlsplit(origin).hostname not in LOOPBACK:
            return origin
        others = [other for other in sorted(self._origins) if urlsplit(other).hostname not in LOOPBACK]
        return others[0] if others else origin


def _check_session(call: Call) -> None:
    if call.session is None:
        raise HouseError(409, "no-session", "ask POST /api/me/sessions for a session first")
