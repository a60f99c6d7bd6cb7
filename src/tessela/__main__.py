"""`python -m tessela` is the command `tessela`."""

from tessela.cli import main

if __name__ == "__main__":
    main()
