"""The window that moves over the text, and the examples that CBOW and skip-gram make of it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.train import window_at
from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import Architecture, LessonText, WordWindow
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import csv_text, json_text, save_as, save_menu
from bertviz_core.ui.history.train_choices import choose_settings
from bertviz_core.ui.history.train_text import TEXT_PARAMETER, AskedLesson
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

STEP_PARAMETER = "step"
_STEP = "train_step"
_AFTER = 2
"""Sentences that are shown below the one with the window."""

_AROUND = 24
"""Words of a sentence that are shown on either side of the target."""

_STYLE = """<style>
.train-window {font-size: 1.25rem; line-height: 2.3rem}
.train-window span {padding: 0.15rem 0.4rem; border-radius: 0.35rem; white-space: nowrap}
.train-window .target {background: var(--target); color: var(--target-ink); font-weight: 600}
.train-window .context {outline: 2px solid var(--context)}
.train-window .rest {opacity: 0.7}
.train-window p {margin: 0}
.train-examples {display: grid; gap: 0.35rem 1rem;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  font-size: 1.05rem; margin-top: 0.6rem}
.train-examples b {color: var(--target-text)}
</style>"""


def draw_window(asked: AskedLesson, places: Sequence[DeltaGenerator]) -> None:
    """Draw the window at one step, with the buttons and keys that move it."""
    lesson = asked.lesson
    settings = choose_settings(places)
    architecture, reach = settings.architecture, settings.window
    step = _step(lesson)
    link_popover({TEXT_PARAMETER: asked.own})
    window = window_at(lesson, step, reach=reach)
    words = lesson.spelled(window.sentence)
    target = literal(words[window.target])
    around = ", ".join(f"“{literal(words[place])}”" for place in window.context)
    said = (
        _("From {around} the network predicts **{target}**", around=around, target=target)
        if architecture == "cbow"
        else _("From **{target}** the network predicts {around}", around=around, target=target)
    )
    st.subheader(said, anchor=False)
    st.html(_STYLE + _picture(lesson, window, architecture))
    with st.container(horizontal=True, vertical_alignment="center", key="train_steps"):
        _button(_("Back"), "left", -1, lesson)
        _button(_("Next word"), "right", 1, lesson)
        st.caption(
            _(
                "Step {step} of {steps}: one for each word of the text, again in every epoch. The keys ← and "
                "→ move the window.",
                step=number(step + 1),
                steps=number(lesson.words),
            ),
            width="stretch",
        )
    st.markdown(
        _(
            "**How to read this.** The filled word is the target, the framed ones are its context: {reach} "
            "words on either side at most, within the sentence. CBOW adds up the context and predicts the "
            "target, skip-gram predicts each word of the context from the target (Mikolov et al., 2013). "
            "With negative sampling a step pulls the vectors of an example together and pushes a few drawn "
            "words away, so that words with like contexts come to lie near each other.",
            reach=reach,
        )
    )
    if save_menu():
        rows = examples_at(words, window, architecture)
        save_as(_("This step as CSV"), "window.csv", lambda: csv_text(("from", "predicts"), rows))
        document: dict[str, object] = {
            "step": step + 1,
            "architecture": architecture,
            "words": words,
            "target": window.target,
            "context": list(window.context),
        }
        save_as(_("This step as JSON"), "window.json", json_text(document))


def examples_at(
    words: Sequence[str], window: WordWindow, architecture: Architecture
) -> list[tuple[str, str]]:
    """Return what is learned at a step: what is read, and what is to be predicted from it."""
    target, context = words[window.target], [words[place] for place in window.context]
    if architecture == "cbow":
        return [(" + ".join(context), target)]
    return [(target, word) for word in context]


def _step(lesson: LessonText) -> int:
    """Return the step that is shown: where the buttons led, or the link."""
    state = st.session_state
    if _STEP not in state:
        state[_STEP] = max((address.number(STEP_PARAMETER) or 3) - 1, 0)
    state[_STEP] = min(state[_STEP], lesson.words - 1)
    address.put(STEP_PARAMETER, str(state[_STEP] + 1), usual="3")
    return int(state[_STEP])


def _button(label: str, key: str, change: int, lesson: LessonText) -> None:
    def move() -> None:
        state = st.session_state
        state[_STEP] = min(max(state.get(_STEP, 2) + change, 0), lesson.words - 1)

    icon = ":material/arrow_back:" if change < 0 else ":material/arrow_forward:"
    st.button(label, icon=icon, key=f"train_{key}", shortcut=key, on_click=move)


def _picture(lesson: LessonText, window: WordWindow, architecture: Architecture) -> str:
    style = chart_style()
    target, context = role_colour("query", style), role_colour("key", style)
    lines = [_sentence(lesson.spelled(window.sentence), window)]
    after = range(window.sentence + 1, min(window.sentence + 1 + _AFTER, len(lesson.sentences)))
    lines += [_sentence(lesson.spelled(number), None) for number in after]
    made = examples_at(lesson.spelled(window.sentence), window, architecture)
    examples = "".join(f"<div>{escape(one)} → <b>{escape(other)}</b></div>" for one, other in made)
    return (
        f'<div style="--target: {target}; --target-ink: {readable_ink(target)}; --target-text: {target}; '
        f'--context: {context}"><div class="train-window">{"".join(lines)}</div>'
        f'<div class="train-examples">{examples}</div></div>'
    )


def _sentence(words: Sequence[str], window: WordWindow | None) -> str:
    if window is None:
        shown = " ".join([*words[:_AROUND], *(["…"] if len(words) > _AROUND else [])])
        return f'<p class="rest">{escape(shown)}</p>'
    first, end = max(0, window.target - _AROUND), window.target + _AROUND + 1
    parts = ['<span class="rest">…</span>'] if first else []
    for place, word in enumerate(words[first:end], first):
        kind = "target" if place == window.target else "context" if place in window.context else "rest"
        parts.append(f'<span class="{kind}">{escape(word)}</span>')
    if end < len(words):
        parts.append('<span class="rest">…</span>')
    return f"<p>{' '.join(parts)}</p>"
