"""Models of the Hugging Face Hub: from its own cache first, then from the network."""

from __future__ import annotations

import re
from pathlib import Path

from huggingface_hub import constants
from huggingface_hub.file_download import repo_folder_name

from bertviz_core.errors import UnsafeModelError
from bertviz_core.models.checkpoint import Checkpoint, check_folder
from bertviz_core.models.download import ProgressHook, download
from bertviz_core.models.tokenizer_files import has_vocabulary
from bertviz_core.models.weight_files import has_weights
from bertviz_core.settings import get_settings

_HUB_ID = re.compile(r"(?!.*(\.\.|--))\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)


def is_hub_id(model_id: str) -> bool:
    """Tell whether a text has the form `name` or `owner/name`."""
    return len(model_id) <= 96 and _HUB_ID.fullmatch(model_id) is not None


def fetch_from_hub(
    model_id: str, *, on_progress: ProgressHook | None = None, weights: bool = True
) -> Checkpoint:
    """Return a hub model, or without weights what its tokenizer needs, from the cache, or download it.

    The cache is asked first because a lookup without a network can take most of a minute to fail.

    Raises:
        ModelNotFoundError: Not in the cache, and the hub has none, or cannot be reached or used.
        UnsafeModelError: Not of the family, without safetensors, or larger than allowed.
    """
    folder = _cached_folder(model_id, weights=weights)
    if folder is None:
        if not get_settings().allow_hub:
            raise UnsafeModelError(
                "“{model}” would have to be downloaded, which this installation does not do. "
                "Choose a model from the list.",
                model=model_id,
            )
        folder = download(model_id, on_progress=on_progress or (lambda arrived, total: None), weights=weights)
    return check_folder(model_id, folder, source="hub", revision=folder.name, weights=weights)


def is_cached(model_id: str, *, weights: bool = True) -> bool:
    """Tell whether a hub model, or without weights its tokenizer, can be had without a network."""
    return _cached_folder(model_id, weights=weights) is not None


def _cached_folder(model_id: str, *, weights: bool) -> Path | None:
    """Return the newest snapshot in the hub's cache that has what is wanted, whoever downloaded it."""
    repository = repo_folder_name(repo_id=model_id, repo_type="model")
    snapshots = (Path(constants.HF_HUB_CACHE) / repository / "snapshots").glob("*")
    complete = [
        folder
        for folder in snapshots
        if (folder / "config.json").is_file()
        and (has_weights(folder) or (not weights and has_vocabulary(folder)))
    ]
    return max(complete, key=lambda folder: folder.stat().st_mtime, default=None)
