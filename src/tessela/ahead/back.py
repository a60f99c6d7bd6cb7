"""LLVM: from a game's module to an object file for a target."""

import re
from collections.abc import Collection
from typing import Any

import llvmlite.binding as llvm

from tessela.ahead.targets import BuildError, Target

OPTIMISE = 3
ROUNDS = 2  # the second one sees what the first has inlined
CHOICE = re.compile(
    r"^(?P<name> +%\S+) = select (?:\w+ )*?(?P<which>i1 \S+), (?P<kind>float|double) (?P<one>\S+), \w+ (?P<other>[^\s,]+)",
    re.MULTILINE,
)
BITS = {"float": "i32", "double": "i64"}
ALLOWED = {"memcpy", "memset", "memmove"}  # of the C library; on the web they are instructions


def object_for(target: Target, bitcode: bytes, shown: Collection[str]) -> bytes:
    """A game compiled for a target; only the functions that are to be shown can be seen from outside."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor,
        features=target.features,
        opt=OPTIMISE,
        reloc="static" if target.word == 32 else "pic",
        codemodel="default",
    )
    module = llvm.parse_bitcode(bitcode)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    _show_only(module, {f"{name}.{target.word}" for name in shown})
    _optimise(module, machine)
    if target.word == 32:
        module = _choosing_by_bits(module)
    missing = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")} - ALLOWED
    if missing:
        raise BuildError(f"kernels call what is not theirs, or allocate: {', '.join(sorted(missing))}")
    return bytes(machine.emit_object(module))


def _show_only(module: Any, shown: Collection[str]) -> None:
    for function in module.functions:
        if function.is_declaration:
            continue
        function.linkage = "external" if function.name in shown else "internal"
        if function.name in shown:
            function.name = function.name.rpartition(".")[0]
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _choosing_by_bits(module: Any) -> Any:
    """The module with choices between floats made between their bits: of others V8 makes branches, often guessed wrong."""
    for function in module.functions:
        for number, block in enumerate(function.blocks):
            block.name = f"b{number}"  # not all the names that Numba gives can be read again
    return llvm.parse_assembly(CHOICE.sub(_by_bits, str(module)))


def _by_bits(choice: re.Match[str]) -> str:
    kind, bits, mine = choice["kind"], BITS[choice["kind"]], f"%bits.{choice.start()}"
    return (
        f"  {mine}.one = bitcast {kind} {choice['one']} to {bits}\n  {mine}.other = bitcast {kind} {choice['other']} to {bits}\n"
        f"  {mine} = select {choice['which']}, {bits} {mine}.one, {bits} {mine}.other\n"
        f"{choice['name']} = bitcast {bits} {mine} to {kind}"
    )


def _optimise(module: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=OPTIMISE)
    options.loop_vectorization = options.slp_vectorization = True
    for _ in range(ROUNDS):
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
