"""`python -m tessela` is the command `tessela`."""

from tessela.cli import main

main()
