"""Libraries that take seconds to import, imported before a visitor waits for them."""

from __future__ import annotations

import importlib
import threading
import time
from functools import cache

FIRST_PAGE_S = 1.0
"""The page that began it all is drawn meanwhile."""

LIBRARIES = ("scipy.sparse", "sklearn.cluster", "sklearn.metrics")
"""What the first map of a word needs."""


@cache
def warm_up() -> None:
    """Import them beside whatever goes on, once a process."""
    threading.Thread(target=_import_libraries, name="warm-up", daemon=True).start()


def _import_libraries() -> None:
    time.sleep(FIRST_PAGE_S)
    for library in LIBRARIES:
        importlib.import_module(library)
