"""Figures about the server in the format of Prometheus."""

import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
WAITS = (0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """Everything that is counted. Each server has its own, so several can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.entries = Counter("tessela_entries", "Entries stored, by kind", ["kind"], registry=self.registry)
        self.stored = Histogram("tessela_store_seconds", "Time to store an entry", buckets=BUCKETS, registry=self.registry)
        self.not_stored = Counter("tessela_not_stored", "Entries that the store did not take", registry=self.registry)
        self.refused = Counter("tessela_refused", "Frames refused, by reason", ["reason"], registry=self.registry)
        self.closed = Counter("tessela_closed", "Sockets closed by the server, by code", ["code"], registry=self.registry)
        self.denied = Counter("tessela_denied", "Handshakes denied, by status", ["status"], registry=self.registry)
        self.requests = Counter("tessela_requests", "Requests over HTTP, by status", ["status"], registry=self.registry)
        self.thoughts = Histogram("tessela_bot_seconds", "Time a bot thought", buckets=BUCKETS, registry=self.registry)
        self.bot_failures = Counter("tessela_bot_failures", "Thoughts that failed and are tried again", registry=self.registry)
        self.bots_found = Counter(
            "tessela_bots_found", "Tables whose bot had to be woken: nobody was thinking for it", registry=self.registry
        )
        self.waited = Histogram(
            "tessela_job_wait_seconds", "Time a job waited for a worker, by kind", ["kind"], buckets=WAITS, registry=self.registry
        )
        self.workers_lost = Counter(
            "tessela_workers_lost", "Workers that were replaced, by cause", ["how"], registry=self.registry
        )
        self.elsewhere = Counter(
            "tessela_jobs_elsewhere", "Jobs given to workers elsewhere, by what came of it", ["outcome"], registry=self.registry
        )

    def watch(self, name: str, about: str, value: Callable[[], int]) -> None:
        """Show a value as it is when somebody looks."""
        Gauge(name, about, registry=self.registry).set_function(value)

    async def page(self, request: Request) -> Response:
        """All figures."""
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)


class Stopwatch:
    """Measures into a histogram."""

    def __init__(self, histogram: Histogram):
        self._histogram = histogram
        self._began = time.perf_counter()

    def stop(self) -> None:
        """Note the time since the beginning."""
        self._histogram.observe(time.perf_counter() - self._began)
