"""Makes the environments known to Gymnasium: import this, and `gymnasium.make("tessela/Azul-v1", opponent="painter")` finds them.

Gymnasium has no entry points for others since version 1.0; `gymnasium.make("tessela.envs.gym:tessela/Azul-v1")` imports this.
"""

import gymnasium

from tessela.envs.games import ROWS

for _game in ROWS:
    gymnasium.register(f"tessela/{_game.capitalize()}-v1", entry_point="tessela.envs.single:OpponentEnv", kwargs={"name": _game})
