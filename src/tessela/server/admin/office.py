"""Carries out what whoever runs the server has ordered with `tessela admin`, and forgets guests who never come back.

Orders wait in the store, so they reach a running server, outlive one that dies, and of several servers one carries them out. Who
is shut out is known to every server within a second.
"""

from datetime import timedelta

import structlog

from tessela.server import mydata, seating
from tessela.server.admin.rows import BanRow, OrderRow
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError
from tessela.server.identity import Identity
from tessela.server.leases import Leases
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, StoreError
from tessela.server.tournaments.ledger import rename as rename_in_tournaments

LOOK_SECONDS = 1.0
CLEAN_SECONDS = 3600.0
FORGET_DAYS = 90  # without a visit, after which somebody who leaves nothing behind is forgotten
MOST_FORGOTTEN = 200  # in one go
DAY = timedelta(days=1) // timedelta(milliseconds=1)
ORDERS, CLEANING = "orders", "cleaning"
log = structlog.get_logger()


class Office:
    """What is done for whoever runs the server."""

    def __init__(self, house: House, forget_days: int = FORGET_DAYS):
        self._house = house
        self._store = house.store
        self._identity = Identity(house)
        self._leases = Leases(house.store, house.name)
        self._forget_days = forget_days

    async def know_banned(self) -> None:
        """Know who is shut out: whoever was not yet is connected no more."""
        for guest in self._house.guests.shut_out(row.guest for row in await self._store.bans()):
            self._house.outsiders.hang_up(guest)

    async def look(self) -> None:
        """Know who is shut out, and carry out what was ordered."""
        await self.know_banned()
        orders = await self._store.open_orders()
        if orders and await self._leases.take(ORDERS):
            for order in await self._store.open_orders():
                await self._carry_out(order)

    async def _carry_out(self, order: OrderRow) -> None:
        """Do what was ordered, and note it. What the store does not take now is tried again."""
        answer: str | None = None
        try:
            await self._do(order)
        except StoreError:
            raise
        except (HouseError, RefusedError) as error:
            answer = str(error)
        except Exception as error:  # whatever is wrong with one order keeps no other from being carried out
            log.exception("order-failed", order=order.number, what=order.what)
            answer = f"{type(error).__name__}: {error}"
        await self._store.end_order(order.number, now_ms(), answer)
        table = order.about if order.what == "close" else None
        log.info("order", order=order.number, what=order.what, done=answer is None, table=table)

    async def _do(self, order: OrderRow) -> None:
        about = order.about or ""  # forgotten meanwhile: then nobody is found
        if order.what == "close":
            await seating.close(self._house, await self._house.table(about))
            return
        guest = await self._house.guests.find(about)
        if guest is None:
            raise HouseError(404, "no-guest", "there is no such guest")
        if order.what == "rename":
            await self._rename(guest, order.value or "")
        elif order.what == "ban":
            await self._ban(guest)
        else:
            await self._unban(guest)

    async def _rename(self, guest: GuestRow, name: str) -> None:
        """Call somebody otherwise, wherever they are called by the name they have."""
        await self._identity.rename(guest, name)
        await seating.rename(self._house, guest, name, everywhere=True)
        await rename_in_tournaments(self._store, guest, name)

    async def _ban(self, guest: GuestRow) -> None:
        """Shut somebody out at once, with their programs; what goes on without them goes on with bots, or is lost."""
        for one in await self._with_programs(guest):
            await self._store.save_ban(BanRow(one.id, now_ms()))
        await self.know_banned()
        for one in await self._with_programs(guest):
            await mydata.withdraw(self._house, one)

    async def _unban(self, guest: GuestRow) -> None:
        for one in await self._with_programs(guest):
            await self._store.delete_ban(one.id)
        await self.know_banned()

    async def _with_programs(self, guest: GuestRow) -> list[GuestRow]:
        programs = [await self._house.guests.find(token.bot) for token in await self._store.tokens_of(guest.id)]
        return [guest, *(one for one in programs if one is not None)]

    # Who never comes back

    async def note_visits(self) -> None:
        """Keep on which day somebody was here last."""
        guests = self._house.guests
        day = now_ms() // DAY * DAY
        if visitors := guests.visitors(day):
            await self._store.save_visits(visitors, day)
            guests.visits_noted(visitors)

    async def clean(self) -> None:
        """Forget guests who leave nothing behind and were not here for so many days; none at all with 0."""
        if not self._forget_days or not await self._leases.take(CLEANING):
            return
        today = now_ms() // DAY * DAY
        await self._store.begin_visits(today)
        for guest_id in await self._store.passers_by(today - self._forget_days * DAY, MOST_FORGOTTEN):
            guest = await self._house.guests.find(guest_id)
            if guest is not None and not self._house.guests.is_here(guest_id):
                await mydata.delete(self._house, guest)
