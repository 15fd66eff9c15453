"""What a folder with a checkpoint must be before anything in it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bertviz_core.errors import UnsafeModelError
from bertviz_core.models.config_checks import check_config, read_config
from bertviz_core.models.families import Family
from bertviz_core.models.fetched_files import require_fetched
from bertviz_core.models.tokenizer_files import require_vocabulary
from bertviz_core.models.weight_files import has_weights, no_safe_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A checked folder and where it came from."""

    model_id: str
    folder: Path
    source: str
    """`bundled`, `run`, `hub` or `folder`."""
    family: Family
    revision: str | None = None
    name: str = ""
    """What people see; the catalogue's name, or the end of the id, when empty."""


def check_folder(
    model_id: str, folder: Path, *, source: str, revision: str | None = None, weights: bool = True
) -> Checkpoint:
    """Return the checkpoint in a folder if it is safe and of the family.

    Args:
        model_id: What it was asked for by.
        folder: Where it lies.
        source: As in `Checkpoint`.
        revision: As in `Checkpoint`.
        weights: Its weights are wanted; else its tokenizer is enough.

    Raises:
        ModelNotFoundError: No config or no vocabulary there.
        UnsafeModelError: Not of the family, brings its own code or an adapter, or has no safetensors weights.
        UnreadableModelError: Something else stands in place of its files.
    """
    require_fetched(model_id, folder)
    family = check_config(model_id, read_config(model_id, folder))
    if (folder / "adapter_config.json").exists():  # the loader would follow it, and read pickled adapters
        raise UnsafeModelError(
            "“{model}” holds an adapter beside a model. Merge the two, save the whole and open that.",
            model=model_id,
        )
    if weights and not has_weights(folder):
        raise no_safe_weights(model_id)
    require_vocabulary(model_id, folder)
    return Checkpoint(model_id=model_id, folder=folder, source=source, family=family, revision=revision)
