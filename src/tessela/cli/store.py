"""The command `tessela store copy`."""

import asyncio
from contextlib import ExitStack
from typing import Annotated

import typer

from tessela.cli.help import Command, Commands
from tessela.extras import require

store = typer.Typer(name="store", help="Move what a server keeps.", cls=Commands, rich_markup_mode=None)
ADDRESS = "a folder, or postgresql://USER@HOST/DATABASE"


@store.callback()
def stores() -> None:
    """Move what a server keeps."""


@store.command(cls=Command)
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help=f"What is copied: {ADDRESS}. No server may use it.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where to, written in the same way; there is nothing yet.")],
) -> None:
    """Copy everything from one store to another; counts and hashes of what has arrived are compared."""
    require("web", "store copy")
    from tessela.cli.serve import ServeError
    from tessela.server import copying
    from tessela.server.store import StoreError
    from tessela.server.stores import opened_to_read_from, store_at

    async def copied() -> None:
        with ExitStack() as held:
            old = opened_to_read_from(source)
            held.callback(old.close)
            new = store_at(target)
            held.callback(new.close)
            try:
                sums = await copying.copy(old, new)
            finally:
                await old.let_go()
                await new.let_go()
        for name, found in sums.items():
            print(f"{name:14} {found.rows:9,}  {found.digest[:16]}")

    try:
        asyncio.run(copied())
    except StoreError as error:
        raise ServeError(str(error)) from None
    print("Everything has arrived.")
