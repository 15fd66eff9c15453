"""Why a model is pretrained: the two steps of the lectures, with the numbers of the model that is open."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.pretraining.idea import StepPicture, step_svg
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import csv_text, json_text, save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MINI_TOKENS = 47
"""Millions of tokens of corpus, as the bundled model's card says."""


def draw(engine: BertEngine, text: str) -> None:
    """Draw both steps, and say how large model and data are."""
    st.subheader(
        _("Text without labels is without end; after it, a few labelled texts are enough"), anchor=False
    )
    first_place, second_place = st.columns(2, gap="medium")
    pictures = {"pretraining": _pretraining(), "task": _task()}
    svgs = {name: step_svg(picture, chart_style()) for name, picture in pictures.items()}
    with first_place:
        _show(
            svgs["pretraining"],
            _(
                "Plain texts without labels go into BERT, which has to find hidden words and to say whether "
                "a sentence is the next one."
            ),
        )
        st.markdown(
            _(
                "The text is its own teacher: a word is hidden, and the right answer is what stood there. So "
                "nobody has to write labels, and there can be billions of words."
            )
        )
    with second_place:
        _show(
            svgs["task"],
            _(
                "A few texts with labels go into the same BERT with a new classifier on top, which has to "
                "find the label."
            ),
        )
        st.markdown(
            _(
                "The same weights learn a task of people. Labels are dear, but a few thousand are enough, "
                "because the model knows the language already."
            )
        )
        st.page_link("fine_tuning.py", label=_("Take this step in the workshop"), icon=":material/school:")
    facts = _facts(engine)
    st.markdown("\n".join(f"- **{name}**: {value}" for name, value in facts.items()))
    st.markdown(
        _(
            "**How to read this.** Left and right stand the same layers: what was learned without labels is "
            "where the second step begins. The other views of this page go through the first step with your "
            "text."
        )
    )
    _offer_files(engine, svgs)


def _show(svg: str, said: str) -> None:
    """Draw a picture; Streamlit lets no SVG element into a page, so it comes as an image."""
    source = b64encode(svg.encode()).decode()
    st.html(f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(said)}" style="width: 100%">')


def _pretraining() -> StepPicture:
    return StepPicture(
        heading=_("1 Pretraining: plain text, no labels"),
        texts=(
            (_("The ___ barked all night."), ""),
            (_("She made a ___ of tea."), ""),
            (_("It rained. We went ___."), ""),
        ),
        model="BERT",
        answers=(_("Which word is it?"), _("Does B follow A?")),
    )


def _task() -> StepPicture:
    return StepPicture(
        heading=_("2 A task: few texts, with labels"),
        texts=(
            (_("What a lovely film!"), _("positive")),
            (_("Two hours wasted."), _("negative")),
            (_("I would see it again."), _("positive")),
        ),
        model="BERT",
        answers=(_("Which label is it?"),),
        new=_("classifier"),
    )


def _facts(engine: BertEngine) -> dict[str, str]:
    """Return what is known about the size of the model and of the data."""
    info = engine.info
    facts = {
        literal(info.name): _(
            "{parameters} million parameters in {layers} layers, a vocabulary of {vocabulary} entries.",
            parameters=number(info.parameters / 1e6, places=1),
            layers=info.layers,
            vocabulary=number(info.vocab_size),
        ),
        _("Data of BERT-base"): _(
            "3.3 billion words of books and of the English Wikipedia (Devlin et al., 2019, section 3.1)."
        ),
    }
    if info.source == "bundled":
        facts[_("Data of {model}", model=literal(info.name))] = _(
            "{tokens} million tokens in Spanish, English and Portuguese, read several times; its card "
            "(`MODEL_CARD.md`) names them.",
            tokens=MINI_TOKENS,
        )
    return facts


def _offer_files(engine: BertEngine, svgs: dict[str, str]) -> None:
    info = engine.info
    numbers = {
        "model": info.id,
        "parameters": info.parameters,
        "layers": info.layers,
        "vocabulary": info.vocab_size,
    }
    link_popover({})
    if save_menu():
        save_as(_("Numbers as CSV"), "model.csv", csv_text(list(numbers), [list(numbers.values())]))
        save_as(_("Numbers as JSON"), "model.json", json_text(dict(numbers)))
        save_as(_("Step 1 as SVG"), "pretraining.svg", svgs["pretraining"])
        save_as(_("Step 2 as SVG"), "task.svg", svgs["task"])
