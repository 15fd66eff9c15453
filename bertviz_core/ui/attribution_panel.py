"""Why a model answers as it does: the text coloured by what each part adds, and the same as bars."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from bertviz_core.charts.answers.attribution import (
    AttributionWords,
    ScoredPart,
    attribution_bars,
    part_colours,
)
from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.results import Attribution
from bertviz_core.ui.address import address
from bertviz_core.ui.attribution_files import attribution_csv, attribution_json
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.word_choices import word_choices
from bertviz_core.ui.written_numbers import signed

PARTS_PARAMETER = "parts"
"""In the address `words`, where pieces are summed to whole words."""

MOST_GROWTH = 1.8

_STYLE = """<style>
.scored {line-height: 2.1; max-height: calc(4 * 2.1em); overflow-y: auto}
.scored span {padding: 0.15rem 0.3rem; border-radius: 0.25rem; white-space: nowrap}
.scored .special {font-style: italic}
</style>"""


def choose_parts() -> bool:
    """Ask whether the pieces of each word are summed."""
    whole = st.toggle(
        _("Whole words"),
        value=address.get(PARTS_PARAMETER) == "words",
        key="attribution_whole_words",
        persist_state="session",
    )
    address.put(PARTS_PARAMETER, "words" if whole else "", usual="")
    return whole


def scored_parts(attribution: Attribution, *, whole_words: bool) -> tuple[ScoredPart, ...]:
    """Return the tokens, or the words with the sums of their pieces, in reading order."""
    encoding, scores = attribution.encoding, attribution.scores
    if whole_words:
        return tuple(
            ScoredPart(
                text=choice.text,
                label=f"{choice.text} {choice.code}",
                score=float(scores[list(choice.tokens)].sum()),
                sequence=int(encoding.sequence_ids[choice.code]),
            )
            for choice in word_choices(encoding)
        )
    return tuple(
        ScoredPart(text=label, label=f"{label} {place}", score=float(score), sequence=int(sequence))
        for place, (label, score, sequence) in enumerate(
            zip(encoding.labels, scores, encoding.sequence_ids, strict=True)
        )
    )


def draw_scored_text(parts: Sequence[ScoredPart]) -> None:
    """Write the text as it is read, each part on the colour of its score, a second text on its own line."""
    colours = part_colours(parts, chart_style())
    spans, second = [], False
    for part, colour in zip(parts, colours, strict=True):
        if part.sequence == 1 and not second:
            second = True
            spans.append("<br>")
        kind = ' class="special"' if part.sequence < 0 else ""
        spans.append(
            f'<span{kind} style="background:{colour};color:{readable_ink(colour)}" '
            f'title="{escape(part.label)}: {signed(part.score, places=3)}">{escape(part.text)}</span>'
        )
    st.html(f'{_STYLE}<div class="scored">{" ".join(spans)}</div>')


def draw_bars(attribution: Attribution, parts: Sequence[ScoredPart], *, other: int) -> None:
    """Draw one bar a part, as high as the window leaves room for.

    Args:
        attribution: What is explained.
        parts: Its tokens or words.
        other: Pixels of the window's height that the rest of the view takes.
    """
    words = AttributionWords(
        measure=_("against ← → for"),
        sentences=(_("Sentence A"), _("Sentence B")),
    )
    figure = attribution_bars(parts, chart_style(), words)
    draw_growing(
        figure,
        "attribution_bars",
        room=Room(other=other, growth=MOST_GROWTH),
        picture="attribution",
        alt=_("Bar chart of what each part of the text adds to the answer"),
    )


def _sum_line(attribution: Attribution) -> str:
    """Say what the scores add up to, and how well they do."""
    difference = abs(attribution.value - attribution.baseline)
    return _(
        "The scores add up to {sum} ({unit}); from {baseline} with all words masked to {value} it is "
        "{difference} (completeness error {error}, {percent}%).",
        unit=_("log probability, nats") if attribution.answer else _("log odds"),
        sum=signed(float(attribution.scores.sum()), places=3),
        baseline=signed(attribution.baseline, places=3),
        value=signed(attribution.value, places=3),
        difference=signed(attribution.value - attribution.baseline, places=3),
        error=number(attribution.error, places=4),
        percent=number(100 * attribution.error / max(difference, 1e-9), places=1),
    )


def explain_attribution() -> None:
    """Say how to read the scores and what they do not show."""
    st.markdown(
        _(
            "**How to read this.** Blue parts raise the answer, orange ones lower it, against the same text "
            "with every word masked (integrated gradients: Sundararajan et al., 2017, *Axiomatic Attribution "
            "for Deep Networks*). Special tokens are the same in both, and so are blanks: they add 0."
        )
    )
    st.caption(
        _(
            "Gradients follow the model along one straight path between two inputs, and another beginning "
            "than masked words would give other scores. They say what the answer depends on, not "
            "what the model understands."
        )
    )


def offer_numbers(attribution: Attribution, parts: Sequence[ScoredPart]) -> None:
    """Offer the scores as a table and as files, and say what is unknown to the vocabulary."""
    encoding_notices(attribution.encoding)
    with st.expander(_("The numbers")):
        st.caption(_sum_line(attribution))
        columns = {
            _("Part"): [part.label for part in parts],
            _("Score"): [part.score for part in parts],
        }
        st.dataframe(number_table(columns, {_("Score"): 4}), hide_index=True)
    if save_menu():
        save_as(_("Scores as CSV"), "attribution.csv", attribution_csv(attribution))
        save_as(_("Scores as JSON"), "attribution.json", attribution_json(attribution))
