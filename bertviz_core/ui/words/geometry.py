"""How alike the vectors of a word are over its contexts, beside those of any two words."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import beginning
from bertviz_core.charts.words.geometry import GeometryWords, geometry_lines
from bertviz_core.results import Likeness, RandomWords, WordGeometry
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.copies import rests_on
from bertviz_core.ui.words.geometry_files import geometry_csv, geometry_json
from bertviz_core.ui.words.geometry_random_words import random_words_of
from bertviz_core.ui.words.question import AskedWord, ask_word

if TYPE_CHECKING:
    from bertviz_core import BertEngine

COSINES_PARAMETER = "cosines"
RAW, ADJUSTED, CENTRED = "raw", "adjusted", "centred"
SHOWN_LETTERS = 24
ROOM = Room(other=310, growth=1.6)


def draw(engine: BertEngine) -> None:
    """Draw the mean cosines of the word's occurrences and of random words over the layers."""
    asked = ask_word(engine)
    if asked is None:
        return
    title_place, choice_place = st.columns([8, 7], vertical_alignment="center")
    with choice_place:
        cosines = _choose_cosines()
    asked = asked.different if len(asked.different.layers) > 1 else asked
    random = random_words_of(engine)
    geometry = _geometry(engine, asked.key, asked, _random=random, centred=cosines == CENTRED)
    title_place.subheader(_title(geometry, adjusted=cosines == ADJUSTED), anchor=False)
    figure = geometry_lines(geometry.lines(adjusted=cosines == ADJUSTED), chart_style(), _words(cosines))
    draw_growing(
        figure,
        "geometry_chart",
        room=ROOM,
        picture="geometry",
        alt=_("Lines: how alike two occurrences of the word, and two random words, are after each layer"),
    )
    _explain(geometry, cosines)
    _table(geometry)
    if save_menu():
        save_as(_("Layers as CSV"), "geometry.csv", geometry_csv(geometry))
        save_as(_("Layers as JSON"), "geometry.json", geometry_json(geometry))


@st.cache_resource(max_entries=60, show_spinner=False)
def _geometry(
    _engine: BertEngine, key: Hashable, _asked: AskedWord, *, _random: RandomWords, centred: bool
) -> WordGeometry:
    senses = _asked.occurrence_senses
    return _engine.word_geometry(_asked.layers, senses=senses, centred=centred, random=_random)


def _choose_cosines() -> str:
    names = {RAW: _("As they are"), ADJUSTED: _("Minus random words"), CENTRED: _("Centred vectors")}
    named = address.get(COSINES_PARAMETER)
    chosen = st.segmented_control(
        _("Cosines"),
        list(names),
        default=named if named in names else RAW,
        format_func=names.__getitem__,
        required=True,
        key="geometry_cosines",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(COSINES_PARAMETER, chosen or RAW, usual=RAW)
    return chosen or RAW


def _title(geometry: WordGeometry, *, adjusted: bool) -> str:
    """Say how alike two occurrences and two random words are in the end."""
    lines = geometry.lines(adjusted=adjusted)
    word, last = literal(beginning(geometry.word, SHOWN_LETTERS)), len(geometry.anisotropy) - 1
    own = number(lines["self_similarity"][-1], places=2)
    if adjusted:
        return _(
            "After layer {layer} two “{word}” are more alike than random words by {own}",
            layer=last,
            word=word,
            own=own,
        )
    return _(
        "After layer {layer}: cosine {own} between two “{word}”, {random} between two random words",
        layer=last,
        word=word,
        own=own,
        random=number(geometry.anisotropy[-1], places=2),
    )


def _words(cosines: str) -> GeometryWords:
    measure = _("Mean cosine") if cosines != ADJUSTED else _("Mean cosine, minus that of random words")
    return GeometryWords(layer=_("Layer"), input=_("Input"), measure=measure, lines=_names())


def _names() -> dict[Likeness, str]:
    return {
        "self_similarity": _("Two occurrences"),
        "same_sense": _("Two in the same sense"),
        "different_senses": _("Two in different senses"),
        "in_sentence": _("Random word and its sentence"),
        "anisotropy": _("Two random words"),
    }


def _explain(geometry: WordGeometry, cosines: str) -> None:
    st.markdown(
        _(
            "**How to read this.** A high line: the word's vectors hardly change with the context. A falling "
            "one: the layers write the context into it. Judge both against two random words: where those are "
            "alike too, all vectors lie in a narrow cone (anisotropy) and a high cosine says little."
        )
    )
    notes = [
        _(
            "Means over all pairs of {occurrences} occurrences, and of {random} words drawn from written "
            "stories in three languages: different words of different sentences (Ethayarajh 2019). “Random "
            "word and its sentence”: cosine of a word and the mean of its sentence's words.",
            occurrences=number(geometry.occurrences),
            random=number(geometry.random_words),
        )
    ]
    if cosines == ADJUSTED:
        notes.append(
            _("From every line that of two random words is taken away, layer by layer, as in the paper.")
        )
    if cosines == CENTRED:
        notes.append(
            _(
                "From every vector the mean of the random words after the same layer is taken away: their "
                "own line falls to about 0, and the cone is gone."
            )
        )
    if geometry.same_sense is None:
        notes.append(_("Give senses (sentence | sense) to see the same and different senses apart."))
    notes.append(rests_on(geometry.sentences))
    st.caption(" ".join(notes))


def _table(geometry: WordGeometry) -> None:
    names, lines = _names(), geometry.lines()
    with st.expander(_("The numbers"), icon=":material/list:"):
        layers = {_("Layer"): [_("Input"), *map(str, range(1, len(geometry.anisotropy)))]}
        values = {names[name]: cosines for name, cosines in lines.items()}
        st.dataframe(number_table({**layers, **values}, dict.fromkeys(values, 4)), hide_index=True)
