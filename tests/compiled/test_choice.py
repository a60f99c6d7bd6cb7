"""Which way kernels run: from the library where it was made from exactly these sources, else by Numba, and never in silence."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.compiled.conftest import UNOPTIMISED, WITHOUT_NUMBA, Copy

ENGINE = "from tessela.compiled.engine import engine; print(type(engine()).__name__)\n"
FIRST_MOVE = """
from tessela import Game
game = Game("azul", seed=1)
game.play("CB>F" if "CB>F" in game.legal_moves() else game.legal_moves()[5])
print(game.state()["boards"])
"""


def test_the_library_is_used_and_numba_is_not_even_imported(copied: Copy) -> None:
    result = copied.run(FIRST_MOVE + ENGINE + "import sys; print('numba' in sys.modules, 'llvmlite' in sys.modules)")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-2:] == ["Native", "False False"]
    assert not result.stderr


def truncate(copy: Copy) -> None:
    copy.library.write_bytes(copy.library.read_bytes()[:5000])


def change_a_byte(copy: Copy) -> None:
    content = bytearray(copy.library.read_bytes())
    content[len(content) // 2] ^= 1
    copy.library.write_bytes(content)


def remove_the_library(copy: Copy) -> None:
    copy.library.unlink()


def remove_all(copy: Copy) -> None:
    (copy.libraries / "kernels.json").unlink()


def write_nonsense(copy: Copy) -> None:
    (copy.libraries / "kernels.json").write_text('{"format": 1, "files": 3')


def forget_a_field(copy: Copy) -> None:
    change(copy, lambda known: known.pop("sources"))


def change(copy: Copy, how: Callable[[dict[str, Any]], object]) -> None:
    path = copy.libraries / "kernels.json"
    known = json.loads(path.read_text())
    how(known)
    path.write_text(json.dumps(known))


def make_it_for_another_platform(copy: Copy) -> None:
    change(copy, lambda known: [library.update(machine="riscv64") for library in known["libraries"]])


def make_it_for_another_system(copy: Copy) -> None:
    change(copy, lambda known: [library.update(system="plan9") for library in known["libraries"]])


def make_it_of_another_version(copy: Copy) -> None:
    change(copy, lambda known: known.update(format=2))


def edit_a_kernel(copy: Copy) -> None:
    path = copy.package / "rules" / "azul" / "offer.py"
    path.write_text(path.read_text() + "\n# edited\n")


def remove_a_source(copy: Copy) -> None:
    (copy.package / "ahead" / "back.py").unlink()


SPOILT: dict[Callable[[Copy], None], str] = {
    truncate: "is not the one that was built",
    change_a_byte: "is not the one that was built",
    remove_the_library: "cannot be loaded",
    remove_all: "no native library was built",
    write_nonsense: "cannot be read",
    forget_a_field: "cannot be read",
    make_it_for_another_platform: "riscv64",
    make_it_for_another_system: "plan9",
    make_it_of_another_version: "of another version",
    edit_a_kernel: "edited since",
    remove_a_source: "edited since",
}


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
def test_a_library_that_cannot_be_trusted_is_left_and_one_line_says_why(copied: Copy, spoil: Callable[[Copy], None]) -> None:
    spoil(copied)
    result = copied.run(ENGINE)
    assert (result.returncode, result.stdout.strip()) == (0, "Jit"), result.stderr
    assert result.stderr.count("\n") == 1
    assert SPOILT[spoil] in result.stderr
    assert result.stderr.endswith("kernels are compiled as they are used\n")


def test_without_library_and_without_numba_one_line_names_the_extra(copied: Copy) -> None:
    remove_all(copied)
    result = copied.run(WITHOUT_NUMBA + "from tessela.cli.app import run; sys.exit(run(['play', 'azul', '--seed', '1']))")
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "no native library was built" in result.stderr
    assert "tessela[compile]" in result.stderr


@pytest.mark.parametrize(("asked", "said"), [("native", "no native library was built"), ("gpu", "one of native, jit, python")])
def test_what_is_asked_for_and_cannot_be_had_is_refused(copied: Copy, asked: str, said: str) -> None:
    remove_all(copied)
    result = copied.run(ENGINE, TESSELA_KERNELS=asked)
    assert result.returncode == 1
    assert "TESSELA_KERNELS" in result.stderr.splitlines()[-1]
    assert said in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("how", [{"TESSELA_KERNELS": "python"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_plain_python_can_be_asked_for(copied: Copy, how: dict[str, str]) -> None:
    assert copied.run(ENGINE, **how).stdout.strip() == "Plain"


def test_an_edit_in_any_kernel_source_is_what_is_played(copied: Copy) -> None:
    """The edited helper is called by kernels in other files, whose own sources stay as they are."""
    before = copied.run(FIRST_MOVE)
    assert not before.stderr
    offer = copied.package / "rules" / "azul" / "offer.py"
    text = offer.read_text()
    assert "laid = min(number, FLOOR_SPACES - taken)" in text
    offer.write_text(text.replace("laid = min(number, FLOOR_SPACES - taken)", "laid = min(0, number, FLOOR_SPACES - taken)"))
    after = copied.run(FIRST_MOVE, **UNOPTIMISED)
    assert after.returncode == 0, after.stderr
    assert "edited since" in after.stderr
    assert after.stdout != before.stdout


def test_what_python_asks_the_rules_of_a_dome_needs_no_library(copied: Copy) -> None:
    asked = "from tessela.game.duel.prospects import Dome; print(Dome(0b11, (0b1,) * 9, (0,) * 9).colours_in(0))"
    by_library, by_numba = (copied.run(asked, TESSELA_KERNELS=way) for way in ("native", "jit"))
    assert by_numba.returncode == 0, by_numba.stderr
    assert by_numba.stdout == by_library.stdout
