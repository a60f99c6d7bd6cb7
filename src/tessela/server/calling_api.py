"""The requests of those who want to be called when it is their turn, or to be away for a while."""

import hashlib
from zoneinfo import ZoneInfo

from tessela.server.calling import PushRow, QuietRow
from tessela.server.clocks import now_ms
from tessela.server.endpoints import Call, Endpoint
from tessela.server.house import House, HouseError
from tessela.server.messages.calling import Calling, Days, PushEnd, PushInfo, PushSubscription, Quiet, QuietHours, VacationInfo
from tessela.server.notices import Notices, is_somebody_elses
from tessela.server.push_services import EndpointError, PushServices
from tessela.server.vacations import Vacations
from tessela.server.webpush import possible, public_key

MOST_BROWSERS = 10  # in which somebody is called; the oldest makes room


class CallingApi:
    """Answers requests about calls and days off."""

    def __init__(self, house: House, notices: Notices, services: PushServices):
        self._house = house
        self._notices = notices
        self._services = services
        self.vacations = Vacations(house)

    def endpoints(self) -> list[Endpoint]:
        """Everything that can be asked for."""
        return [
            Endpoint("GET", "/api/me/calling", self.known, "How I am called when it is my turn", answer=Calling),
            Endpoint("POST", "/api/me/push", self.subscribe, "Call me in this browser", PushSubscription, PushInfo, 201),
            Endpoint("POST", "/api/me/push/end", self.unsubscribe, "Call me in this browser no more", PushEnd, status=204),
            Endpoint("DELETE", "/api/me/push/{id}", self.remove, "Call me in a browser no more", status=204),
            Endpoint("PUT", "/api/me/quiet", self.keep_quiet, "When I am not to be called", QuietHours, QuietHours),
            Endpoint("PUT", "/api/me/vacation", self.go_away, "I am away for some days", Days, VacationInfo),
            Endpoint("DELETE", "/api/me/vacation", self.come_back, "I am back", answer=VacationInfo),
        ]

    async def known(self, call: Call) -> Calling:
        """How the one who asks is called."""
        can = possible()
        key = (await self._notices.signer()).public if can == "yes" else ""
        pushes = await self._house.store.pushes_of(call.me.id)
        quiet = await self._house.store.quiet(call.me.id)
        return Calling(
            can, key, [_info(push) for push in pushes], Quiet(quiet.begins, quiet.ends, quiet.zone) if quiet else None,
            await self.vacations.known(call.me),
        )  # fmt: skip

    async def subscribe(self, call: Call) -> PushInfo:
        """A browser in which somebody wants to be called."""
        asked: PushSubscription = call.body
        if possible() != "yes":
            raise HouseError(409, "no-push", 'this server calls nobody: pip install "tessela[push]"')
        try:
            self._services.place(asked.endpoint)
            public_key(asked.p256dh)
        except EndpointError as error:
            raise HouseError(422, "bad-endpoint", str(error)) from None
        except ValueError:
            raise HouseError(422, "bad-key", "p256dh must be a point of P-256, uncompressed, in base64url") from None
        row = PushRow(
            _id_of(asked.endpoint), call.me.id, asked.endpoint, asked.p256dh, asked.auth, asked.language, call.device, now_ms()
        )
        if await is_somebody_elses(self._house.store, row):
            raise HouseError(409, "not-yours", "this endpoint is that of somebody else's browser")
        await self._house.store.save_push(row)
        for old in (await self._house.store.pushes_of(call.me.id))[:-MOST_BROWSERS]:
            await self._house.store.delete_push(old.id)
        return _info(row)

    async def unsubscribe(self, call: Call) -> None:
        """A browser in which somebody was called."""
        await self._remove(call, _id_of(call.body.endpoint))

    async def remove(self, call: Call) -> None:
        """The same, from elsewhere."""
        await self._remove(call, call.id)

    async def _remove(self, call: Call, push: str) -> None:
        known = await self._house.store.push(push)
        if known is not None and known.guest == call.me.id:
            await self._house.store.delete_push(push)

    async def keep_quiet(self, call: Call) -> QuietHours:
        """Quiet hours, or none."""
        quiet: Quiet | None = call.body.quiet
        if quiet is None:
            await self._house.store.delete_quiet(call.me.id)
        else:
            _check_zone(quiet.zone)
            await self._house.store.save_quiet(QuietRow(call.me.id, quiet.zone, quiet.begins, quiet.ends))
        return QuietHours(quiet)

    async def go_away(self, call: Call) -> VacationInfo:
        """Days off."""
        await self.vacations.begin(call.me, call.body.days)
        return await self.vacations.known(call.me)

    async def come_back(self, call: Call) -> VacationInfo:
        """No more days off."""
        await self.vacations.end(call.me)
        return await self.vacations.known(call.me)


def _id_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _info(push: PushRow) -> PushInfo:
    return PushInfo(push.id, push.device, push.created)


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # also where a name leads out of the folder of zones
        raise HouseError(422, "bad-zone", f"there is no time zone {zone!r}; one is called like Europe/Rome") from None
