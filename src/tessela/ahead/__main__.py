"""`python -m tessela.ahead`: the native library for this machine and, with `--pages FOLDER`, the modules for the pages."""

import argparse
import sys
from pathlib import Path

from tessela.ahead.plan import Plan, is_current, run
from tessela.ahead.targets import BuildError, native_targets
from tessela.compiled.library import LIBRARIES


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    found = argparse.ArgumentParser(prog="python -m tessela.ahead", description=__doc__)
    found.add_argument("--out", type=Path, default=LIBRARIES, help="where the libraries go; by default into the package")
    found.add_argument("--all-levels", action="store_true", help="for all processors of this kind, as wheels are")
    found.add_argument("--platform", metavar="SYSTEM-MACHINE", help="for another platform, such as linux-aarch64")
    found.add_argument("--pages", type=Path, metavar="FOLDER", help="also make the WebAssembly modules, there")
    found.add_argument("--anew", action="store_true", help="even if nothing has changed")
    return found


def main() -> int:
    """Build what is asked for, unless it is there already."""
    wish = parser().parse_args()
    try:
        plan = Plan(wish.out, native_targets(wish.platform, wish.all_levels), wish.pages)
        if not wish.anew and is_current(plan):
            return 0
        run(plan)
    except BuildError as error:
        print(f"The kernels were not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
