"""What a run was made with."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from bertviz_core.installation import VERSION, checkout

_LIBRARIES = ("torch", "transformers", "accelerate", "peft", "tokenizers", "scikit-learn", "numpy")


@cache
def _found_versions() -> tuple[tuple[str, str], ...]:
    found = [("python", platform.python_version())]
    for name in _LIBRARIES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    found.append(("bertscope", _own_revision() or VERSION))
    return tuple(found)


def versions() -> dict[str, str]:
    """Return the versions of the libraries that matter, and of this program."""
    return dict(_found_versions())


def _own_revision() -> str:
    """Return the commit of the checkout, marked where files were changed since; empty elsewhere."""
    root = checkout()
    if root is None or not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
