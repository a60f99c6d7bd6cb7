"""The terminal: playing, replaying, checking and measuring. Nothing heavy is imported before a command needs it."""

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command `tessela`."""
    from tessela.cli.app import run

    raise SystemExit(run(arguments))
