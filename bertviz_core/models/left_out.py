"""Libraries that another library would import and nobody here uses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """Let nobody find these modules meanwhile, unless they are imported already.

    Accelerate, which comes with transformers, imports boto3 if it is there: 18 MB for a command that asks
    about machines to rent.
    """
    missing = [name for name in names if name not in sys.modules]
    hidden: dict[str, None] = dict.fromkeys(missing)
    sys.modules.update(hidden)  # type: ignore[arg-type]  # what Python takes as “not there”
    try:
        yield
    finally:
        for name in hidden:
            sys.modules.pop(name, None)
