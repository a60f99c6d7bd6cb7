"""Traces: where the time of a request, a frame or a job goes, told to a collector (OpenTelemetry) where that is asked for.

Off, which is how a server begins, a span is a thing that does nothing and is made once. On, spans nest by the context of their
task: a frame has in it the move that it asks for, the commit of the store, and telling the others. They hold ids and counts, as
the log does, and nothing of people or moves.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tessela.extras import require

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

Value: TypeAlias = str | int | float | bool
SERVICE = "tessela"
PATH = "/v1/traces"  # of a collector


class Noted(Protocol):
    """A span that is under way."""

    def set_attribute(self, key: str, value: Value) -> object:
        """Note something about it."""
        ...


Span: TypeAlias = AbstractContextManager[Noted]


class _Nothing:
    def set_attribute(self, key: str, value: Value) -> None:
        pass


_NOTHING: Span = nullcontext(_Nothing())


def _off(name: str, alone: bool, /, **about: Value) -> Span:
    return _NOTHING


_begin: Callable[..., Span] = _off


def span(name: str, /, *, alone: bool = False, **about: Value) -> Span:
    """Something that takes time, to be used as `with span("play", table=id):`. One that is alone belongs to no other."""
    return _begin(name, alone, **about)


def tell_collector(address: str, server: str) -> Callable[[], None]:
    """Trace from now on, and send what was traced to a collector of OpenTelemetry over HTTP; what ends that."""
    require("trace", "serve --trace")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return trace_to(OTLPSpanExporter(endpoint=address.rstrip("/") + PATH), server)


def trace_to(exporter: "SpanExporter", server: str, at_once: bool = False) -> Callable[[], None]:
    """The same with any exporter, which is told in batches from a thread of its own, or of each span as it ends."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    made = TracerProvider(resource=Resource({"service.name": SERVICE, "service.instance.id": server}), shutdown_on_exit=False)
    made.add_span_processor(SimpleSpanProcessor(exporter) if at_once else BatchSpanProcessor(exporter))
    _turn_on(made)

    def end() -> None:
        global _begin
        _begin = _off
        made.shutdown()

    return end


def _turn_on(provider: "TracerProvider") -> None:
    from opentelemetry.context import Context

    global _begin
    tracer = provider.get_tracer("tessela.server")
    nobody = Context()

    def begin(name: str, alone: bool, /, **about: Value) -> Span:
        span: Span = tracer.start_as_current_span(name, context=nobody if alone else None, attributes=about)
        return span

    _begin = begin


def trace_id() -> str | None:
    """The trace that one is in, if there is one."""
    if _begin is _off:
        return None
    from opentelemetry.trace import get_current_span

    context = get_current_span().get_span_context()
    return f"{context.trace_id:032x}" if context.is_valid else None
