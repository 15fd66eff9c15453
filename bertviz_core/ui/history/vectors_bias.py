"""What static vectors have learned of men and women, beside what the corpus says."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.history.vectors import gender_leans, word_sum
from bertviz_core.charts.history.vectors_bias import lean_points
from bertviz_core.results import GenderLean, StaticVectors
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import csv_number, csv_text, json_text, save_as, save_menu
from bertviz_core.ui.history.vectors_about import draw_about, measured
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent, signed

_MAN_WOMAN = {"es": ("hombre", "mujer"), "en": ("man", "woman"), "pt": ("homem", "mulher")}
_DOCTOR = {"es": "médico", "en": "doctor", "pt": "médico"}


def draw_leans(vectors: StaticVectors) -> None:
    """Draw occupations between men and women, in the corpus and in the vectors."""
    link_popover({})
    man, woman = _MAN_WOMAN[vectors.language]
    leans = gender_leans(vectors, measured(vectors.language)["beside"], man=man, woman=woman)
    doctor = _DOCTOR[vectors.language]
    answer = word_sum(vectors, man, doctor, woman)
    st.subheader(
        _(
            "{b} − {a} + {c} → **{answer}**: the vectors repeat who the texts speak of",
            a=literal(man),
            b=literal(doctor),
            c=literal(woman),
            answer=literal(answer.near.words[0]),
        ),
        anchor=False,
    )
    st.plotly_chart(
        lean_points(
            leans,
            chart_style(),
            share=_("Share of women nearby, in the corpus"),
            difference=_("Cosine with “{woman}” minus “{man}”", woman=woman, man=man),
        ),
        key="static_leans",
        config=picture_options("word_leans"),
        alt=_("Points: occupations, by the share of women beside them and by the lean of their vectors"),
    )
    st.markdown(
        _(
            "**How to read this.** Across: of the words for men and women that stand within ten words of an "
            "occupation in the corpus, the share for women. Upwards: how much nearer the occupation's vector "
            "lies to “{woman}” than to “{man}”. The vectors learn from the texts, many of them a hundred "
            "years old, and a program that uses them hands their view on (Bolukbasi et al., 2016; Caliskan "
            "et al., 2017). In languages with grammatical gender the form of the word says much of it.",
            woman=woman,
            man=man,
        )
    )
    with st.expander(_("All numbers"), icon=":material/table:"):
        _table(leans)
    draw_about(vectors)
    if save_menu():
        save_as(_("Occupations as CSV"), "word_leans.csv", lambda: _csv(leans))
        document: dict[str, object] = {
            "vectors": vectors.language,
            "man": man,
            "woman": woman,
            "words": [_row(one) for one in leans],
        }
        save_as(_("Occupations as JSON"), "word_leans.json", json_text(document))


def _table(leans: tuple[GenderLean, ...]) -> None:
    st.dataframe(
        number_table(
            {
                _("Word"): [lean.word for lean in leans],
                _("Words for men nearby"): [number(lean.beside_men) for lean in leans],
                _("Words for women nearby"): [number(lean.beside_women) for lean in leans],
                _("Share of women"): [percent(lean.share, 0) for lean in leans],
                _("Difference of cosines"): [signed(lean.difference, places=3) for lean in leans],
            },
            {},
        ),
        hide_index=True,
    )


def _csv(leans: tuple[GenderLean, ...]) -> str:
    rows = [(one.word, one.beside_men, one.beside_women, csv_number(one.difference)) for one in leans]
    return csv_text(("word", "beside_men", "beside_women", "difference"), rows)


def _row(lean: GenderLean) -> dict[str, object]:
    return {
        "word": lean.word,
        "beside_men": lean.beside_men,
        "beside_women": lean.beside_women,
        "difference": round(lean.difference, 6),
    }
