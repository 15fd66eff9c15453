"""The views of the page for those who teach, and for those who are shown around; none asks a model."""

from bertviz_core.ui.i18n import _
from bertviz_core.ui.teach import classroom, own, tours
from bertviz_core.ui.views import View

VIEWS = {
    "tours": View(lambda: _("Guided tours"), tours.draw),
    "classroom": View(lambda: _("A class"), classroom.draw),
    "own": View(lambda: _("My tour"), own.draw),
}
