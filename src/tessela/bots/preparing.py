"""Getting the bots ready: `python -m tessela.bots.preparing` compiles what is not compiled ahead, a line for every bit of it."""

from tessela.bots.search import bots  # noqa: F401  (declares all that bots call)
from tessela.compiled import prepare


def say(share: float) -> None:
    """Say how much is done, from 0 to 1."""
    print(f"{share:.3f}", flush=True)


if __name__ == "__main__":
    prepare(say)
