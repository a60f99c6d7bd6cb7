"""The one TypeScript file that tells pages all that is known of the modules."""

import json
from pathlib import Path
from typing import Any

HEAD = "// Made by `python -m tessela.ahead` from the kernels' own declarations: not to be edited.\n"


def write_bindings(path: Path, digest: str, games: dict[str, dict[str, Any]], shared: dict[str, Any]) -> None:
    """Write the TypeScript file."""
    lines = [HEAD, f"export const digest = '{digest}'", "", "/** A place in the memory of a module. */"]
    lines += ["export type Address = number", ""]
    forms = next(iter(games.values()))["forms"]
    for form, about in forms.items():
        lines += written_form(form, about["parts"])
    for game, about in games.items():
        lines += [f"export interface {game.capitalize()}Kernels {{", *about["functions"], "}", ""]
    kernels = ", ".join(f"{game}: {game.capitalize()}Kernels" for game in games)
    names = " | ".join(f"'{game}'" for game in games)
    lines += [f"export interface Kernels {{ {kernels} }}", f"export type GameName = {names}", ""]
    parts = {part: {game: about[part] for game, about in games.items()} for part in ("state", "rooms", "facts")}
    inside = {game: {form: found["rooms"] for form, found in about["forms"].items()} for game, about in games.items()}
    known = {"states": parts["state"], "rooms": parts["rooms"], "roomsIn": inside, "facts": parts["facts"]}
    for name, value in {**known, **shared}.items():
        lines.append(f"export const {name} = {json.dumps(value)} as const")
    path.write_text("\n".join(lines) + "\n")


def written_form(name: str, parts: list[tuple[str, str]]) -> list[str]:
    """A group of arguments by name, and in the order in which kernels take them."""
    return [
        f"/** A {name.lower()}, part by part. */",
        f"export interface {name} {{ {'; '.join(f'{part}: {kind}' for part, kind in parts)} }}",
        f"export type {name}Parts = [{', '.join(f'{part}: {kind}' for part, kind in parts)}]",
        "/** The same in the order in which kernels take it. */",
        f"export const {name.lower()}Parts = (of: {name}): {name}Parts => [{', '.join(f'of.{part}' for part, _ in parts)}]",
        "",
    ]
