"""What a shell may complete: names of games and bots. Nothing heavy is imported for it, for a key is waiting."""

from typer import _completion_shared as typers

from tessela.cli.games import TABLES

# zsh reads the script of a command when Tab is typed after it for the first time. Typer's only says then what is to complete
# the command from now on, and the key does nothing: so it completes there and then, too.
typers._completion_scripts["zsh"] = (
    f'{typers.COMPLETION_SCRIPT_ZSH.rstrip()}\n[[ ${{zsh_eval_context[-1]}} != loadautofunc ]] || %(complete_func)s "$@"\n'
)

WALLS = ("coloured", "grey")
SCHEDULES = ("round-robin", "ladder", "gauntlet", "table")


def games() -> list[str]:
    """The games there are."""
    return list(TABLES)


def walls() -> list[str]:
    """The walls of Azul."""
    return list(WALLS)


def schedules() -> list[str]:
    """Who meets whom in a match."""
    return list(SCHEDULES)


def bots() -> list[tuple[str, str]]:
    """The bots, each with what it is like."""
    from tessela.bots.registry import CHARACTERS

    return list(CHARACTERS.items())


def seats() -> list[tuple[str, str]]:
    """Who may have a seat at the terminal."""
    return [("human", "a person at this terminal"), *bots()]
