"""Both classifiers of messages, learned once for all visitors, with a bar while the model reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.results import BalanceTest
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.work_bar import work_bar

if TYPE_CHECKING:
    from bertviz_core import BertEngine

KEPT_BYTES = 2_000_000
"""Both classifiers of some dozens of models."""


def learned_balances(engine: BertEngine) -> BalanceTest:
    """Return what both classifiers say; show how far it is where they have to learn first."""

    def work(report: Report) -> BalanceTest:
        from bertviz_core.training.class_balance import learn_balances

        return learn_balances(engine, progress=report)

    text = _("The model reads the messages…")
    with work_bar(key="data_balances") as show:
        return _work().answer(model_key(engine), work, lambda done, total: show(done, total, text))


@process_wide
def _work() -> WatchedWork[BalanceTest]:
    return WatchedWork(workers=1, max_bytes=KEPT_BYTES)
