"""Building the kernels ahead: `python -m tessela.ahead`.

Numba's front end turns each game's entry points, and all that they call, into LLVM's language, which LLVM then compiles for any
target: a native library for this machine or for wheels, and a WebAssembly module for the pages.
"""
