"""What the model puts in a blank: the text on top, one of several views of its answer below."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.examples import MASKED_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.masked_words.views import VIEWS
from bertviz_core.ui.masked_words.word_chips import HIDDEN_PARAMETER, hidden_parameter
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.open_in import offer_pages, offer_sentence
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.views import view_room

prefill("masked_text", "text", MASKED_EXAMPLES[language()][0])
view = page_head(_("Masked words: what the model expects in a blank"), "masked_words", VIEWS)
sentence_place, tools = field_row([16, 3])
text = sentence_place.text_input(
    _("Sentence with [MASK] or ___ where a word is missing"), key="masked_text", persist_state="session"
)
with tools:
    example_picker("masked_text", MASKED_EXAMPLES, label=_("Examples"), themed=lambda blank: blank.sentence)
link_popover({"text": text or "", HIDDEN_PARAMETER: hidden_parameter()} | view.texts())
offer_sentence("masked_text")

try:
    with view_room("masked_words", view):
        view.draw(current_engine(), text or "")
    offer_pages("masked_text", text or "")
except BertScopeError as error:
    show_error(error)
