"""The steps of the pretraining page; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.pretraining import batch, idea, loss, step
from bertviz_core.ui.views import View

VIEWS = {
    "batch": View(lambda: _("1 Prepare a batch"), batch.draw),
    "loss": View(lambda: _("2 The loss"), loss.draw),
    "step": View(lambda: _("3 Take a step"), step.draw, ("steps", "learning_rate", "blank", "taken")),
    "idea": View(lambda: _("Why pretrain?"), idea.draw),
}
