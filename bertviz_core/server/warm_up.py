"""What visitors will need, loaded when the server starts and not when somebody comes."""

from __future__ import annotations

import importlib
import logging
import threading
import time
from collections.abc import Sequence
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


class WarmUp:
    """Loads the default model, catalogues and modules in a thread, while the server answers already.

    A visitor who comes meanwhile waits for the same loading: of the model in `loaded_models`, of a module at
    Python's lock for it.

    Args:
        pages: Modules that draw pages, those of the first page first.
        libraries: Modules that a page imports when it needs them.
    """

    def __init__(self, pages: Sequence[str] = (), libraries: Sequence[str] = ()) -> None:
        self._pages, self._libraries = pages, libraries
        self._ready = threading.Event()

    @property
    def ready(self) -> bool:
        """Tell whether everything is there, the default model too."""
        return self._ready.is_set()

    def begin(self) -> threading.Thread:
        """Load everything beside whatever goes on, and return the thread that does."""
        thread = threading.Thread(target=self._load, name="warm-up", daemon=True)
        thread.start()
        return thread

    def _load(self) -> None:
        start = time.perf_counter()
        model = get_settings().default_model
        load = loaded_models.begin(model)  # in a thread of its own, and what takes longest
        for language in LANGUAGES:
            catalogue(language)
        for module in self._pages:
            importlib.import_module(module)
        try:
            _ask_once(load.result())
        except BertScopeError as error:
            _log.error("The default model “%s” cannot be loaded: %s", model, error)
            return
        for module in self._libraries:
            importlib.import_module(module)
        self._ready.set()
        _log.info("Ready after %.1f s, model “%s” loaded", time.perf_counter() - start, model)


def _ask_once(engine: BertEngine) -> None:
    engine.attention_layers(FIRST_TEXT, take=lambda layer, weights: None)
    if engine.info.has_mlm_head:
        engine.fill_mask(engine.info.mask_token, top_k=1)
