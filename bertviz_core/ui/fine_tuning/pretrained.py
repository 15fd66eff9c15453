"""The pretrained model that learns: the one of the sidebar, or what a fine-tuned one was made from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.models.run_models import PREFIX, is_run_model
from bertviz_core.settings import get_settings
from bertviz_core.ui.models import chosen_model, engine_of

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def pretrained_engine() -> BertEngine:
    """Return the engine of the model that would learn."""
    return engine_of(pretrained_model())


def pretrained_model() -> str:
    """Return the id of the model that would learn.

    It is what the run says, not the files of its model, which may have been brought by anybody; where a model
    was brought that was made from one unknown here, the usual one.
    """
    model = chosen_model()
    if not is_run_model(model):
        return model
    with suppress(RunNotFoundError):
        if base := run_store().run(model.removeprefix(PREFIX)).model:
            return base
    return get_settings().default_model
