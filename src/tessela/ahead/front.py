"""Numba's front end alone: from the entry points of a game to one text in LLVM's language, for no machine in particular.

Three inner parts of Numba are replaced for the process that runs this, so its version is pinned, and a test builds and compares:
a code library keeps the text of its modules and compiles nothing, and no function gets an address.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, codegen, cpu, types
from numba.core.registry import cpu_target
from numba.np import arrayobj

from tessela.compiled import engine
from tessela.compiled.jit import Jit, numba_type
from tessela.compiled.kinds import INT, TRUTH, Array, Group, Kind, Number, Signature, leaves
from tessela.compiled.sources import entry_modules

# What kernels need of the world: references to count, though they allocate nothing, and a square root, an instruction everywhere
RUNTIME = """
define weak_odr void @NRT_incref(i8* %held) alwaysinline { ret void }
define weak_odr void @NRT_decref(i8* %held) alwaysinline { ret void }
declare float @llvm.sqrt.f32(float)
define weak_odr float @sqrtf(float %x) alwaysinline {
  %root = call float @llvm.sqrt.f32(float %x)
  ret float %root
}
"""


@dataclass(frozen=True, slots=True)
class Declared:
    """An entry point: its name, the kernel as Numba knows it, what it takes and gives."""

    name: str
    kernel: Any
    signature: Signature

    @property
    def module(self) -> str:
        """Where it is declared."""
        return str(self.kernel.py_func.__module__)

    @property
    def parameters(self) -> list[str]:
        """The names of what it takes."""
        code = self.kernel.py_func.__code__
        return list(code.co_varnames[: code.co_argcount])


class Front(Jit):
    """Takes note of every entry point that is declared."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Declared] = []

    def kernel(self, function: Any) -> Any:
        """A function for the front end."""
        return self.compiled(function, cache=False, no_cpython_wrapper=True)

    def entry(self, function: Any, signature: Signature) -> Any:
        """Remember an entry point."""
        made = self.kernel(function)
        self.entries.append(Declared(function.__name__, made, signature))
        return made


@cache
def declared() -> list[Declared]:
    """All entry points of the package. The process can do nothing else with kernels from then on."""
    _keep_texts()
    front = Front()
    engine.engine = lambda: front  # type: ignore[assignment]
    for module in entry_modules():
        import_module(module)
    return front.entries


def entries_of(game: str, entries: list[Declared]) -> list[Declared]:
    """The entry points of a game, with their signatures in it."""
    mine = [entry for entry in entries if entry.signature.games is None or game in entry.signature.games]
    names = [entry.name for entry in mine]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"entry points of {game} with the same name: {', '.join(twice)}")
    return [Declared(entry.name, entry.kernel, entry.signature.of(game)) for entry in mine]


def _keep_texts() -> None:
    """Let code libraries keep the texts of their modules, and compile nothing."""
    library: Any = codegen.CPUCodeLibrary
    inner: Any = cpu
    begin = library.__init__

    def init(self: Any, made_by: Any, name: str) -> None:
        begin(self, made_by, name)
        self.texts = []

    def add_ir_module(self: Any, module: Any) -> None:
        self.texts.append(cgutils.normalize_ir_text(str(module)))

    def finalize(self: Any) -> None:
        self._finalized = True

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        """Never called, but a key: it must be a builtin function and unlike all others."""
        return inner._dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", 1, env, (library,))

    library.__init__, library.add_ir_module, library.finalize = init, add_ir_module, finalize
    inner.CPUContext.get_executable = get_executable


def texts_of(game: str, entries: list[Declared], each: Callable[[], None]) -> list[str]:
    """The modules of a game, each a text in LLVM's language; `each` is called after every entry point."""
    context: Any = cpu_target.target_context
    context.refresh()
    cpu_target.typing_context.refresh()
    wrappers: list[str] = []
    libraries: dict[int, Any] = {}
    for entry in entries:
        arguments = tuple(numba_type(kind) for kind in entry.signature.takes)
        entry.kernel.compile(arguments)
        made = entry.kernel.overloads[arguments]
        for library in _with_linked(made.library, libraries):
            libraries[id(library)] = library
        for word in (32, 64):
            wrappers.append(Wrapper(context, entry, made, f"{game}_{entry.name}", word).text())
        each()
    return [_neutral(text) for text in [*wrappers, *(t for library in libraries.values() for t in library.texts), RUNTIME]]


def _with_linked(library: Any, known: dict[int, Any]) -> Iterator[Any]:
    """A code library and all that it needs, but for those known."""
    waiting, seen = [library], set(known)
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += one._linking_libraries


def _neutral(text: str) -> str:
    """A text for no machine, whose definitions may stand in several modules."""
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    return text.replace(" = common global ", " = linkonce_odr global ")


