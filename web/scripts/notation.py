"""Every text that a move of either game can have, for the tests of the front end, which reads them too."""

import json
import sys

from tessela.game.azul.notation import TEXTS
from tessela.game.duel.notation import every_text

if __name__ == "__main__":
    json.dump({"azul": TEXTS, "duel": every_text()}, sys.stdout)
