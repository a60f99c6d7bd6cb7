"""The files of the front end: texts and the engine travel packed, everything else as it is."""

import asyncio
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.routing import Route

from tessela.server.pages import Pages


def got(folder: Path, path: str, accept: str = "gzip") -> httpx.Response:
    """What a browser gets for a path."""

    async def asked() -> httpx.Response:
        app = Starlette(routes=[Route("/{path:path}", Pages(folder).page)])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://tessela") as client:
            return await client.get(path, headers={"accept-encoding": accept})

    return asyncio.run(asked())


def test_texts_travel_packed(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    script, picture = tmp_path / "assets" / "table-1.js", tmp_path / "icon.png"
    script.write_text("let tiles = 20;\n" * 500)
    picture.write_bytes(b"\x89PNG" * 500)
    (tmp_path / "index.html").write_text("<title>Tessela</title>")
    packed = got(tmp_path, "/assets/table-1.js")
    assert (packed.text, packed.headers["content-encoding"]) == (script.read_text(), "gzip")
    assert int(packed.headers["content-length"]) < 500
    assert packed.headers["content-type"].startswith("text/javascript")
    plain = got(tmp_path, "/assets/table-1.js", "identity")
    assert (plain.text, plain.headers.get("content-encoding")) == (script.read_text(), None)
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.headers["cache-control"] == plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert got(tmp_path, "/t/abc").text == "<title>Tessela</title>"
    assert "content-encoding" not in got(tmp_path, "/icon.png").headers
    script.write_text("let tiles = 21;\n")
    assert got(tmp_path, "/assets/table-1.js").text == "let tiles = 21;\n"


def test_a_path_too_long_for_a_file_is_a_page_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Tessela</title>")
    assert got(tmp_path, "/t/" + "a" * 300).text == "<title>Tessela</title>"
    assert got(tmp_path, "/assets/" + "a" * 5000 + ".js").status_code == 404


def test_the_engine_travels_packed_under_its_own_kind(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    content = b"\0asm\1\0\0\0" * 500
    for name, kind in (("azul-1.wasm", "application/wasm"), ("azul-1.nets", "application/octet-stream")):
        (tmp_path / "assets" / name).write_bytes(content)
        packed, plain = got(tmp_path, f"/assets/{name}"), got(tmp_path, f"/assets/{name}", "identity")
        assert packed.content == plain.content == content
        assert packed.headers["content-type"] == plain.headers["content-type"] == kind
        assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
        assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
