"""Arrays of the graphics card, shared with other libraries without a copy: DLPack, and the interface of CUDA arrays.

NumPy's arrays share themselves; those of numba-cuda do not know DLPack, so its capsule is made here.
"""

import ctypes
from typing import Any

import numpy as np

CUDA = 2  # the kind of device
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of numbers
NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]

_lent: dict[int, tuple[Any, ...]] = {}  # what is shared, by the address of its description, until it is given back


@_Deleter  # type: ignore[untyped-decorator]
def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@_Destructor  # type: ignore[untyped-decorator]
def _nobody_took(capsule: Any) -> None:
    if _is_valid(capsule, NAME):
        _lent.pop(_pointer(capsule, NAME), None)


def capsule(array: Any, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: int) -> Any:
    """A capsule of memory of a card in C order; `array` is kept as long as somebody uses it."""
    lengths = (ctypes.c_int64 * len(shape))(*shape)
    kind = _Type(CODES[dtype.kind], 8 * dtype.itemsize, 1)
    tensor = _Tensor(address, _Device(CUDA, device), len(shape), kind, lengths, None, 0)
    managed = _Managed(tensor, None, _give_back)
    at = ctypes.addressof(managed)
    _lent[at] = (array, lengths, managed)
    return _new(at, NAME, _nobody_took)
