"""The one TypeScript file that tells pages all that is known of the modules."""

import json
from pathlib import Path
from typing import Any

HEAD = "// Made by `python -m tessela.ahead` from the kernels' own declarations: not to be edited.\n"


def write_bindings(path: Path, digest: str, games: dict[str, dict[str, Any]], shared: dict[str, Any]) -> None:
    """Write the TypeScript file."""
    lines = [HEAD, f"export const digest = '{digest}'", "", "/** A place in the memory of a module. */"]
    lines += ["export type Address = number", ""]
    for game, about in games.items():
        lines += [f"export interface {game.capitalize()}Kernels {{", *about["functions"], "}", ""]
    kernels = ", ".join(f"{game}: {game.capitalize()}Kernels" for game in games)
    names = " | ".join(f"'{game}'" for game in games)
    lines += [f"export interface Kernels {{ {kernels} }}", f"export type GameName = {names}", ""]
    parts = {part: {game: about[part] for game, about in games.items()} for part in ("state", "rooms", "facts")}
    for name, value in {"states": parts["state"], "rooms": parts["rooms"], "facts": parts["facts"], **shared}.items():
        lines.append(f"export const {name} = {json.dumps(value)} as const")
    path.write_text("\n".join(lines) + "\n")
