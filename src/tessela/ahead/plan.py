"""What is built, in which order, on all processors of this machine, with a bar that shows how far it is."""

import contextlib
import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
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
        kept = Kept.read(digest_of(page_sources()))
        compile_all(names, targets, step, kept)
        kept.write()
        try:
            plan.out.mkdir(parents=True, exist_ok=True)
            built = [link_library(target, kept.objects_for(target, names, Path(folder)), plan.out) for target in plan.targets]
            Manifest(files, sources, names, built).write(plan.out)
            if plan.pages:
                write_pages(plan.pages, kept, names)
        except OSError as error:
            raise BuildError(f"{error.filename}: {error.strerror}") from None


@dataclass(slots=True)
class Kept:
    """What was compiled from these very sources, kept for the next target, such as those of a wheel."""

    digest: str
    fronted: dict[str, Fronted] = field(default_factory=dict)
    objects: dict[tuple[str, Target], bytes] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file it is kept in."""
        return library.LIBRARIES / f"kept-{self.digest[:16]}.pickle"

    @classmethod
    def read(cls, digest: str) -> "Kept":
        """What is kept of these sources, if anything."""
        empty = cls(digest)
        try:
            found = pickle.loads(empty.path.read_bytes())
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError):
            return empty
        return found if isinstance(found, cls) else empty

    def write(self) -> None:
        """Keep this and nothing older, where files can be kept."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for old in self.path.parent.glob("kept-*"):
                if old != self.path:
                    old.unlink()
            new = self.path.with_suffix(f".{os.getpid()}")
            new.write_bytes(pickle.dumps(self))
            new.replace(self.path)

    def objects_for(self, target: Target, names: list[str], folder: Path) -> list[Path]:
        """The object files of a target, written into a folder."""
        paths = [folder / f"{game}-{target.name}.o" for game in names]
        for game, path in zip(names, paths, strict=True):
            path.write_bytes(self.objects[game, target])
        return paths


def compile_all(names: list[str], targets: list[Target], step: "Step", kept: Kept) -> None:
    """Every game through the front end, then for every target, side by side; what is kept already is not made again."""
    context = get_context("spawn")
    queue = context.SimpleQueue()
    listener = Thread(target=_listen, args=(queue, step), daemon=True)
    listener.start()
    with ProcessPoolExecutor(os.cpu_count() or 1, context, _begin, (queue,)) as pool:
        waiting = {game: pool.submit(front_of, game) for game in names if game not in kept.fronted}
        queue.put(FRONT_STEPS * (len(names) - len(waiting)))
        compiling: dict[tuple[str, Target], Future[bytes]] = {}
        for game in names:
            if game in waiting:
                kept.fronted[game] = waiting[game].result()
            done = kept.fronted[game]
            for target in targets:
                shown = done.names_for_pages if target == WEB else done.names
                if (game, target) in kept.objects:
                    queue.put(BACK_STEPS)
                else:
                    compiling[game, target] = pool.submit(back_of, target, done.bitcode, shown)
        kept.objects |= {key: future.result() for key, future in compiling.items()}
    queue.put(None)
    listener.join()


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


def back_of(target: Target, bitcode: bytes, shown: list[str]) -> bytes:
    """A game compiled for a target: an object file."""
    from tessela.ahead import back

    content = back.object_for(target, bitcode, shown)
    _queue.put(BACK_STEPS)
    return content


def link_library(target: Target, objects: list[Path], out: Path) -> Built:
    """Link the library of a target."""
    path = out / link.library_name(target)
    link.link(target, objects, path)
    return Built(path.name, target.system, target.machine, target.level, hashlib.sha256(path.read_bytes()).hexdigest())


def write_pages(folder: Path, kept: Kept, names: list[str]) -> None:
    """Write what the pages need, the stamp last."""
    from tessela.ahead.bindings import write_bindings

    folder.mkdir(parents=True, exist_ok=True)
    for game in names:
        (folder / f"{game}.wasm").write_bytes(wasm.link(kept.objects[game, WEB]))
        (folder / f"{game}.nets").write_bytes(kept.fronted[game].nets)
    shared = kept.fronted[names[0]].shared
    write_bindings(folder / BINDINGS, kept.digest, {game: kept.fronted[game].about for game in names}, shared)
    (folder / STAMP).write_text(kept.digest)


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
