"""The pretrained model that learns: the one of the sidebar, or what a fine-tuned one was made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.models.run_models import base_of, is_run_model, run_folder
from bertviz_core.ui.models import chosen_model, engine_of

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def pretrained_engine() -> BertEngine:
    """Return the engine of the model that would learn."""
    return engine_of(pretrained_model())


def pretrained_model() -> str:
    """Return the id of the model that would learn."""
    model = chosen_model()
    if not is_run_model(model):
        return model
    folder = run_folder(model.removeprefix("run:"))
    return (base_of(folder / "model") if folder else None) or model
