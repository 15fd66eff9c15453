"""Steps that were taken, kept for the next visitor who asks for the same ones."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING

from bertviz_core.analysis.pretraining.step import OnStep
from bertviz_core.errors import BusyError
from bertviz_core.results import MaskedBatch, PretrainingSteps
from bertviz_core.server.process_wide import process_wide
from bertviz_core.settings import get_settings
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MOST_KEPT = 100
"""An entry is some tens of kilobytes."""

_asking = threading.Lock()


def steps_key(engine: BertEngine, batch: MaskedBatch, steps: int, learning_rate: float) -> Hashable:
    """Name a run: the model, what is learned, and how."""
    encoding = batch.encoding
    learned = (encoding.text, encoding.pair, batch.is_next, batch.ids.tobytes(), batch.labels.tobytes())
    return model_key(engine), learned, steps, learning_rate


def steps_taken(
    engine: BertEngine, batch: MaskedBatch, *, steps: int, learning_rate: float, on_step: OnStep
) -> PretrainingSteps:
    """Take steps, or return those that were taken; who asks for the same at the same time waits for them.

    `st.cache_resource` would keep the progress that a run shows along with its answer.

    Raises:
        BusyError: Runs of others took too long.
    """
    key, kept = steps_key(engine, batch, steps, learning_rate), _kept()
    found = kept.get(key)
    if found is not None:
        return found
    if not _asking.acquire(timeout=get_settings().max_wait_s):
        raise BusyError("Somebody else is taking steps just now. Try again in a moment.")
    try:
        found = kept.get(key)
        if found is None:
            found = engine.take_steps(batch, steps=steps, learning_rate=learning_rate, on_step=on_step)
            kept[key] = found
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
        return found
    finally:
        _asking.release()


@process_wide
def _kept() -> OrderedDict[Hashable, PretrainingSteps]:
    return OrderedDict()
