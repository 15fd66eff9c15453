"""Where this program lies: in a checkout, or installed as a package, and how it runs itself in a process.

`app.py`, `pages/` and `.streamlit/` stand beside the package in a checkout. An installation has them inside
it, in `app/`, where the wheel puts them (`pyproject.toml`, force-include).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

VERSION = "1.0.0"
"""What `pyproject.toml` and `bertviz_core.__version__` say too."""

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED_APP = _PACKAGE / "app"


def checkout() -> Path | None:
    """Return the folder that the package is used from as it was cloned or copied; None once installed."""
    return None if (_INSTALLED_APP / "app.py").is_file() else _PACKAGE.parent


def app_folder() -> Path:
    """Return the folder of `app.py`, `pages/` and `.streamlit/`."""
    return checkout() or _INSTALLED_APP


def python_module(module: str) -> list[str]:
    """Return the command that runs a module of this program, or of its libraries, in a process of its own.

    The folder it is called in is not searched for modules: it is anybody's, and may hold a `queue.py`.
    """
    return [sys.executable, "-P", "-m", module]


def process_environment() -> dict[str, str]:
    """Return the environment in which such a process finds this program."""
    folder = checkout()
    if folder is None:
        # Python finds an installation by itself; searched first, it would hide modules of Python's own.
        return dict(os.environ)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}
