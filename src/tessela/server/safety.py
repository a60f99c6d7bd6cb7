"""Who may ask for what from where: origins, hosts, and the headers that keep pages to themselves."""

import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from structlog.contextvars import bound_contextvars

from tessela.server.endpoints import problem
from tessela.server.limits import household, waiting_time
from tessela.server.metrics import Metrics
from tessela.server.quotas import Quotas
from tessela.server.sockets import Receive, Scope, Send
from tessela.server.tracing import Noted, span

# WebAssembly of our own may be compiled, which is not `eval`: texts are still never run
CSP = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FOR_ANY_HOST = ("/health", "/healthz", "/readyz", "/metrics")  # asked for by machines under any name
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def hosts_of(origins: Iterable[str]) -> frozenset[str]:
    """The hosts, with their ports, of origins."""
    return frozenset(urlsplit(origin).netloc for origin in origins)


def secure_hosts_of(origins: Iterable[str]) -> frozenset[str]:
    """The hosts that browsers reach over HTTPS alone: what is told them there never travels otherwise."""
    split = [urlsplit(origin) for origin in origins]
    plain = {origin.netloc for origin in split if origin.scheme != "https"}
    return frozenset(origin.netloc for origin in split) - plain


class Gate:
    """Refuses requests under a foreign name and changes from a foreign origin, and puts the headers on every answer."""

    def __init__(self, app: App, origins: frozenset[str], metrics: Metrics, quotas: Quotas):
        self._app = app
        self._metrics = metrics
        self._quotas = quotas
        self._origins = origins
        self._hosts = hosts_of(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, under an id that its answer and all that is logged of it have."""
        request = secrets.token_hex(8)
        with bound_contextvars(request=request), span("http", alone=True, method=scope["method"], request=request) as noted:
            await self._serve(scope, receive, send, request, noted)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, request: str, noted: Noted) -> None:
        async def send_with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(message["status"]).inc()
                noted.set_attribute("status", message["status"])
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await problem(403, "foreign", refusal)(scope, receive, send_with_headers)  # type: ignore[arg-type]
            return
        if wait := self._quotas.request(household(scope["client"][0]) if scope.get("client") else ""):
            answer = problem(429, "too-many", f"too many requests; again {waiting_time(wait)}", wait)
            await answer(scope, receive, send_with_headers)  # type: ignore[arg-type]
            return
        await self._app(scope, receive, send_with_headers)  # type: ignore[arg-type]

    def _refusal(self, scope: Scope) -> str | None:
        """Why a request is refused, if it is."""
        headers = Headers(scope=scope)
        if scope["path"] not in FOR_ANY_HOST and headers.get("host") not in self._hosts:
            return "this server is not known under that name; see --origin"
        if "authorization" in headers:  # a program with its token: no page of somebody else can send that
            return None
        if scope["method"] not in SAFE_METHODS and headers.get("origin") not in self._origins:
            return "changes are only taken from pages of this server: the Origin header must be one of its addresses"
        return None
