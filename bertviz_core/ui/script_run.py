"""What holds while the script runs for a visitor: it is known that somebody waits, and until when."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType

from bertviz_core.analysis.passes.asker import asking
from bertviz_core.analysis.passes.observed import counted_as
from bertviz_core.server.housekeeping import housekeeping
from bertviz_core.server.turns import turns
from bertviz_core.server.watched import metrics


@contextmanager
def answering_visitor() -> Iterator[None]:
    """Stand around a run of the script, which begins in its turn.

    What the run asks the engine is dropped, not yet begun, once the visitor has asked for another run or is
    gone; Streamlit would break this one off at the next element anyway.
    """
    context = get_script_run_ctx()
    requests = context.script_requests if context else None
    with housekeeping.run(), turns.turn():
        with asking(lambda: requests is None or not _breaks_off(requests), turns.aside):
            yield


@contextmanager
def drawing_page(page: str) -> Iterator[None]:
    """Stand around the drawing of one page: it is counted, and what it asks the engine in its name."""
    start = time.perf_counter()
    try:
        with counted_as(page or "home"):
            yield
    finally:
        metrics.page_drawn(page or "home", time.perf_counter() - start)


def _breaks_off(requests: ScriptRequests) -> bool:
    """Tell whether the run under way ends at its next element; a rerun of fragments lets it go on.

    As `ScriptRequests.on_scriptrunner_yield` decides it, which would take the request away.
    """
    state, rerun = requests._state, requests._rerun_data
    if state is ScriptRequestType.RERUN:
        return not rerun.fragment_id_queue or rerun.is_fragment_scoped_rerun
    return state is ScriptRequestType.STOP
