"""The random words of a model, drawn once for all visitors, with a bar while they are run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.results import RandomWords
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _
from bertviz_core.ui.watched_work import WatchedWork
from bertviz_core.ui.work_bar import work_bar

if TYPE_CHECKING:
    from bertviz_core import BertEngine

KEPT_BYTES = 30_000_000
"""The words of ten models of the bundled one's size, or of one large one."""


def random_words_of(engine: BertEngine) -> RandomWords:
    """Return words drawn from the written stories, the same for everybody."""
    text = _("Reading sentences with random words…")
    with work_bar(key="random_words") as show:
        return _work().answer(
            model_key(engine),
            lambda report: engine.random_words(progress=report),
            lambda done, total: show(done, total, text),
        )


@process_wide
def _work() -> WatchedWork[RandomWords]:
    return WatchedWork(workers=1, max_bytes=KEPT_BYTES)
