"""The models in memory: each loaded once however many ask, and never more than a few.

They are kept here and not in a cache of Streamlit's, which any visitor can have emptied.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from bertviz_core.models.run_models import is_run_model, run_stamp

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MODELS_IN_MEMORY = 2

_Key = tuple[str, str]
"""Id of a model, and what changes when the files behind it do."""


class LoadedModels:
    """Loads models beside whoever asks, keeps those used last, lets go of the others.

    Args:
        at_most: Models in memory, with the one that is on its way. Where several come at the same moment,
            the bound holds again when the last of them is there.
    """

    def __init__(self, at_most: int = MODELS_IN_MEMORY) -> None:
        self._at_most = at_most
        self._models: OrderedDict[_Key, Future[BertEngine]] = OrderedDict()  # the last one used at the end
        self._changing = threading.Lock()
        self._arrived: dict[str, tuple[int, int]] = {}
        self._callbacks: list[Callable[[], None]] = []
        # One thread a model: a slow download keeps nobody from another one.
        self._loaders = ThreadPoolExecutor(max_workers=32, thread_name_prefix="load")

    def begin(self, model: str) -> Future[BertEngine]:
        """Return the load of a model: done, under way, or begun now.

        Where there is no room, the model that was not used for longest goes before this one comes.
        """
        key = model, run_stamp(model) if is_run_model(model) else ""
        with self._changing:
            load = self._models.get(key)
            if load is not None:
                self._models.move_to_end(key)
                return load
            self._let_go(self._at_most - 1)
            load = self._models[key] = self._loaders.submit(self._load, model)
        load.add_done_callback(lambda ended: self._ended(key, ended))
        return load

    def arrived(self, model: str) -> tuple[int, int] | None:
        """Return the bytes that are here and the bytes expected of a model that is being downloaded."""
        return self._arrived.get(model)

    def on_change(self, callback: Callable[[], None]) -> None:
        """Have something done each time after a load has ended: a model came, and may have replaced another.

        It is called in the thread that loaded, when those who waited for the model have it already.
        """
        self._callbacks.append(callback)

    def clear(self) -> None:
        """Let go of every model; loads under way end for those who wait for them."""
        with self._changing:
            self._models.clear()

    def _load(self, model: str) -> BertEngine:
        from bertviz_core import load_engine  # brings torch: not before a model is needed

        def note(arrived: int, expected: int) -> None:
            self._arrived[model] = (arrived, expected)

        try:
            return load_engine(model, on_progress=note)
        finally:
            self._arrived.pop(model, None)

    def _ended(self, key: _Key, load: Future[BertEngine]) -> None:
        """Forget a load that failed, so that the next visitor tries again; keep one that went well."""
        with self._changing:
            if self._models.get(key) is load:
                if load.exception():
                    del self._models[key]
                else:
                    self._models.move_to_end(key)
                    self._let_go(self._at_most)
        for callback in self._callbacks:
            try:
                callback()
            except Exception:
                logging.getLogger(__name__).exception("A callback after a change of models failed")

    def _let_go(self, most: int) -> None:
        """Drop models until at most so many are in memory; those under way are not there yet."""
        loaded = [key for key, load in self._models.items() if load.done()]
        for key in loaded[: max(0, len(loaded) - most)]:
            del self._models[key]


loaded_models = LoadedModels()
"""Those of this process."""
