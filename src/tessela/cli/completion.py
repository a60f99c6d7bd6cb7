"""What a shell may complete: names of games and bots. Nothing heavy is imported for it, for a key is waiting."""

from tessela.cli.games import TABLES

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
