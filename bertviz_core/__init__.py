"""BERT Scope's engine: see inside BERT models, from a page, a notebook or the command line.

    from bertviz_core import load_engine

    engine = load_engine("mini")
    engine.fill_mask("Madrid es la [MASK] de España").masks[0].predictions[0].token

`load_engine` and `BertEngine` bring torch and transformers with them, which takes two seconds; they
are imported when first used, so that a first page or `--help` need not wait, and so is what
`show_head` draws with.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bertviz_core.errors import BertScopeError
from bertviz_core.installation import VERSION as __version__
from bertviz_core.models.catalogue import list_models

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine, load_engine
    from bertviz_core.notebook import show_head

__all__ = ["BertEngine", "BertScopeError", "__version__", "list_models", "load_engine", "show_head"]

_LATE = {
    "BertEngine": "bertviz_core.engine",
    "load_engine": "bertviz_core.engine",
    "show_head": "bertviz_core.notebook",
}


def __getattr__(name: str) -> object:
    """Import what takes long at its first use (PEP 562)."""
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
