"""The command `tessela`, with the toy: `python -m tests.toy.command serve ...`.

Processes that it starts import this module too, as they would not if it were called `__main__`, and know the toy as well.
"""

from tessela.cli import main
from tessela.cli.games import TABLES
from tests import toy

toy.add()
TABLES["toy"] = "tests.toy.table"

if __name__ == "__main__":
    import tests.toy.table  # noqa: F401  (its events can be told from now on)

    main()
