"""The question that the word views share: a word, and the sentences in which it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.label_forms import clean_label
from bertviz_core.results import WordLayers
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.words.word_input import WordInput, ask_input
from bertviz_core.ui.work_bar import tell_stopped, work_bar

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MANY = 500
"""More sentences wait for each other, so that fewer are not kept waiting by them."""

KEPT_BYTES = {True: 52_000_000, False: 16_000_000}
"""Of many sentences: one set of thousands of occurrences; of few: hundreds of sets."""

SHOWN_FORMS = 6
_STOPPED = "words_stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedWord:
    """A word, its sentences with their senses, and the vectors of its n occurrences."""

    word: str
    sentences: tuple[str, ...]
    senses: tuple[str, ...]
    """Of each sentence; empty where none is given."""
    layers: WordLayers
    key: Hashable
    """Names the question and the model."""
    match_case: bool = False
    inflected: str | None = None
    """How the word is looked for."""

    @property
    def occurrence_senses(self) -> tuple[str, ...]:
        """Return the sense of each occurrence."""
        return tuple(self.senses[sentence] for sentence in self.layers.sentence_index)

    @property
    def different(self) -> AskedWord:
        """Return each occurrence once: copies of a sentence say nothing more, and are alike to each other."""
        firsts = self._firsts
        if len(firsts) == len(self.layers):
            return self
        return replace(self, layers=self.layers.only(firsts), key=(self.key, "different"))

    @property
    def _firsts(self) -> NDArray[np.int64]:
        return np.unique(self.layers.first_equal(self.occurrence_senses))

    @property
    def comparable(self) -> bool:
        """Tell whether a sense has two occurrences that are no copies, which could be neighbours."""
        senses = self.occurrence_senses
        counts = Counter(senses[first] for first in self._firsts if senses[first])
        return len(counts) > 1 and max(counts.values()) > 1

    @property
    def labelled(self) -> bool:
        """Tell whether occurrences of at least two senses are told apart."""
        return len(set(self.occurrence_senses) - {""}) > 1


def ask_word(engine: BertEngine) -> AskedWord | None:
    """Ask for the word and its sentences; without any say so and return None.

    Raises:
        InputError: The word stands in no sentence, or too often.
    """
    asked = ask_input()
    if asked is None:
        return None
    texts = (asked.word, *asked.sentences)
    key = (model_key(engine), _digest(texts), asked.match_case, asked.inflected)
    layers = _layers(engine, asked, key)
    if layers is None:
        return None
    _say_what_was_found(layers, asked)
    return AskedWord(
        word=asked.word,
        sentences=layers.sentences,
        senses=tuple(map(clean_label, asked.senses)),
        layers=layers,
        key=(*key, _digest(asked.senses)),
        match_case=asked.match_case,
        inflected=asked.inflected,
    )


def _layers(engine: BertEngine, asked: WordInput, key: Hashable) -> WordLayers | None:
    """Run the sentences, showing how far they are, with a button that ends it; None where it was clicked."""
    state = st.session_state
    if state.get(_STOPPED) == key:
        tell_stopped(
            _("Stopped. Nothing you typed is lost."),
            key="words_begin_again",
            on_again=lambda: state.pop(_STOPPED),
        )
        return None

    def work(report: Report) -> WordLayers:
        return engine.word_layers(
            asked.sentences,
            asked.word,
            match_case=asked.match_case,
            inflected=asked.inflected,
            progress=report,
        )

    with work_bar(key="words_stop", on_stop=lambda: state.update({_STOPPED: key})) as show:
        return _work(len(asked.sentences) > MANY).answer(
            key, work, lambda done, total: show(done, total, _how_far(asked, done, total))
        )


def _how_far(asked: WordInput, done: int, total: int) -> str:
    if not total:
        return _("Looking for the word in {count} sentences…", count=number(len(asked.sentences)))
    return _("{done} of {total} sentences", done=number(done), total=number(total))


def _digest(texts: tuple[str, ...]) -> bytes:
    """Stand for texts in keys, which are kept long after their answers."""
    return blake2b("\n".join(texts).encode(errors="replace"), digest_size=16).digest()


@process_wide
def _work(many: bool) -> WatchedWork[WordLayers]:
    return WatchedWork(workers=1 if many else 2, max_bytes=KEPT_BYTES[many])


def _say_what_was_found(layers: WordLayers, asked: WordInput) -> None:
    """Say in one line how often which form stands there, and what was left out."""
    forms = Counter(layers.form(occurrence) for occurrence in range(len(layers)))
    told = [f"{literal(form)} {number(count)}" for form, count in forms.most_common(SHOWN_FORMS)]
    parts = [
        _("{count} occurrences: {forms}", count=number(len(layers)), forms=", ".join(told))
        + (" …" if len(forms) > SHOWN_FORMS else "")
    ]
    if layers.without:
        parts.append(
            _("left out, without the word: {count}", count=number(len(layers.without)))
            if asked.inflected
            else _(
                "left out, without exactly this word: {count} (“Edit sentences” can include other forms)",
                count=number(len(layers.without)),
            )
        )
    if layers.cut:
        parts.append(_("left out, too long for the model: {count}", count=number(len(layers.cut))))
    st.caption(" · ".join(parts))
    if layers.unknown:
        st.warning(
            _(
                "Not in the model's vocabulary: {count} of these. The model reads there only that something "
                "unknown stands; their vectors say nothing of the word.",
                count=number(len(layers.unknown)),
            ),
            icon=":material/help:",
        )
