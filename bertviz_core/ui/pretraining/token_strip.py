"""The tokens of a batch as cards in reading order, coloured by what happened to each."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st

from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.charts.pretraining.batch import ACTION_COLOURS, segments
from bertviz_core.results import Action, MaskedBatch
from bertviz_core.ui.i18n import _

_STYLE = """<style>
.batch .texts {max-height: 24rem; overflow-y: auto}
@media (max-width: 640px) {.batch .texts {max-height: none}}
.batch h4 {font-size: 0.95rem; font-weight: 600; margin: 0.3rem 0 0.25rem; padding: 0; opacity: 0.75}
.batch .cards {display: flex; flex-wrap: wrap; gap: 0.3rem}
.batch .card {display: inline-flex; flex-direction: column; padding: 0.1rem 0.45rem 0.2rem;
  min-height: 3.3rem; border-radius: 0.3rem;
  border: 1px solid color-mix(in srgb, currentColor 22%, transparent);
  line-height: 1.3; font-family: "Source Code Pro", monospace; font-size: 0.95rem;
  max-width: 100%; overflow-wrap: anywhere}
.batch .card small {font-size: 0.95rem; font-family: sans-serif}
.batch .card b::before {content: "→ "; font-weight: 400}
.batch .special, .batch.ignoring .out {color: color-mix(in srgb, currentColor 68%, transparent);
  border-style: dashed}
.batch .legend {display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; margin-top: 0.45rem; font-size: 0.95rem}
.batch .legend i {display: inline-block; width: 0.8em; height: 0.8em; border-radius: 0.15em;
  margin-right: 0.35em; border: 1px solid color-mix(in srgb, currentColor 22%, transparent)}
</style>"""


def legend() -> dict[Action, str]:
    """Return what each colour means."""
    return {
        "masked": _("hidden behind the mask (80%)"),
        "random": _("replaced by a random token (10%)"),
        "unchanged": _("left as it was, and asked for (10%)"),
        "out": _("not drawn: ignored by the loss"),
    }


def headings(batch: MaskedBatch) -> list[str]:
    """Return a line for each segment of the batch."""
    names = ("A", "B") if batch.encoding.pair else (_("Text"),)
    return [
        _("{name} · segment {segment}", name=names[min(place, len(names) - 1)], segment=segment)
        for place, (segment, _places) in enumerate(segments(batch))
    ]


def draw_tokens(batch: MaskedBatch, notes: Mapping[int, str] | None = None) -> None:
    """Draw the cards and what their colours mean.

    Args:
        batch: The tokens.
        notes: A line for the cards of some places; the others are shown as ignored then.
    """
    parts = []
    for heading, (_segment, places) in zip(headings(batch), segments(batch), strict=True):
        cards = "".join(_card(batch, place, (notes or {}).get(place, "")) for place in places)
        parts.append(f'<h4>{escape(heading)}</h4><div class="cards">{cards}</div>')
    colours = "".join(
        f'<span><i style="background:{ACTION_COLOURS.get(action, "transparent")}"></i>{escape(words)}</span>'
        for action, words in legend().items()
    )
    ignoring = " ignoring" if notes is not None else ""
    texts = f'<div class="texts">{"".join(parts)}</div><div class="legend">{colours}</div>'
    st.html(f'{_STYLE}<div class="batch{ignoring}">{texts}</div>')


def _card(batch: MaskedBatch, place: int, note: str) -> str:
    """Return one token; what is read by pointing at it or by going there with the keyboard is a title."""
    action, label, now = batch.actions[place], batch.encoding.labels[place], batch.tokens[place]
    kind = " special" if batch.encoding.special[place] else ""
    segment = int(batch.encoding.segment_ids[place])
    said = _("{token} · position {place} · segment {segment} · {action}").format(
        token=label, place=place, segment=segment, action=legend()[action]
    )
    style, extra, focus = "", "", ""
    if action != "out":
        colour = ACTION_COLOURS[action]
        style = f' style="background:{colour};color:{readable_ink(colour)}"'
        extra = f"<b>{escape(now)}</b>"
        focus = ' tabindex="0"'
        said = f"{said}: {now}"
    if note:
        extra += f"<small>{escape(note)}</small>"
    said = escape(f"{said} · {note}" if note else said)
    return (
        f'<span class="card {action}{kind}" title="{said}" aria-label="{said}"{focus}{style}>'
        f"<small>{place}</small><span>{escape(label)}</span>{extra}</span>"
    )
