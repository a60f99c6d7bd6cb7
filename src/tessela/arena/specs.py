"""Bots as they are written on a command line: `greedy`, `search@0.1s`, `new=search@1000`, `cmd@0.5s:./mybot --flag`."""

import re
import shlex
from dataclasses import dataclass
from math import isfinite

from tessela.bots.bot import Budget
from tessela.bots.registry import BOT_NAMES
from tessela.game.errors import OptionError, shortened

_SPEC = re.compile(r"(?P<kind>[^@:]*)(?:@(?P<budget>[^:]*))?(?::(?P<command>.*))?", re.DOTALL)
_NAMED = re.compile(r"(?P<name>[^\s=:@]+)=(?P<spec>.*)", re.DOTALL)
_BUDGET = re.compile(r"(?P<number>[0-9]*\.?[0-9]+)(?P<unit>s|ms|)")
EXTERNAL = "cmd"
FORMS = "a bot is NAME, NAME@0.1s, NAME@100ms, NAME@1000 (simulations) or cmd:COMMAND, and LABEL= may stand before it"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot that takes part: the label it has in tables and logs, how to make it, and its budget for each decision."""

    label: str
    text: str
    kind: str
    budget: Budget | None = None
    command: tuple[str, ...] = ()

    @property
    def is_external(self) -> bool:
        """Whether the bot is a program of its own."""
        return self.kind == EXTERNAL


def parse_spec(text: str, label: str | None = None) -> BotSpec:
    """Read a bot; the label is the text itself unless one is given or written before it.

    >>> bot = parse_spec("new=search@1000")
    >>> bot.label, bot.kind, bot.budget
    ('new', 'search', Budget(seconds=None, simulations=1000))
    """
    if not isinstance(text, str):
        raise OptionError(f"a bot is text, not {text!r}; {FORMS}")
    text = text.strip()
    if label is None and (named := _NAMED.fullmatch(text)):
        label, text = named["name"], named["spec"].strip()
    match = _SPEC.fullmatch(text)
    if not match or not match["kind"]:
        raise OptionError(f"{text!r} is no bot; {FORMS}")
    kind, command = match["kind"], match["command"]
    if kind == EXTERNAL:
        arguments = _command(command)
    elif kind not in BOT_NAMES:
        raise OptionError(f"there is no bot {kind!r}; bots are {shortened([*BOT_NAMES, 'cmd:COMMAND'])}")
    elif command is not None:
        raise OptionError(f"{text!r} is no bot: only cmd: has something after a colon; {FORMS}")
    else:
        arguments = ()
    budget = None if match["budget"] is None else parse_budget(match["budget"])
    return BotSpec(_checked_label(text if label is None else label), text, kind, budget, arguments)


def parse_budget(text: str) -> Budget:
    """Read a budget: `0.1s`, `100ms`, or a number of simulations.

    >>> parse_budget("100ms").seconds
    0.1
    """
    match = _BUDGET.fullmatch(text)
    number = float(match["number"]) if match else 0.0
    whole = bool(match and match["number"].isdigit())
    if not match or not isfinite(number) or number <= 0 or not (match["unit"] or whole):
        raise OptionError(f"{text!r} is no budget; a budget is 0.1s, 100ms or a whole number of simulations such as 1000")
    if match["unit"]:
        return Budget(seconds=number / 1000 if match["unit"] == "ms" else number)
    return Budget(simulations=int(number))


def _command(text: str | None) -> tuple[str, ...]:
    try:
        arguments = tuple(shlex.split(text or ""))
    except ValueError as error:
        raise OptionError(f"cmd:{text} is no command: {str(error).lower()}") from None
    if not arguments:
        raise OptionError("cmd: needs a command after it, such as cmd:./mybot or cmd@0.1s:./mybot --flag")
    return arguments


def _checked_label(label: str) -> str:
    if not isinstance(label, str) or not label.strip() or not label.isprintable():
        raise OptionError(f"{label!r} cannot be the label of a bot")
    return label