class Wrapper:
    """The C function of an entry point, on a machine whose words have 32 or 64 bits.

    An array is its address, followed by its lengths where they are not settled; a whole number is a word. Several results are
    written as doubles to an address that comes last.
    """

    def __init__(self, context: Any, entry: Declared, made: Any, name: str, word: int):
        self.context, self.entry, self.made = context, entry, made
        self.word, self.size = ir.IntType(word), context.get_value_type(types.intp)
        self.module = context.create_module(f"entry_{word}_{name}")
        self.name = f"{name}.{word}"

    def text(self) -> str:
        """The module with the function."""
        signature, made = self.entry.signature, self.made
        several = isinstance(signature.gives, Group)
        parameters = [t for kind in leaves(Group(signature.takes)) for t in self._c_types(kind)]
        gives = self._c_types(signature.gives)[0] if isinstance(signature.gives, Number) else ir.VoidType()
        function = ir.Function(
            self.module, ir.FunctionType(gives, [*parameters, *([ir.IntType(8).as_pointer()] * several)]), self.name
        )
        kind = self.context.call_conv.get_function_type(made.fndesc.restype, made.fndesc.argtypes)
        called = ir.Function(self.module, kind, made.fndesc.llvm_func_name)
        self.b = ir.IRBuilder(function.append_basic_block("entry"))
        self.rest = list(function.args)
        arguments = [self._take(kind) for kind in signature.takes]
        status, result = self.context.call_conv.call_function(
            self.b, called, made.signature.return_type, made.signature.args, arguments
        )
        with self.b.if_then(status.is_error, likely=False):  # kernels do not raise
            self.b.call(ir.Function(self.module, ir.FunctionType(ir.VoidType(), []), "llvm.trap"), [])
        self._give(signature.gives, result)
        return str(cgutils.normalize_ir_text(str(self.module)))

    def _c_types(self, kind: Number | Array) -> list[Any]:
        if isinstance(kind, Array):
            return [ir.IntType(8).as_pointer(), *(self.word for _ in kind.free)]
        if kind in (INT, TRUTH):
            return [self.word]
        return [self.context.get_value_type(numba_type(kind))]

    def _take(self, kind: Kind) -> Any:
        """An argument as the kernel takes it."""
        if isinstance(kind, Group):
            return self.context.make_tuple(self.b, numba_type(kind), [self._take(part) for part in kind.parts])
        if isinstance(kind, Array):
            return self._take_array(kind)
        value = self.rest.pop(0)
        if kind == TRUTH:
            return self.b.icmp_signed("!=", value, self.word(0))
        return self._widened(value) if kind == INT else value

    def _widened(self, value: Any) -> Any:
        return value if value.type == self.size else self.b.sext(value, self.size)

    def _take_array(self, kind: Array) -> Any:
        b, size = self.b, self.size
        data = self.rest.pop(0)
        shape = [self._widened(self.rest.pop(0)) if n is None else ir.Constant(size, n) for n in kind.shape]
        strides: list[Any] = [ir.Constant(size, kind.dtype.itemsize)]
        for length in reversed(shape[1:]):
            strides.insert(0, b.mul(strides[0], length))
        array = self.context.make_array(numba_type(kind))(self.context, b)
        arrayobj.populate_array(
            array, data=b.bitcast(data, array.data.type), shape=cgutils.pack_array(b, shape, size),
            strides=cgutils.pack_array(b, strides, size), itemsize=ir.Constant(size, kind.dtype.itemsize), meminfo=None,
        )  # fmt: skip
        return array._getvalue()

    def _give(self, gives: Number | Group | None, result: Any) -> None:
        """Return what the kernel gave."""
        b, found = self.b, self.made.signature.return_type
        if gives is None:
            self._agrees(found == types.none, gives, found)
            b.ret_void()
        elif isinstance(gives, Group):
            self._agrees(isinstance(found, types.BaseTuple) and len(found) == len(gives.parts), gives, found)
            room = b.bitcast(self.rest.pop(0), ir.DoubleType().as_pointer())
            for i, kind in enumerate(found):
                b.store(self._double(b.extract_value(result, i), kind), b.gep(room, [ir.IntType(32)(i)]))
            b.ret_void()
        else:
            b.ret(self._number(gives, result, found))

    def _number(self, gives: Number, result: Any, found: Any) -> Any:
        """A number, widened or shortened to a word where it is a whole one."""
        if gives not in (INT, TRUTH):
            self._agrees(found == numba_type(gives), gives, found)
            return result
        self._agrees(isinstance(found, types.Boolean if gives == TRUTH else types.Integer), gives, found)
        if result.type.width == self.word.width:
            return result
        if result.type.width > self.word.width:
            return self.b.trunc(result, self.word)
        return (self.b.sext if getattr(found, "signed", False) else self.b.zext)(result, self.word)

    def _double(self, value: Any, kind: Any) -> Any:
        if isinstance(kind, types.Float):
            return value if kind == types.float64 else self.b.fpext(value, ir.DoubleType())
        return self.b.sitofp(value, ir.DoubleType())

    def _agrees(self, right: bool, gives: Any, found: Any) -> None:
        if not right:
            raise TypeError(f"entry point {self.entry.name} is declared to give {gives}, but gives {found}")


def linked(texts: list[str]) -> bytes:
    """All modules of a game as one, as LLVM stores it."""
    whole = llvm.parse_assembly("")
    for text in texts:
        module = llvm.parse_assembly(text)
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "weak_odr"
        whole.link_in(module)
    return bytes(whole.as_bitcode())
