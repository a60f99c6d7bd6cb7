"""The command `tessela` with a fast clock for tournaments: `python -m tests.server.tournaments.fast SPEED SINCE serve …`.

`SINCE` is when it began to, in seconds since 1970, so that a server that starts again goes on at the same time.
"""

import sys
import time

from tessela.cli import main
from tessela.server.tournaments.holder import Tournaments

if __name__ == "__main__":
    speed, since = (float(sys.argv.pop(1)) for _ in range(2))

    def now() -> int:
        return int(1000 * (since + speed * (time.time() - since)))

    Tournaments.__init__.__defaults__ = (now,)
    main()
