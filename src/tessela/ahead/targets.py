"""The kinds of machine that kernels are compiled for."""

from dataclasses import dataclass

from tessela.compiled import library


class BuildError(Exception):
    """Why nothing was built, in a line."""


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of machine: its system, its kind of processor and the level of that, and how LLVM calls all this."""

    system: str
    machine: str
    level: str
    triple: str
    processor: str = ""
    features: str = ""
    word: int = 64

    @property
    def name(self) -> str:
        """What the target is called in names of files."""
        return f"{self.system}-{self.machine}-{self.level}"


LEVELS = {"x86_64": {"v3": "x86-64-v3", "v2": "x86-64-v2"}, "aarch64": {"generic": "generic"}}
TRIPLES = {"linux": "{}-unknown-linux-gnu", "macos": "{}-apple-macosx11.0.0", "windows": "{}-pc-windows-gnu"}
WEB = Target(
    "web", "wasm32", "simd", "wasm32-unknown-unknown",
    features="+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128", word=32,
)  # fmt: skip


def native_targets(platform: str | None, all_levels: bool) -> list[Target]:
    """The targets of a platform, `SYSTEM-MACHINE`, or of this machine: its best level, or all there are."""
    system, _, machine = (platform or f"{library.this_system()}-{library.this_machine()}").partition("-")
    if system not in TRIPLES or machine not in LEVELS:
        names = ", ".join(f"{s}-{m}" for s in TRIPLES for m in LEVELS)
        raise BuildError(f"no library can be built for {system}-{machine}; platforms are {names}")
    triple = TRIPLES[system].format("arm64" if (system, machine) == ("macos", "aarch64") else machine)
    targets = [Target(system, machine, level, triple, processor) for level, processor in LEVELS[machine].items()]
    if platform or all_levels:
        return targets
    mine = [target for level in library.levels() for target in targets if target.level == level]
    if not mine:
        raise BuildError(f"this processor is below {list(LEVELS[machine])[-1]} of {machine}")
    return mine[:1]
