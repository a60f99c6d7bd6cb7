"""Bots as they are written on a command line: `greedy`, `search@0.1s`, `new=search@1000`, `py:mybots:Careful`,
`cmd@0.5s:./mybot --flag`."""

import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from math import isfinite

from tessela.bots.bot import Bot, Budget
from tessela.bots.external import ExternalBot
from tessela.bots.registry import BOT_NAMES, PYTHON, check_bot, installed, make_bot
from tessela.game.errors import OptionError, shortened

_SPEC = re.compile(r"(?P<kind>[^@:]*)(?:@(?P<budget>[^:]*))?(?::(?P<command>.*))?", re.DOTALL)
_NAMED = re.compile(r"(?P<name>[^\s=:@]+)=(?P<spec>.*)", re.DOTALL)
_BUDGET = re.compile(r"(?P<number>[0-9]*\.?[0-9]+)(?P<unit>s|ms|)")
EXTERNAL = "cmd"
FORMS = (
    "a bot is NAME, NAME@0.1s, NAME@100ms, NAME@1000 (simulations), py:MODULE:CLASS or cmd:COMMAND, "
    "and LABEL= may stand before it"
)


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

    @property
    def is_ours(self) -> bool:
        """Whether the bot is one of Tessela's own; others run what somebody else wrote."""
        return self.kind in BOT_NAMES

    def make(self, seed: int = 0) -> Bot:
        """The bot, with dice of this seed. One that is a program wants to be closed."""
        return ExternalBot(self.command, seed, self.budget) if self.is_external else make_bot(self._name, seed=seed)

    def check(self) -> None:
        """Refuse a bot that cannot run here, before somebody waits for it."""
        if not self.is_external:
            check_bot(self._name)
        elif sys.platform == "win32":  # whose pipes cannot be waited for
            raise OptionError(f"the bot {self.label!r} cannot run: bots that are commands need Linux or macOS")
        elif shutil.which(self.command[0]) is None:
            raise OptionError(f"the bot {self.label!r} cannot run: there is no command {self.command[0]!r}")

    @property
    def _name(self) -> str:
        return f"{PYTHON}:{self.command[0]}" if self.kind == PYTHON else self.kind


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
    arguments = _arguments(text, match["kind"], match["command"])
    budget = None if match["budget"] is None else parse_budget(match["budget"])
    return BotSpec(_checked_label(text if label is None else label), text, match["kind"], budget, arguments)


def _arguments(text: str, kind: str, after: str | None) -> tuple[str, ...]:
    """What belongs to a kind of bot, from what stands after the colon."""
    if kind == EXTERNAL:
        return _command(after)
    if kind == PYTHON:
        return (_place(after),)
    if kind not in BOT_NAMES and kind not in installed():
        known = [*BOT_NAMES, *installed(), "py:MODULE:CLASS", "cmd:COMMAND"]
        raise OptionError(f"there is no bot {kind!r}; bots are {shortened(known)}")
    if after is not None:
        raise OptionError(f"{text!r} is no bot: only py: and cmd: have something after a colon; {FORMS}")
    return ()


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


def _place(text: str | None) -> str:
    module, _, name = (text or "").partition(":")
    if not module.strip() or not name.strip():
        raise OptionError("py: needs a module and a class after it, such as py:mybots:Careful or py@0.1s:mybots:Careful")
    return f"{module.strip()}:{name.strip()}"


def _checked_label(label: str) -> str:
    if not isinstance(label, str) or not label.strip() or not label.isprintable():
        raise OptionError(f"{label!r} cannot be the label of a bot")
    return label
