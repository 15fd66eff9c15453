"""The model that a question names, out of those that this installation offers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bertviz_core.errors import BusyError, ModelNotFoundError
from bertviz_core.models.catalogue import list_models
from bertviz_core.models.run_models import is_run_model
from bertviz_core.server.loaded_models import loaded_models
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


def require_listed(model: str) -> None:
    """Refuse what is neither on the list nor fine-tuned here: nobody opens a folder from afar.

    Raises:
        ModelNotFoundError: It is neither.
    """
    listed = [offered.id for offered in list_models()]
    if model not in listed and not is_run_model(model):
        raise ModelNotFoundError(
            "“{model}” is not among the models of this installation: {allowed}.",
            model=model,
            allowed=", ".join(listed),
        )


async def loaded_engine(model: str) -> BertEngine:
    """Return a model, loaded once for pages and questions alike.

    Raises:
        ModelNotFoundError: It is not offered here.
        BusyError: It is still on its way.
    """
    require_listed(model)
    # What is loaded for one is loaded for all: nobody's leaving ends it.
    load = asyncio.shield(asyncio.wrap_future(loaded_models.begin(model)))
    try:
        return await asyncio.wait_for(load, get_settings().max_wait_s)
    except TimeoutError as error:
        raise BusyError("“{model}” is being loaded. Ask again in a moment.", model=model) from error
