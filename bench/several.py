"""Several servers of one PostgreSQL and one Redis: each figure beside its bar.

It starts servers and databases of its own and talks to this machine only; run it on a quiet one. It ends by itself.

python -m bench.several           every bar, each tried for a moment
python -m bench.several --full    with the numbers that the bars are about
python -m bench.several R5 R19    some of them; their numbers can be chosen, as in
python -m bench.several R5 --disasters 20
"""

from bench.clients import across, disasters, rolling, weight
from bench.clients.command import Number, Program

PROGRAM = Program(
    __doc__,
    {
        "R4": across.saturated,
        "R5": disasters.measure,
        "R5b": across.seen,
        "R7": across.exactly_once,
        "R19": rolling.measure,
        "cost": weight.measure,
    },
    (
        Number("disasters", int, "R5: how often each of a server, a worker, Redis and PostgreSQL dies", 2, 20),
        Number("games", int, "R5b: live games", 1000, 1000),
        Number("rate", float, "R5b: moves a second", 100.0, 100.0),
        Number("seconds", float, "R5b: how long is measured", 10.0, 30.0),
        Number("moves", int, "R7: moves of each game", 1000, 10_000),
        Number("live", int, "R19: live games", 100, 500),
    ),
)

if __name__ == "__main__":
    raise SystemExit(PROGRAM.run())
