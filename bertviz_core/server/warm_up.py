"""What visitors will need, loaded when the server starts and not when somebody comes."""

from __future__ import annotations

import importlib
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bertviz_core.errors import BertScopeError
from bertviz_core.locales import LANGUAGES, catalogue
from bertviz_core.server.loaded_models import loaded_models
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_log = logging.getLogger(__name__)

FIRST_TEXT = "a"
"""Asked once, because whatever a first pass prepares would make the first visitor wait."""


def load_default_model(modules: Iterable[str] = ()) -> bool:
    """Load the default model, all catalogues and the modules that pages are made of.

    A visitor who comes meanwhile waits for the same loading: of the model in `loaded_models`, of a module at
    Python's lock for it.

    Args:
        modules: By their names, in the order in which they are imported.

    Returns:
        Whether the model is there; why it is not stands in the log.
    """
    start = time.perf_counter()
    model = get_settings().default_model
    load = loaded_models.begin(model)  # in a thread of its own, and what takes longest
    for language in LANGUAGES:
        catalogue(language)
    for module in modules:
        importlib.import_module(module)
    try:
        _ask_once(load.result())
    except BertScopeError as error:
        _log.error("The default model “%s” cannot be loaded: %s", model, error)
        return False
    _log.info("The model “%s” is loaded after %.1f s", model, time.perf_counter() - start)
    return True


def _ask_once(engine: BertEngine) -> None:
    engine.attention_layers(FIRST_TEXT, take=lambda layer, weights: None)
    if engine.info.has_mlm_head and engine.info.mask_token:
        engine.fill_mask(engine.info.mask_token, top_k=1)
