"""The C library's heap, made to give large arrays back as soon as they are freed.

glibc raises the size from which it does so, up to 32 MB, whenever such an array is freed; smaller ones then
leave holes: 120 MB of 800 after some texts of 512 tokens through `mini`. Fixed at 1 MB, a class of a hundred
on all pages left 70 MB more of them than at a quarter of it.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache

LARGE_BYTES = 2**18
_M_MMAP_THRESHOLD = -3  # malloc.h


@cache
def give_back_large_arrays() -> None:
    """Fix that size at 256 kB for this process, unless its environment names one; glibc only."""
    if sys.platform != "linux" or "MALLOC_MMAP_THRESHOLD_" in os.environ:
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)


def give_back_freed() -> None:
    """Give what was freed of the smaller arrays back to the system; glibc only."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
