"""Server processes that share a port: whichever is asked for figures asks the others too, and tells whose each is."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from prometheus_client import Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from tessela.server.metrics import Metrics

ANSWER_SECONDS: Final = 2.0  # one that is busy for longer is left out


class Place(NamedTuple):
    """Which of how many processes one is, and the folder where they find each other."""

    number: int
    of: int
    folder: Path

    def path(self, number: int) -> Path:
        """The socket where a process is asked for its figures."""
        return self.folder / f"{number}.sock"


class Siblings:
    """This process and the others of its port."""

    def __init__(self, place: Place, metrics: Metrics):
        self._place = place
        self._metrics = metrics
        self._listening: asyncio.Server | None = None

    async def begin(self) -> None:
        """Answer the others from now on."""
        path = self._place.path(self._place.number)
        path.unlink(missing_ok=True)  # of one that died
        self._listening = await asyncio.start_unix_server(self._tell, path)

    def close(self) -> None:
        """Answer nobody any more."""
        if self._listening is not None:
            self._listening.close()

    async def page(self, request: Request) -> Response:
        """The figures of all processes that answer, each with whose it is."""
        others = [number for number in range(self._place.of) if number != self._place.number]
        told = dict(zip(others, await asyncio.gather(*map(self._ask, others)), strict=True))
        told[self._place.number] = generate_latest(self._metrics.registry)
        pages = {str(number): page.decode() for number, page in sorted(told.items())}
        return Response(together(pages), media_type=CONTENT_TYPE_LATEST)

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(generate_latest(self._metrics.registry))
        writer.close()
        await writer.wait_closed()

    async def _ask(self, number: int) -> bytes:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_unix_connection(self._place.path(number))
                try:
                    return await reader.read()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return b""


class _Pages(Collector):
    """Pages of figures as one."""

    def __init__(self, pages: dict[str, str]):
        self._pages = pages

    def collect(self) -> Iterable[Metric]:
        """All figures, each with the process whose it is."""
        found: dict[str, Metric] = {}
        for process, page in self._pages.items():
            for family in text_string_to_metric_families(page):
                known = found.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    known.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)
        return found.values()


def together(pages: dict[str, str]) -> bytes:
    """Pages of several processes as one."""
    return generate_latest(_Pages(pages))
