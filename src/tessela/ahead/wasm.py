"""From a WebAssembly object file to a module that a page can load: a linker for the one object that a game is.

LLVM writes objects whose functions and data already have their places; what is left is to move the data up behind the stack, to
give the module its memory and stack, and to export the entry points. (The format: tool-conventions/Linking.md of WebAssembly.)
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tessela.ahead.targets import BuildError

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, DATA_COUNT, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 12, 10, 11
STACK = 1 << 16  # bytes, below the data: an overflow is a trap, not a spoilt number
PAGE = 1 << 16
SYMBOL_TABLE = 8
FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL, SECTION_SYMBOL = 0, 1, 2, 3
UNDEFINED, EXPLICIT_NAME, LOCAL, HIDDEN = 0x10, 0x40, 0x02, 0x04
FUNCTION_INDEX, ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
I32, MUTABLE, CONSTANT, END = 0x7F, 1, 0x41, 0x0B


class Reader:
    """Reads numbers and texts one after the other."""

    def __init__(self, content: bytes, at: int = 0):
        self.content, self.at = content, at

    def byte(self) -> int:
        """One byte."""
        self.at += 1
        return self.content[self.at - 1]

    def number(self, signed: bool = False) -> int:
        """A number in LEB128."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def take(self, size: int) -> bytes:
        """`size` bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def text(self) -> str:
        """A text with its length before it."""
        return self.take(self.number()).decode()

    def sections(self) -> Iterator[tuple[int, bytes]]:
        """Pieces, each with its number, to the end."""
        while self.at < len(self.content):
            kind = self.byte()
            yield kind, self.take(self.number())


@dataclass(slots=True)
class Symbol:
    """A name of the object: a function by its index, or data by its place before it is moved."""

    kind: int
    name: str = ""
    place: int = 0
    defined: bool = True
    shown: bool = False


@dataclass(slots=True)
class Parts:
    """What an object consists of."""

    sections: dict[int, bytes] = field(default_factory=dict)
    custom: dict[str, bytes] = field(default_factory=dict)


def link(content: bytes) -> bytes:
    """A module made of one object."""
    if content[:8] != MAGIC:
        raise BuildError("this is no WebAssembly object")
    parts = _parts(content)
    _check_imports(parts.sections[IMPORT])
    segments = list(_segments(parts.sections.get(DATA, b"\0")))
    symbols = list(_symbols(parts.custom["linking"], [at for at, _ in segments]))
    code = _patched(parts.sections[CODE], parts.custom.get("reloc.CODE"), symbols)
    data = _patched(parts.sections.get(DATA, b"\0"), parts.custom.get("reloc.DATA"), symbols)
    end = max((at + len(bytes_) for at, bytes_ in segments), default=0) + STACK
    heap = (end + 15) & ~15
    exports = [_name("memory") + b"\2" + leb(0), _name("heap") + b"\3" + leb(1)]
    exports += [_name(s.name) + b"\0" + leb(s.place) for s in symbols if s.kind == FUNCTION_SYMBOL and s.shown]
    made = {
        TYPE: parts.sections[TYPE],
        FUNCTION: parts.sections[FUNCTION],
        MEMORY: _vector([b"\0" + leb(-(-heap // PAGE))]),
        GLOBAL: _vector([_global(STACK, MUTABLE), _global(heap, 0)]),
        EXPORT: _vector(exports),
        DATA_COUNT: leb(len(segments)),
        CODE: code,
        DATA: _vector([b"\0" + _constant(at + STACK) + leb(len(b)) + b for at, b in _segments(data)]),
    }
    return MAGIC + b"".join(bytes([kind]) + leb(len(section)) + section for kind, section in made.items())


def _parts(content: bytes) -> Parts:
    found = Parts()
    for kind, section in Reader(content, 8).sections():
        if kind == CUSTOM:
            reader = Reader(section)
            name = reader.text()
            found.custom[name] = section[reader.at :]
        else:
            found.sections[kind] = section
    return found


def _check_imports(section: bytes) -> None:
    """All that an object may need from outside is memory and a stack, which are given to it."""
    reader = Reader(section)
    for _ in range(reader.number()):
        module, name, kind = reader.text(), reader.text(), reader.byte()
        if (module, name) == ("env", "__linear_memory"):
            for _ in range(1 + (reader.byte() & 1)):
                reader.number()
        elif (module, name) == ("env", "__stack_pointer"):
            reader.take(2)
        else:
            raise BuildError(f"the WebAssembly object needs {module}.{name} (kind {kind}), which is not there")


def _segments(section: bytes) -> Iterator[tuple[int, bytes]]:
    """The pieces of data with their places."""
    reader = Reader(section)
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != CONSTANT:
            raise BuildError("the WebAssembly object has data at no settled place")
        at = reader.number(signed=True)
        reader.byte()
        yield at, reader.take(reader.number())


def _symbols(section: bytes, places: list[int]) -> Iterator[Symbol]:
    reader = Reader(section)
    reader.number()  # the version
    for kind, part in reader.sections():
        if kind == SYMBOL_TABLE:
            inside = Reader(part)
            for _ in range(inside.number()):
                yield _symbol(inside, places)


def _symbol(reader: Reader, places: list[int]) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    defined = not flags & UNDEFINED
    if kind == SECTION_SYMBOL:
        reader.number()
        return Symbol(kind)
    if kind == DATA_SYMBOL:
        name = reader.text()
        if not defined:
            return Symbol(kind, name, defined=False)
        segment, offset = reader.number(), reader.number()
        reader.number()
        return Symbol(kind, name, places[segment] + offset)
    index = reader.number()
    name = reader.text() if defined or flags & EXPLICIT_NAME else ""
    return Symbol(kind, name, index, defined, defined and not flags & (LOCAL | HIDDEN))


def _patched(section: bytes, relocations: bytes | None, symbols: list[Symbol]) -> bytes:
    """A section with the addresses of data where they are used."""
    made = bytearray(section)
    if relocations is None:
        return bytes(made)
    reader = Reader(relocations)
    reader.number()  # the section they are for
    for _ in range(reader.number()):
        kind, at, which = reader.number(), reader.number(), reader.number()
        if kind in (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX):
            continue  # nothing was moved, so these are right
        if kind not in WRITERS:
            raise BuildError(f"the WebAssembly object has a relocation of kind {kind}, which is not known")
        if not symbols[which].defined:
            raise BuildError(f"the WebAssembly object needs {symbols[which].name}, which is not there")
        address = symbols[which].place + reader.number(signed=True) + STACK
        piece = WRITERS[kind](address)
        made[at : at + len(piece)] = piece
    return bytes(made)


def _wide(value: int) -> bytes:
    """A number in LEB128 of five bytes, as objects leave room for; for small numbers the signed form is the same."""
    return bytes([value >> shift & 127 | 128 for shift in (0, 7, 14, 21)] + [value >> 28 & 127])


def _plain(value: int) -> bytes:
    return struct.pack("<I", value)


WRITERS: dict[int, Callable[[int], bytes]] = {ADDRESS_LEB: _wide, ADDRESS_SLEB: _wide, ADDRESS_I32: _plain}


def leb(value: int) -> bytes:
    """A number that is not negative in LEB128."""
    made = bytearray()
    while value >= 128:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def _constant(value: int) -> bytes:
    """An expression: a constant, whose LEB128 is signed."""
    number = leb(value)
    if number[-1] & 64:
        number = number[:-1] + bytes([number[-1] | 128, 0])
    return bytes([CONSTANT]) + number + bytes([END])


def _global(value: int, mutable: int) -> bytes:
    return bytes([I32, mutable]) + _constant(value)


def _vector(items: list[bytes]) -> bytes:
    return leb(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return leb(len(text)) + text.encode()
