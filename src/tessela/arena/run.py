"""Playing a match: the games that are still missing, each logged before it counts."""

import contextlib
from collections.abc import Callable

from tessela.arena.log import Log
from tessela.arena.match import Match
from tessela.arena.schedule import fixtures
from tessela.arena.tally import Standings
from tessela.arena.workers import Workers


def begin(match: Match, log: Log | None = None) -> Standings:
    """The standings from the games of a log that belong to a match."""
    standings = Standings(match)
    if log is not None:
        for fixture in fixtures(match):
            if fixture.key in log.finished:
                standings.add(log.finished[fixture.key])
    return standings


def number_of_games(match: Match) -> int:
    """How many games a match has, if no test ends it earlier."""
    return match.deals * match.players * len(match.contests())


def play_on(
    standings: Standings, workers: Workers, log: Log | None = None, after_game: Callable[[Standings], None] = lambda _: None
) -> None:
    """Play what is left of a match, up to the decision of its test if it has one."""
    finished = log.finished if log is not None else {}
    missing = (fixture for fixture in fixtures(standings.match) if fixture.key not in finished)
    if standings.is_decided:
        return
    with contextlib.closing(workers.play(missing)) as games:
        for played in games:
            if log is not None:
                log.append(played)
            standings.add(played)
            after_game(standings)
            if standings.is_decided:
                return


def check_bots(match: Match) -> None:
    """Refuse bots that cannot run here, before the first game."""
    for bot in match.bots:
        bot.check()
