"""What the experiment learns from: counts, and the sentences with their tags."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import TaggingData
from bertviz_core.samples.tagging import TaggedSentence
from bertviz_core.training.tagging import FOLDS
from bertviz_core.training.tagging_features import describe_tags
from bertviz_core.training.tagging_scores import Entity, entities_of
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.tagging_input import TaggedSet, data_summary

SHOWN_SENTENCES = 500
EXAMPLES = 3
NAMED_CLASSES = 8


def show_counts(data: TaggedSet) -> None:
    """List classes with their counts, and some sentences with their entities marked."""
    counted = describe_tags([sentence.tags for sentence in data.sentences])
    st.markdown(f"{data_summary(data)} · {_('{folds} folds', folds=FOLDS)}")
    rows = counted.entities or counted.tags
    heading = _("Entities") if counted.has_entities else _("Words")
    st.dataframe(
        {_("Class"): [name for name, _count in rows], heading: [count for _name, count in rows]},
        hide_index=True,
        height="content" if len(rows) < 6 else 210,
    )
    for sentence in data.sentences[:EXAMPLES]:
        st.caption(_marked(sentence, entities=counted.has_entities))


def show_sentences(data: TaggedSet) -> None:
    """Offer the sentences for reading."""
    panel = st.expander(
        _("The tagged sentences"), icon=":material/list:", key="tagging_sentences", on_change="rerun"
    )
    if not panel.open:
        return
    shown = data.sentences[:SHOWN_SENTENCES]
    with panel:
        st.dataframe(
            {
                _("Sentence"): [" ".join(sentence.tokens) for sentence in shown],
                _("Tags"): [" ".join(sentence.tags) for sentence in shown],
            },
            hide_index=True,
        )
        if len(shown) < len(data.sentences):
            st.caption(_("The first {count} sentences.", count=number(SHOWN_SENTENCES)))


def data_notes(data: TaggingData) -> list[str]:
    """Say how often the most frequent classes are, and which sentences and words were left out, if any."""
    classes = (data.entities or data.tags)[:NAMED_CLASSES]
    told = [
        ", ".join(f"{literal(name)} {number(count)}" for name, count in classes),
        _("{folds} folds", folds=FOLDS),
    ]
    if data.unread_sentences:
        told.append(
            _("left out, not readable for the model: {count} sentences", count=number(data.unread_sentences))
        )
    if data.unread_words:
        told.append(_("left out, beyond the model's length: {count} words", count=number(data.unread_words)))
    if data.unused_sentences:
        told.append(
            _(
                "drawn by chance: {used} sentences with {words} words; left out: {count}",
                used=number(data.sentences),
                words=number(data.words),
                count=number(data.unused_sentences),
            )
        )
    return told


def _marked(sentence: TaggedSentence, *, entities: bool) -> str:
    """Write a sentence with its entities in bold, their classes behind them; or every word with its tag."""
    tokens, parts, end = sentence.tokens, [], 0
    found = sorted(entities_of([sentence.tags])) if entities else _words(sentence)
    for _number, start, stop, name in found:
        parts += [literal(token) for token in tokens[end:start]]
        parts.append(f"**{literal(' '.join(tokens[start:stop]))}** :gray[({literal(name)})]")
        end = stop
    return " ".join([*parts, *(literal(token) for token in tokens[end:])])


def _words(sentence: TaggedSentence) -> list[Entity]:
    return [(0, place, place + 1, tag) for place, tag in enumerate(sentence.tags)]
