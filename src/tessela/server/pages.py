"""The front end's build as files; every address that is not a file of it is a page of the one application."""

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

STATIC = Path(__file__).parent / "static"
HOW_TO_BUILD = """The table server runs, but the pages of the front end have not been built.
In a checkout of the sources: make web
The interface for programs is described at /api/openapi.json.
"""
FOREVER = "public, max-age=31536000, immutable"
PACKED = {".css", ".html", ".js", ".svg", ".webmanifest", ".wasm", ".nets"}  # of the nets a fifth is saved
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")  # else browsers do not compile it while it arrives
mimetypes.add_type("application/octet-stream", ".nets")


class Pages:
    """Serves the files below a folder."""

    def __init__(self, folder: Path = STATIC):
        self._folder = folder.resolve()

    async def page(self, request: Request) -> Response:
        """A file of the build, or the application itself."""
        path = self._file(request.path_params.get("path", ""))
        if path is not None:
            hashed = path.is_relative_to(self._folder / "assets")
            return _answer(request, path, FOREVER if hashed else "no-cache")
        index = self._folder / "index.html"
        if "." in request.url.path.rsplit("/", 1)[-1]:
            return PlainTextResponse("There is no such file.", 404)
        if index.is_file():
            return _answer(request, index, "no-cache")
        return PlainTextResponse(HOW_TO_BUILD, 200 if request.url.path == "/" else 404)

    def _file(self, path: str) -> Path | None:
        """The file at a path, if it lies in the folder."""
        if not path or "\0" in path:
            return None
        file = (self._folder / path).resolve()
        try:
            return file if file.is_relative_to(self._folder) and file.is_file() else None
        except OSError:  # a name that is too long for a file
            return None


def _answer(request: Request, path: Path, cache: str) -> Response:
    """A file; what becomes smaller by it travels packed to whoever can unpack it."""
    if path.suffix not in PACKED:
        return FileResponse(path, headers={"cache-control": cache})
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(path, headers=headers)
    kind, _ = mimetypes.guess_type(path.name)
    return Response(_packed(path, path.stat().st_mtime_ns), headers={**headers, "content-encoding": "gzip"}, media_type=kind)


@lru_cache(maxsize=256)
def _packed(path: Path, _written: int) -> bytes:
    """The content of a file, packed; anew when it is written anew."""
    return gzip.compress(path.read_bytes(), mtime=0)
