"""The text of the pretraining page, and the batch that its views share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.analysis.pretraining.batch_pair import draw_sentence_pair
from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.results import MaskedBatch, SentencePair
from bertviz_core.ui.address import address
from bertviz_core.ui.examples import PRETRAINING_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.open_in import offer_sentence
from bertviz_core.ui.pretraining.batch_choices import (
    NO_PAIR,
    USUAL_RATE,
    choose_pair,
    choose_rate,
    choose_seed,
    choose_span,
    choose_strategy,
)
from bertviz_core.ui.pretraining.elsewhere import sentences_elsewhere
from bertviz_core.ui.rows import field_row, option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import PRETRAINING

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def ask_text() -> str:
    """Ask for the text that all views are about."""
    prefill(PRETRAINING, "text", PRETRAINING_EXAMPLES[language()][0])
    text_place, tools = field_row([16, 3])
    text = text_place.text_area(
        _("Text of two to six sentences"),
        height=68,
        key=PRETRAINING,
        persist_state="session",
        label_visibility="collapsed",
    )
    with tools:
        example_picker(PRETRAINING, PRETRAINING_EXAMPLES, label=_("Examples"))
    link_popover({"text": text or ""})
    offer_sentence(PRETRAINING)
    return text or ""


def ask_batch(engine: BertEngine, text: str) -> MaskedBatch:
    """Ask in a row of options how tokens are drawn, and return the batch.

    Raises:
        InputError: The text is blank or has nothing that can be hidden.
    """
    sentences = split_sentences(text, language=language())
    strategy_place, share_place, buttons = option_row([8, 5, 11])
    with strategy_place:
        strategy = choose_strategy()
    with buttons.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        pair_seed = choose_pair(possible=engine.info.has_nsp_head and len(sentences) > 1)
        seed = choose_seed()
    source: str | SentencePair = text
    if pair_seed != NO_PAIR:
        elsewhere = sentences_elsewhere(text, language=language())
        source = draw_sentence_pair(sentences, elsewhere, seed=pair_seed)
    span, rate = None, USUAL_RATE
    with share_place:
        if strategy == "span":
            span = choose_span(engine.encode(source if isinstance(source, str) else source.first))
        else:
            address.pop("span", None)
            rate = choose_rate()
    batch = engine.prepare_batch(source, rate=rate / 100, strategy=strategy, span=span, seed=seed)
    encoding_notices(batch.encoding)
    return batch


def pair_line(engine: BertEngine, batch: MaskedBatch) -> str:
    """Say what the label of the pair is, or why there is no pair."""
    if batch.is_next:
        return _("Label of the pair: **is next**. B came right after A in the text.")
    if batch.is_next is not None:
        return _("Label of the pair: **not next**. B is a sentence from another text.")
    if not engine.info.has_nsp_head:
        return _(
            "No pair: “{model}” has no trained next-sentence head, so that the text goes in whole.",
            model=literal(engine.info.name),
        )
    return _("No pair: the text goes in whole. A pair needs two sentences.")
