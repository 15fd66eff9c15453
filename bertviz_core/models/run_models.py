"""Fine-tuned models as models of the app: `run:` and the id of the run that made it."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from bertviz_core.errors import ModelNotFoundError, UnsafeModelError
from bertviz_core.models.checkpoint import Checkpoint, check_folder
from bertviz_core.models.own_files import OWN_FILE
from bertviz_core.settings import get_settings

PREFIX = "run:"

_RUN_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_BLOCK = 1 << 20


def is_run_model(model_id: str) -> bool:
    """Tell whether an id means a fine-tuned model."""
    return model_id.startswith(PREFIX)


def run_folder(run_id: str) -> Path | None:
    """Return where a run is kept, whether or not it is there; None for what cannot be the id of a run."""
    return get_settings().data_folder / "runs" / run_id if _RUN_ID.fullmatch(run_id) else None


def find_run_model(model_id: str) -> Checkpoint:
    """Return the checkpoint that a run has left.

    Its revision is the fingerprint of its weights: another model under the same id is another model.

    Raises:
        ModelNotFoundError: There is no such run, or it has no model (yet).
        UnsafeModelError: It was made from a model that is not allowed here, or is none of ours.
    """
    run = run_folder(model_id.removeprefix(PREFIX))
    if run is None or not (run / "model").is_dir():
        raise ModelNotFoundError(
            "There is no fine-tuned model “{model}” here. Its run may be deleted; choose another model.",
            model=model_id,
        )
    folder = run / "model"
    require_allowed_base(model_id, folder)
    checkpoint = check_folder(model_id, folder, source="run", revision=weights_fingerprint(folder))
    return replace(checkpoint, name=_text_of(run / "run.json", "name") or "")


def run_stamp(model_id: str) -> str:
    """Return what changes when the model or the name of a run does; empty where there is none."""
    run = run_folder(model_id.removeprefix(PREFIX))
    if run is None:
        return ""
    try:
        files = [*sorted((run / "model").glob("*.safetensors")), run / "run.json"]
        return "-".join(f"{(status := file.stat()).st_mtime_ns}.{status.st_size}" for file in files)
    except OSError:
        return ""


def weights_fingerprint(folder: Path) -> str:
    """Return the SHA-256 of all weights in a folder, its first 40 hexadecimal digits."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.safetensors")):
        with file.open("rb") as weights:
            while block := weights.read(_BLOCK):
                digest.update(block)
    return digest.hexdigest()[:40]


def base_of(folder: Path) -> str | None:
    """Return the id of the pretrained model that a fine-tuned one says it was made from."""
    return _text_of(folder / OWN_FILE, "base")


def _text_of(file: Path, field: str) -> str | None:
    """Return a text in a JSON object; None where it cannot be found, for whatever reason."""
    try:
        value: Any = json.loads(file.read_text(encoding="utf-8"))[field]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return value if isinstance(value, str) else None


def require_allowed_base(model_id: str, folder: Path) -> None:
    """Refuse a model that was made from one which is not allowed here.

    Raises:
        UnsafeModelError: It was.
    """
    allowed, base = get_settings().allowed_models, base_of(folder)
    if allowed and base not in allowed:
        raise UnsafeModelError(
            "“{model}” was made from “{base}”, which is not among the models used here: {allowed}.",
            model=model_id,
            base=base or "?",
            allowed=", ".join(allowed),
        )
