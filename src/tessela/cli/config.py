"""Options of a command from a file and from the environment: what the command line does not say is asked there, in this order:
command line, environment, file, default."""

import tomllib
from pathlib import Path
from typing import Any

import typer

from tessela.cli.help import Command
from tessela.server.bounds import Bounds, FigureError, Transport, with_figure

PREFIX = "TESSELA"
LIMITS = "limits"  # the table of the file with the figures of `server/bounds.py`
NOT_IN_FILES = "config", "check", "limit", "help"


class Configured(Command):
    """A command whose options may stand in a file (`--config`) and in the environment as well."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """What is known while the command line is read."""
        return super().make_context(info_name, args, parent, auto_envvar_prefix=PREFIX, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line, once what the environment says can be understood."""
        for option in self.params:
            try:
                if (found := option.value_from_envvar(ctx)) is not None:
                    option.type_cast_value(ctx, found)
            except typer.BadParameter:
                said = option.resolve_envvar_value(ctx)
                raise _wrong(f"{variable_of(option)} in the environment", option, said) from None
        return super().parse_args(ctx, args)


def key_of(option: Any) -> str:
    """How an option is called in a file: as on the command line, without strokes before it."""
    longest: str = max(option.opts, key=len)
    return longest.lstrip("-")


def variable_of(option: Any) -> str:
    """How an option is called in the environment."""
    return f"{PREFIX}_{key_of(option).replace('-', '_').upper()}"


def from_file(context: typer.Context, file: Path | None) -> Path | None:
    """Take over what a file says, for all that the command line and the environment leave open."""
    if file is not None and not context.resilient_parsing:
        options = {key_of(option): option for option in context.command.params if key_of(option) not in NOT_IN_FILES}
        said = _read(file)
        figures = said.pop(LIMITS) if isinstance(said.get(LIMITS), dict) else {}
        context.default_map = {}
        for key, value in said.items():
            if key not in options:
                raise typer.TyperException(f"{file}: there is no option {key!r}; options are {', '.join(options)}")
            context.default_map[str(options[key].name)] = _fitting(context, options[key], value, f"{file}: {key}")
        context.obj = [(f"{file}: {LIMITS}.{name}", name, value) for name, value in figures.items()]
    return file


def limits_of(context: typer.Context, pairs: list[str]) -> tuple[Bounds, Transport]:
    """The limits: those of the file, but for those that the command line or the environment names as NAME=VALUE."""
    named = [pair.partition("=") for pair in pairs]
    limits = Bounds(), Transport()
    for where, name, value in [*(context.obj or ()), *((f"--limit {name}", name, text) for name, _, text in named)]:
        try:
            limits = with_figure(limits, name, value, is_text=where.startswith("--"))
        except FigureError as error:
            raise typer.TyperException(f"{where} {error}") from None
    return limits


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise typer.TyperException(f"{file} cannot be read as TOML: {error}") from None
    except OSError as error:
        raise typer.TyperException(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None


def _fitting(context: typer.Context, option: Any, value: Any, where: str) -> Any:
    """A value that an option can have, or a line that says which those are."""
    single = [value] if not option.multiple else value if isinstance(value, list) else [None]
    kinds: tuple[type, ...] = (bool,) if option.is_flag else {"int": (int,), "float": (int, float)}.get(_kind(option), (str,))
    fits = all(isinstance(one, kinds) and (bool in kinds or not isinstance(one, bool)) for one in single)
    try:
        if fits:
            option.type_cast_value(context, value)
            return value
    except typer.BadParameter:
        pass
    raise _wrong(where, option, value)


def _wrong(where: str, option: Any, value: object) -> typer.TyperException:
    return typer.TyperException(f"{where} is {_allowed(option)}, not {value!r}")


def _kind(option: Any) -> str:
    return str(option.type.name).removesuffix(" range")


def _allowed(option: Any) -> str:
    """What an option may be, in words."""
    if option.multiple:
        return "a list of texts"
    if option.is_flag:
        return "true or false"
    words = {"int": "a whole number", "float": "a number"}.get(_kind(option), "a text")
    least, most = getattr(option.type, "min", None), getattr(option.type, "max", None)
    if least is not None:
        words += f" from {least:g}" + (f" to {most:g}" if most is not None else "")
    return words
