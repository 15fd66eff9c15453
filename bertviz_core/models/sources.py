"""From an id that a person typed to a checked folder, within what this installation allows."""

from __future__ import annotations

import os
from pathlib import Path

from bertviz_core.errors import ModelNotFoundError, UnsafeModelError
from bertviz_core.models.catalogue import BUNDLED_FOLDER, BUNDLED_ID
from bertviz_core.models.checkpoint import Checkpoint, check_folder
from bertviz_core.models.download import ProgressHook
from bertviz_core.models.hub import fetch_from_hub, is_hub_id
from bertviz_core.models.run_models import find_run_model, is_run_model
from bertviz_core.settings import get_settings


def find_checkpoint(
    model_id: str, *, on_progress: ProgressHook | None = None, weights: bool = True
) -> Checkpoint:
    """Find the bundled model, a fine-tuned one (`run:` and its id), a folder, or a model of the hub.

    Args:
        model_id: What to find.
        on_progress: Called with bytes done and bytes expected while something is downloaded.
        weights: The whole model is wanted; else only its tokenizer is downloaded.

    Raises:
        ModelNotFoundError: Nothing of that name can be reached.
        UnsafeModelError: It is not allowed here, not of the family, or could run code.
    """
    settings = get_settings()
    model_id = model_id.strip()
    if is_run_model(model_id):
        return find_run_model(model_id)
    if settings.allowed_models and model_id not in settings.allowed_models:
        raise UnsafeModelError(
            "“{model}” is not among the models of this installation: {allowed}.",
            model=model_id,
            allowed=", ".join(settings.allowed_models),
        )
    if model_id == BUNDLED_ID:
        return check_folder(model_id, BUNDLED_FOLDER, source="bundled")
    folder = Path(os.path.expanduser(model_id))  # leaves `~nobody` as it is
    if settings.allow_local_folders and _is_folder(folder):
        return check_folder(model_id, folder.resolve(), source="folder")
    if is_hub_id(model_id):
        return fetch_from_hub(model_id, on_progress=on_progress, weights=weights)
    if not settings.allow_local_folders:
        raise UnsafeModelError("Folders cannot be opened on this installation. Choose a model from the list.")
    raise ModelNotFoundError(
        "There is no model called “{model}”: it is neither a folder nor an id of the hub. Check the name.",
        model=model_id,
    )


def _is_folder(path: Path) -> bool:
    """Tell whether a path is a folder; one that no file system could hold is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
