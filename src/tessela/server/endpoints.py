"""Requests over HTTP as a table of endpoints: each names its messages, so that checking and the OpenAPI document follow."""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tessela import __version__
from tessela.game import TesselaError
from tessela.game.errors import UNREADABLE
from tessela.server.bounds import COST_OF_A_GUEST, COSTS
from tessela.server.devices import device_of
from tessela.server.guests import COOKIE, Guests
from tessela.server.house import HouseError, banned
from tessela.server.jobs import NO_GUEST
from tessela.server.limits import household
from tessela.server.messages.parts import Problem
from tessela.server.quotas import Quotas
from tessela.server.store import GuestRow, StoreError
from tessela.server.tracing import span

MOST_BYTES = 16 * 1024
MOST_RECORD_BYTES = 256 * 1024
STORE_SECONDS = 5.0  # when to come back after something could not be stored
COOKIE_SECONDS = 400 * 86_400
encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Call:
    """One request: the guest behind its cookie, its path, and its body as a message."""

    request: Request
    guest: GuestRow | None
    body: Any = None
    session: str | None = None  # that the cookie names
    new_guest: GuestRow | None = None  # whose cookie goes out with the answer
    new_session: str | None = None  # which that cookie names
    forget_cookie: bool = False

    @property
    def me(self) -> GuestRow:
        """The guest, where there must be one."""
        assert self.guest is not None
        return self.guest

    @property
    def asker(self) -> str:
        """Who asks, or nobody in particular."""
        return self.guest.id if self.guest else NO_GUEST

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return household(self.request.client.host) if self.request.client else ""

    @property
    def id(self) -> str:
        """The id in the path."""
        return str(self.request.path_params["id"])

    @property
    def device(self) -> str:
        """What kind of browser asks, on what kind of machine: no more of it is ever kept."""
        return device_of(self.request.headers.get("user-agent", ""))

    def number(self, name: str, otherwise: int) -> int:
        """A whole number of the query; what is none counts as not asked for."""
        text = self.request.query_params.get(name, "")
        return (
            int(text) if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else otherwise
        )


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What can be asked for at a path."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: Any = None
    answer: Any = None
    status: int = 200
    needs_guest: bool = True
    most_bytes: int = MOST_BYTES
    media: str = "application/json"
    for_banned: bool = False  # who is shut out may still ask for it

    @property
    def for_programs(self) -> bool:
        """Whether it is there for bots, who come with a token."""
        return self.path.startswith("/api/bot/")

    def cost(self, guest: GuestRow | None) -> float:
        """How much of an allowance for work it takes; who has no cookie may be given one."""
        cost = COSTS.get(f"{self.method} {self.path}", 0.0)
        return cost if guest or self.path != "/api/me" else COST_OF_A_GUEST

    @property
    def name(self) -> str:
        """A name for the OpenAPI document."""
        return self.handler.__name__


class Counter:
    """Serves endpoints: who asks, what they ask, what they get."""

    def __init__(self, guests: Guests, quotas: Quotas, secure_hosts: frozenset[str] = frozenset()):
        self._guests = guests
        self._quotas = quotas
        self._secure_hosts = secure_hosts  # that are reached over HTTPS alone

    def routes(self, endpoints: Sequence[Endpoint]) -> list[Route]:
        """The endpoints as routes."""
        return [Route(e.path, self._served(e), methods=[e.method], name=e.name) for e in endpoints]

    def _served(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            try:
                with span("endpoint", name=endpoint.name):
                    return await self._serve(endpoint, request)
            except HouseError as error:
                return problem(error.status, error.error, str(error), error.retry)
            except StoreError:
                return problem(503, "not-stored", "the server cannot store this now; nothing was changed", STORE_SECONDS)
            except TesselaError as error:
                return problem(422, "not-valid", str(error))
            except ClientDisconnect:
                return problem(400, "gone", "the request was not complete")

        return serve

    async def _serve(self, endpoint: Endpoint, request: Request) -> Response:
        guest = await self._asker(endpoint, request)
        if endpoint.needs_guest and guest is None:
            raise HouseError(401, "no-guest", "ask GET /api/me for a cookie first")
        if guest is not None and self._guests.is_banned(guest.id) and not endpoint.for_banned:
            raise banned()
        call = Call(request, guest, session=self._guests.session_in(request.cookies.get(COOKIE)))
        if guest is not None:
            self._guests.seen(guest.id, call.address)
        self._quotas.work(guest.id if guest else None, call.address, endpoint.cost(guest))
        if endpoint.body is not None:
            call.body = await _body(endpoint, request)
        answer = await endpoint.handler(call)
        if isinstance(answer, Response):
            return answer
        response = Response(
            b"" if endpoint.status == HTTPStatus.NO_CONTENT else encode(answer), endpoint.status, media_type="application/json"
        )
        self._set_cookie(call, response)
        return response

    async def _asker(self, endpoint: Endpoint, request: Request) -> GuestRow | None:
        """Who asks: a program by its token, and only for what is there for programs; everybody else by their cookie."""
        bearer = request.headers.get("authorization")
        if bearer is None and not endpoint.for_programs:
            return await self._guests.of_cookie(request.cookies.get(COOKIE))
        kind, _, token = (bearer or "").partition(" ")
        guest = await self._guests.of_token(token.strip()) if kind.lower() == "bearer" else None
        if guest is None:
            raise HouseError(401, "bad-token", "this needs the token of a bot: Authorization: Bearer TOKEN")
        if not endpoint.for_programs:
            raise HouseError(403, "not-for-bots", "a bot may only ask for what is under /api/bot/")
        return guest

    def _set_cookie(self, call: Call, response: Response) -> None:
        secure = call.request.headers.get("host") in self._secure_hosts
        if call.forget_cookie:
            response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=secure)
        elif call.new_guest is not None:
            value = self._guests.cookie_of(call.new_guest, call.new_session)
            response.set_cookie(COOKIE, value, COOKIE_SECONDS, path="/", httponly=True, samesite="lax", secure=secure)


async def _body(endpoint: Endpoint, request: Request) -> Any:
    """The body as the endpoint's message."""
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > endpoint.most_bytes:
            raise HouseError(413, "too-large", f"at most {endpoint.most_bytes} bytes are taken")
    try:
        return msgspec.json.decode(bytes(raw) or b"{}", type=endpoint.body)
    except UNREADABLE as error:
        raise HouseError(422, "bad-body", str(error)[:200]) from None


def problem(status: int, error: str, text: str, retry: float | None = None) -> Response:
    """An answer that says what is wrong and, where it may be right later, when."""
    headers = None if retry is None else {"retry-after": str(math.ceil(retry))}
    return Response(encode(Problem(error, text)), status, headers, "application/json")


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The OpenAPI document of endpoints."""
    types = [kind for e in endpoints for kind in (e.body, e.answer) if kind is not None] + [Problem]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tessela", "version": __version__},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    def content(kind: Any, media: str = "application/json") -> dict[str, Any]:
        return {"content": {media: {"schema": schemas[repr(kind)]}}}

    answer = {} if endpoint.answer is None else content(endpoint.answer, endpoint.media)
    trouble = {"description": "Not carried out, and why", **content(Problem)}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): {"description": "Done", **answer}, "4XX": trouble, "5XX": trouble},
    }
    if endpoint.for_programs:
        operation["security"] = [{"token": []}]
    if "{id}" in endpoint.path:
        operation["parameters"] = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, **content(endpoint.body)}
    return operation
