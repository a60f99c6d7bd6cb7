"""The build: what it says when it cannot build, the linker of WebAssembly, and that nothing is built twice."""

import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from tessela.ahead import back, wasm
from tessela.ahead.link import linker
from tessela.ahead.targets import WEB, BuildError, native_targets
from tessela.compiled import library
from tests.compiled.conftest import WITHOUT_NUMBA, Copy


def ahead(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tessela.ahead", *arguments], capture_output=True, text=True, check=False)


def test_nothing_is_built_where_all_is_there() -> None:
    result = ahead()
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_platform_that_is_not_known_is_refused_with_those_that_are() -> None:
    result = ahead("--platform", "linux-mips")
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "linux-mips" in result.stderr
    assert "linux-aarch64" in result.stderr


def test_without_numba_nothing_is_built_and_one_line_says_so(copied: Copy) -> None:
    program = WITHOUT_NUMBA + "sys.argv = ['ahead', '--anew']\nfrom tessela.ahead.__main__ import main; sys.exit(main())"
    before = copied.library.read_bytes()
    result = copied.run(program)
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "tessela[compile]" in result.stderr
    assert copied.library.read_bytes() == before


def test_this_machine_gets_its_best_level_and_wheels_get_all() -> None:
    best = native_targets(None, all_levels=False)
    every = native_targets(None, all_levels=True)
    assert [target.level for target in best] == [library.levels()[0]]
    assert set(library.levels()) <= {target.level for target in every}


def test_there_is_no_linker_for_what_no_linker_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    for target in [*native_targets(None, all_levels=False), *native_targets("linux-aarch64", all_levels=True)]:
        with pytest.raises(BuildError, match="no linker"):
            linker(target)


@pytest.mark.parametrize("content", [b"", b"\x7fELF", wasm.MAGIC[:7]])
def test_what_is_no_object_is_not_linked(content: bytes) -> None:
    with pytest.raises(BuildError):
        wasm.link(content)


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 8191, 8192, 1 << 20, (1 << 27) - 1])
def test_numbers_of_webassembly_are_read_as_they_were_written(value: int) -> None:
    assert wasm.Reader(wasm.leb(value)).number() == value
    assert wasm.Reader(wasm._wide(value)).number() == value
    assert wasm.Reader(wasm._wide(value)).number(signed=True) == value
    constant = wasm.Reader(wasm._constant(value))
    assert (constant.byte(), constant.number(signed=True), constant.byte()) == (wasm.CONSTANT, value, wasm.END)


def test_the_web_has_no_other_machine() -> None:
    assert WEB.word == 32


CHOICES = """
define double @of_two(i1 %which, double %one, double %other) {
  %given = fadd double %one, %other
  %chosen = select nnan nsz i1 %which, double %given, double 0x7FF0000000000000
  %next = select i1 %which, double %chosen, double %other
  ret double %next
}
define <2 x double> @of_many(<2 x i1> %which, <2 x double> %one, <2 x double> %other) {
  %chosen = select <2 x i1> %which, <2 x double> %one, <2 x double> %other
  ret <2 x double> %chosen
}
define float @of_small_ones(i1 %which, float %one, float %other) {
  %chosen = select i1 %which, float %one, float %other
  ret float %chosen
}
"""


def test_pages_choose_between_floats_by_their_bits() -> None:
    text = str(back._choosing_by_bits(llvm.parse_assembly(CHOICES)))
    chosen = [line.split("select ")[1] for line in text.splitlines() if "select" in line]
    assert [re.findall(r"i64|i32|<2 x double>", line)[:1] for line in chosen] == [["i64"], ["i64"], ["<2 x double>"], ["i32"]]


@pytest.mark.long
def test_a_library_for_aarch64_is_built_here_or_the_missing_linker_is_named(tmp_path: Path) -> None:
    result = ahead("--platform", "linux-aarch64", "--out", str(tmp_path))
    if result.returncode:
        assert "no linker for linux-aarch64-generic was found; looked for aarch64-linux-gnu-ld, ld.lld" in result.stderr
        return
    content = (tmp_path / "tessela-linux-aarch64-generic.so").read_bytes()
    assert content[:4] == b"\x7fELF"
    assert int.from_bytes(content[18:20], "little") == 183  # the number of aarch64
    assert [built.machine for built in library.read_manifest(tmp_path).libraries] == ["aarch64"]
