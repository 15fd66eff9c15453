"""What this process is watched by: its readiness, its counters, and whether anything is in flight."""

from __future__ import annotations

from collections.abc import Callable

from bertviz_core.analysis.passes.observed import observers
from bertviz_core.jobs.queue import queue_of_app
from bertviz_core.jobs.run_store import run_store
from bertviz_core.server.housekeeping import housekeeping
from bertviz_core.server.leaving import leave_in_turn
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.readiness import Readiness
from bertviz_core.settings import get_settings

# What brings torch is imported when it is asked for: the server answers before it is there.


def in_flight() -> bool:
    """Tell whether a pass is computed or waited for, or a page is drawn."""
    from bertviz_core.analysis.passes.forward import waiting_passes
    from bertviz_core.analysis.passes.gate import open_places

    return open_places().busy or waiting_passes() > 0 or housekeeping.script_runs > 0


def _require_queue() -> None:
    """Raise `BusyError` where the queue is in a Redis that cannot be reached."""
    if get_settings().redis_url is not None:
        queue_of_app().size()


def _require_engine() -> None:
    """Raise `BusyError` where passes are computed by an engine in another process and none answers."""
    if get_settings().engine_addresses:
        from bertviz_core.analysis.passes.engine_client import engine_client

        engine_client().require_one()


def _waiting_passes() -> float:
    from bertviz_core.analysis.passes.forward import waiting_passes

    return waiting_passes()


readiness = Readiness(_require_queue, _require_engine)
"""That of this process."""

metrics = Metrics(
    [
        ("bertscope_waiting_passes", "Questions that wait for a forward pass", _waiting_passes),
        ("bertscope_script_runs", "Pages being drawn", lambda: housekeeping.script_runs),
        ("bertscope_ready", "1 when visitors can be sent here", lambda: readiness.ready),
        ("bertscope_queue_messages", "Messages to the worker", lambda: queue_of_app().size()),
        ("bertscope_open_runs", "Fine-tunings that wait or learn", lambda: len(run_store().open_runs())),
    ]
)
"""Those of this process; passes are counted from the import on."""
observers.append(metrics.observe)


def watch_for_end(let_go: Callable[[], None]) -> Callable[[], None]:
    """Finish on SIGTERM what is in flight; return what gives the signal back to the server.

    Args:
        let_go: Ends answers that are never through.
    """
    settings = get_settings()
    return leave_in_turn(
        readiness,
        in_flight,
        notice_s=settings.leave_notice_s,
        wait_s=settings.leave_wait_s,
        let_go=let_go,
    )
