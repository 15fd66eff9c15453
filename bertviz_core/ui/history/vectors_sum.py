"""*b* − *a* + *c* drawn as a parallelogram, with the words nearest to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.vectors import word_sum
from bertviz_core.charts.history.vectors import near_bars, word_sum_map
from bertviz_core.results import NearWords, StaticVectors, WordSum
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import json_text, save_as, save_menu
from bertviz_core.ui.history.vectors_about import draw_about
from bertviz_core.ui.history.vectors_files import near_csv, near_document
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inputs import example_menu, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

FIELDS = {"from": "static_from", "minus": "static_minus", "plus": "static_plus"}
"""Session keys by their parameter in the address of a link."""

_MENU = "static_sums"
_STYLE = "<style>.st-key-static_pictures .stColumn {min-width: min(100%, 280px)}</style>"


@dataclass(frozen=True, slots=True)
class _Sum:
    b: str
    a: str
    c: str

    def __str__(self) -> str:
        return f"{self.b} − {self.a} + {self.c}"


SUMS = {
    "es": (
        "rey hombre mujer",
        "hija mujer hombre",
        "parís francia italia",
        "casas casa calle",
        "médico hombre mujer",
    ),
    "en": ("king man woman", "aunt woman man", "paris france italy", "went go come", "doctor man woman"),
    "pt": (
        "rei homem mulher",
        "filha mulher homem",
        "paris frança itália",
        "casas casa rua",
        "médico homem mulher",
    ),
}


def draw_sum(vectors: StaticVectors, places: Sequence[DeltaGenerator]) -> None:
    """Ask for three words and show what is near their sum."""
    b, a, c = _ask(vectors.language, places)
    answer = word_sum(vectors, a, b, c)
    st.subheader(_said(answer), anchor=False)
    st.html(_STYLE)
    with st.container(key="static_pictures"):
        map_place, bars_place = st.columns([7, 5], gap="small")
    style = chart_style()
    with map_place:
        st.plotly_chart(
            word_sum_map(answer, style, total=f"{answer.b} − {answer.a} + {answer.c}"),
            key="static_sum_map",
            config=picture_options("word_sum"),
            alt=_("A map: the three words, the sum of their vectors, and the words nearest to it"),
        )
    with bars_place:
        draw_bars(answer.near)
    st.markdown(
        _(
            "**How to read this.** The arrow from “{a}” to “{b}” is drawn again from “{c}” and ends at the "
            "cross, the sum of the vectors; diamonds are the words nearest to it. Where the difference of "
            "two vectors means the same for many words, the four make a parallelogram (Mikolov, Yih & "
            "Zweig, 2013). The map shows {share} of the spread of these points; the bars are cosines in all "
            "{dimensions} dimensions.",
            a=literal(answer.a),
            b=literal(answer.b),
            c=literal(answer.c),
            share=percent(sum(answer.variance), 0),
            dimensions=vectors.dimensions,
        )
    )
    st.caption(_left_out(answer))
    with st.expander(_("All numbers"), icon=":material/table:"):
        near_table(answer.near)
    draw_about(vectors)
    _offer_files(answer)


def draw_bars(near: NearWords) -> None:
    """Draw the nearest words as bars."""
    st.plotly_chart(
        near_bars(near, chart_style(), cosine=_("Cosine")),
        key="static_bars",
        config=picture_options("near_words"),
        alt=_("Bars: the nearest words and their cosines"),
    )


def near_table(near: NearWords) -> None:
    """Show the nearest words with their cosines and how often each was read."""
    columns = {_("Word"): list(near.words), _("Cosine"): near.cosines, _("Times in the corpus"): near.counts}
    places = {_("Cosine"): 4, _("Times in the corpus"): 0}
    st.dataframe(number_table(columns, places), hide_index=True)


def _ask(code: str, places: Sequence[DeltaGenerator]) -> tuple[str, str, str]:
    """Ask for *b*, *a* and *c*: what a link brought, or an example in the language of the vectors."""
    state = st.session_state
    if state.get("static_sum_language") not in (None, code):
        for key in FIELDS.values():
            state.pop(key, None)
    state["static_sum_language"] = code
    first = SUMS[code][0].split()
    labels = (_("Word"), "−", "+")
    typed = []
    for (parameter, key), example, label, place in zip(
        FIELDS.items(), first, labels, places[:3], strict=True
    ):
        prefill(key, parameter, example)
        typed.append(place.text_input(label, key=key, max_chars=40, persist_state="session") or "")
    with places[3]:
        _offer_sums(code)
    link_popover(dict(zip(FIELDS, typed, strict=True)))
    return typed[0], typed[1], typed[2]


def _offer_sums(code: str) -> None:
    def use(words: list[str]) -> None:
        st.session_state.update(dict(zip(FIELDS.values(), words, strict=True)))
        st.session_state[_MENU] = False

    inside = example_menu(_("Examples"), _MENU)
    if inside is None:
        return
    with inside:
        for line in SUMS[code]:
            words = line.split()
            shown = literal(str(_Sum(*words)))
            st.button(shown, key=f"static_sum_{line}", type="tertiary", on_click=use, args=(words,))


def _said(answer: WordSum) -> str:
    return _(
        "{b} − {a} + {c} → **{answer}** (cosine {cosine})",
        a=literal(answer.a),
        b=literal(answer.b),
        c=literal(answer.c),
        answer=literal(answer.near.words[0]),
        cosine=number(float(answer.near.cosines[0]), places=2),
    )


def _left_out(answer: WordSum) -> str:
    """Say that the words of the question are no answers, and what the nearest would be else."""
    first = answer.whole.words[0]
    if first not in (answer.a, answer.b, answer.c):
        return _(
            "The three words themselves are left out of the answers, as is usual. Here that changes nothing: "
            "even among all words the nearest is “{word}”.",
            word=literal(first),
        )
    return _(
        "The three words themselves are left out of the answers, as is usual; among all words the nearest to "
        "the sum is “{word}” (cosine {cosine}). The parallelogram is less exact than it is told "
        "(Linzen, 2016; Nissim et al., 2020).",
        word=literal(first),
        cosine=number(float(answer.whole.cosines[0]), places=2),
    )


def _offer_files(answer: WordSum) -> None:
    if save_menu():
        save_as(_("Nearest words as CSV"), "word_sum.csv", lambda: near_csv(answer.near))
        document = {
            "vectors": answer.near.language,
            "sum": {"minus": answer.a, "from": answer.b, "plus": answer.c},
            "near": near_document(answer.near),
            "near_with_question_words": near_document(answer.whole),
            "points": answer.points.round(4).tolist(),
        }
        save_as(_("Nearest words as JSON"), "word_sum.json", json_text(document))
