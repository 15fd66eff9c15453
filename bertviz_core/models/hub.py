"""Models of the Hugging Face Hub: from its own cache first, then downloaded file by file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from bertviz_core.errors import ModelNotFoundError
from bertviz_core.models.checkpoint import Checkpoint

ProgressHook = Callable[[int, int], None]
"""Called with the bytes that have arrived and the bytes there will be."""

_HUB_ID = re.compile(r"(?!.*(\.\.|--))\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)


def is_hub_id(model_id: str) -> bool:
    """Tell whether a text has the form `name` or `owner/name`."""
    return len(model_id) <= 96 and _HUB_ID.fullmatch(model_id) is not None


def fetch_from_hub(model_id: str, *, on_progress: ProgressHook | None = None) -> Checkpoint:
    raise ModelNotFoundError("“{model}” cannot be reached.", model=model_id)
