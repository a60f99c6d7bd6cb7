"""The command line."""


def main() -> None:
    """Run the command `tessela`."""
    raise SystemExit("not yet")
