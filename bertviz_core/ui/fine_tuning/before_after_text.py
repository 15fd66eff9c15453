"""The text or pair whose attention is compared: an example at first, or what a visitor writes."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.chart_style import beginning
from bertviz_core.results import Task
from bertviz_core.training.compared_examples import compared_texts
from bertviz_core.training.data.questions import ALL
from bertviz_core.training.data.samples import SAMPLES, sample_data, sample_languages
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_menu, prefill
from bertviz_core.ui.text import literal

TEXT, PAIR = "text", "pair"
"""Parameters that only a link carries."""

OFFERED, SHOWN_LETTERS = 12, 90


def ask_text(finished: FinishedRun) -> tuple[str, str | None]:
    """Ask for a text, and for a second one where the task is about pairs."""
    texts = finished.held_out or _written_texts(finished.run.task)
    example, paired = texts[0], _is_paired(finished)
    keys = text_keys(finished)
    prefill(keys[TEXT], TEXT, example[0])
    places = st.columns([2, 5, 5] if paired else [2, 8], vertical_alignment="bottom")
    with places[0]:
        _offer_examples(finished, texts[:OFFERED])
    names = (
        (_("Question"), _("Context")) if finished.run.task == "question" else (_("Text"), _("Second text"))
    )
    text = places[1].text_input(names[0], key=keys[TEXT], persist_state="session")
    if not paired:
        return text, None
    prefill(keys[PAIR], PAIR, example[1] or "")
    return text, places[2].text_input(names[1], key=keys[PAIR], persist_state="session")


def say_what_lacks(finished: FinishedRun, text: str, pair: str | None) -> bool:
    """Say what has still to be written, and return whether something has."""
    if text.strip() and (pair is None or pair.strip()):
        return False
    st.info(_("Write both texts.") if _is_paired(finished) else _("Write a text."), icon=":material/info:")
    return True


def typed_texts(finished: FinishedRun) -> dict[str, str]:
    """Return what was typed, for a link."""
    return {name: st.session_state.get(key, "") for name, key in text_keys(finished).items()}


def text_keys(finished: FinishedRun) -> dict[str, str]:
    """Return the session keys of the fields by their parameter; another run has other examples."""
    return {name: f"change_{name}_{finished.run.id}" for name in (TEXT, PAIR)}


def _is_paired(finished: FinishedRun) -> bool:
    return finished.run.task in ("pair", "question")


def _written_texts(task: Task) -> tuple[tuple[str, str | None], ...]:
    """Return texts of a written set of the same task, in the visitor's language where there are some."""
    name = next(name for name, its_task in SAMPLES.items() if its_task == task)
    of = language() if language() in sample_languages(name) else ALL
    return compared_texts(sample_data(name, language=of).data)


def _offer_examples(finished: FinishedRun, texts: tuple[tuple[str, str | None], ...]) -> None:
    keys, menu = text_keys(finished), "change_examples"

    def use(text: str, pair: str | None) -> None:
        st.session_state[keys[TEXT]] = text
        st.session_state[keys[PAIR]] = pair or ""
        st.session_state[menu] = False

    inside = example_menu(_("Examples"), menu)
    if inside is None:
        return
    with inside:
        for number, (text, pair) in enumerate(texts):
            shown = text if pair is None else f"{text} · {pair}"
            st.button(
                literal(beginning(shown, SHOWN_LETTERS)),
                key=f"change_example_{number}",
                type="tertiary",
                on_click=use,
                args=(text, pair),
            )
