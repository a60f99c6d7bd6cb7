"""The load, chaos and abuse clients of the table server: each figure beside its bar.

It starts servers of its own and talks to this machine only; run it on a quiet one. It ends by itself.

python -m bench.server            every bar but the soak, each tried for a moment: about ten minutes in all
python -m bench.server --full     with the numbers that the bars are about: about half an hour, then an hour of soak
python -m bench.server R4 R7      some of them; their numbers can be chosen, as in
python -m bench.server R12 R13 --fuzzed 1000000
"""

from bench.clients import abuse, disk, exactly_once, fuzz, kills, live, restart, saturation, soak
from bench.clients.command import Number, Program

PROGRAM = Program(
    __doc__,
    {
        "R1": kills.measure,
        "R2": restart.measure,
        "R3": live.IDLY,
        "R3b": live.BESIDE_BUSY_LOOPS,
        "R4": saturation.measure,
        "R6": live.BESIDE_SEARCHES,
        "R7": exactly_once.measure,
        "R12": fuzz.frames,
        "R13": fuzz.requests,
        "R16": disk.measure,
        "R18": abuse.measure,
        "soak": soak.measure,
    },
    (
        Number("kills", int, "R1: how often the server is killed", 10, 50),
        Number("seconds", float, "R3, R6, R18: how long is measured", 10.0, 30.0),
        Number("moves", int, "R7: moves of each game", 1000, 10_000),
        Number("fuzzed", int, "R12, R13: frames, and as many requests", 30_000, 1_000_000),
        Number("minutes", float, "soak: how long", 1.0, 60.0),
        Number("games", int, "R3, R6: live games", 1000, 1000),
        Number("rate", float, "R3, R6: moves a second", 100.0, 100.0),
        Number("tables", int, "R18: tables that one guest asks for", 1000, 1000),
    ),
    only_in_full=("soak",),
    at_once=("R12", "R13"),
)

if __name__ == "__main__":
    raise SystemExit(PROGRAM.run())
