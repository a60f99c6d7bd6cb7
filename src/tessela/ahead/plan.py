"""What is built, in which order, on all processors of this machine, with a bar that shows how far it is."""

import contextlib
import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

from tessela.ahead import link, wasm
from tessela.ahead.targets import WEB, BuildError, Target
from tessela.compiled import library
from tessela.compiled.library import Built, Manifest, NoLibraryError
from tessela.compiled.sources import digest_of, games, kernel_sources, page_sources

FRONT_STEPS, BACK_STEPS = 30, 20  # of the bar, for a game: about as they take time
STAMP = "kernels.sha256"
BINDINGS = "kernels.ts"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is wanted: libraries in a folder, for some targets; modules for the pages in another."""

    out: Path
    targets: list[Target]
    pages: Path | None = None


@dataclass(frozen=True, slots=True)
class Fronted:
    """A game after the front end: LLVM's module, the names of all entry points, and what pages are to know."""

    bitcode: bytes
    names: list[str]
    names_for_pages: list[str]
    about: dict[str, Any]
    shared: dict[str, Any]
    nets: bytes


def is_current(plan: Plan) -> bool:
    """Whether all of it is there already, made from exactly these sources."""
    sources = digest_of(kernel_sources())
    try:
        manifest = library.read_manifest(plan.out)
        found = {built.file for built in manifest.libraries if library.is_whole(plan.out / built.file, built)}
        pages = plan.pages is None or (plan.pages / STAMP).read_text() == digest_of(page_sources())
    except (NoLibraryError, OSError):
        return False
    return manifest.sources == sources and pages and {link.library_name(target) for target in plan.targets} <= found


def run(plan: Plan) -> None:
    """Build all of it."""
    if find_spec("numba") is None:
        raise BuildError("Numba is not installed: pip install 'tessela[compile]'")
    files = kernel_sources()
    sources, names = digest_of(files), games()
    targets = [*plan.targets, *([WEB] if plan.pages else [])]
    with shown_progress(len(names) * (FRONT_STEPS + BACK_STEPS * len(targets))) as step, tempfile.TemporaryDirectory() as folder:
        kept = Kept(digest_of(page_sources()))
        fronted, objects = compile_all(names, targets, Path(folder), step, kept)
        kept.write(fronted)
        try:
            plan.out.mkdir(parents=True, exist_ok=True)
            built = [link_library(target, [objects[game, target] for game in names], plan.out) for target in plan.targets]
            Manifest(files, sources, names, built).write(plan.out)
            if plan.pages:
                write_pages(
                    plan.pages, digest_of(page_sources()), fronted, {game: objects[game, WEB].read_bytes() for game in names}
                )
        except OSError as error:
            raise BuildError(f"{error.filename}: {error.strerror}") from None


class Kept:
    """What the front end made of these very sources, kept for the next target, such as those of a wheel."""

    def __init__(self, digest: str):
        self.path = library.LIBRARIES / f"fronted-{digest[:16]}.pickle"

    def read(self) -> dict[str, Fronted]:
        """The games that were kept, if any."""
        try:
            found: dict[str, Fronted] = pickle.loads(self.path.read_bytes())
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError):
            return {}
        return found

    def write(self, fronted: dict[str, Fronted]) -> None:
        """Keep these and nothing older, where files can be kept."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for old in self.path.parent.glob("fronted-*"):
                if old != self.path:
                    old.unlink()
            new = self.path.with_suffix(f".{os.getpid()}")
            new.write_bytes(pickle.dumps(fronted))
            new.replace(self.path)


def compile_all(
    names: list[str], targets: list[Target], folder: Path, step: "Step", kept: Kept
) -> tuple[dict[str, Fronted], dict[tuple[str, Target], Path]]:
    """Every game through the front end, then for every target, side by side."""
    context = get_context("spawn")
    queue = context.SimpleQueue()
    listener = Thread(target=_listen, args=(queue, step), daemon=True)
    listener.start()
    with ProcessPoolExecutor(os.cpu_count() or 1, context, _begin, (queue,)) as pool:
        fronted = kept.read()
        waiting = {game: pool.submit(front_of, game) for game in names if game not in fronted}
        for _ in fronted:
            queue.put(FRONT_STEPS)
        compiling: dict[tuple[str, Target], Future[Path]] = {}
        for game in names:
            done = fronted[game] = fronted.get(game) or waiting[game].result()
            for target in targets:
                shown = done.names_for_pages if target == WEB else done.names
                compiling[game, target] = pool.submit(back_of, game, target, done.bitcode, shown, folder)
        objects = {key: future.result() for key, future in compiling.items()}
    queue.put(None)
    listener.join()
    return fronted, objects


def _listen(queue: Any, step: "Step") -> None:
    while (number := queue.get()) is not None:
        step(number)


_queue: Any = None


def _begin(queue: Any) -> None:
    global _queue
    _queue = queue


def front_of(game: str) -> Fronted:
    """A game through the front end; in a process of its own, for Numba is changed by it."""
    from tessela.ahead import front, pages

    entries = front.entries_of(game, front.declared())
    each = FRONT_STEPS / (len(entries) + 1)
    texts = front.texts_of(game, entries, lambda: _queue.put(each))
    bitcode = front.linked(texts)
    _queue.put(each)
    mine = pages.for_pages(game, front.declared())
    return Fronted(
        bitcode,
        [f"{game}_{entry.name}" for entry in entries],
        [f"{game}_{entry.name}" for entry in mine],
        pages.described(game, front.declared()),
        pages.common(),
        pages.nets(game),
    )


def back_of(game: str, target: Target, bitcode: bytes, shown: list[str], folder: Path) -> Path:
    """A game compiled for a target: an object file in a folder."""
    from tessela.ahead import back

    path = folder / f"{game}-{target.name}.o"
    path.write_bytes(back.object_for(target, bitcode, shown))
    _queue.put(BACK_STEPS)
    return path


def link_library(target: Target, objects: list[Path], out: Path) -> Built:
    """Link the library of a target."""
    path = out / link.library_name(target)
    link.link(target, objects, path)
    return Built(path.name, target.system, target.machine, target.level, hashlib.sha256(path.read_bytes()).hexdigest())


def write_pages(folder: Path, sources: str, fronted: dict[str, Fronted], objects: dict[str, bytes]) -> None:
    """Write what the pages need, the stamp last."""
    from tessela.ahead.bindings import write_bindings

    folder.mkdir(parents=True, exist_ok=True)
    for game, content in objects.items():
        (folder / f"{game}.wasm").write_bytes(wasm.link(content))
        (folder / f"{game}.nets").write_bytes(fronted[game].nets)
    shared = next(iter(fronted.values())).shared
    write_bindings(folder / BINDINGS, sources, {game: one.about for game, one in fronted.items()}, shared)
    (folder / STAMP).write_text(sources)


Step = Callable[[float], None]


@contextmanager
def shown_progress(total: float) -> Iterator[Step]:
    """A bar, or where nobody watches, a line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _said_now_and_then(total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("Compiling the kernels", total=total)
        yield lambda number: progress.advance(task, number)


def _said_now_and_then(total: float) -> Step:
    done, said = 0.0, 0

    def step(number: float) -> None:
        nonlocal done, said
        done += number
        if (tenths := int(10 * done / total + 1e-9)) > said:
            said = tenths
            print(f"Compiling the kernels: {10 * tenths} %", flush=True)

    return step
