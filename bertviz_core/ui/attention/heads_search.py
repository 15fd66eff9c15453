"""Heads in which some words look at some others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from bertviz_core.results import Encoding, HeadMatch, HeadStatistics
from bertviz_core.ui.address import address
from bertviz_core.ui.attention.answers import found_heads
from bertviz_core.ui.attention.head_reading import head_readings
from bertviz_core.ui.attention.heads_files import head_matches_csv, head_matches_json
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, encoding_key
from bertviz_core.ui.word_choices import WordChoice, looking_pair, word_choices

if TYPE_CHECKING:
    from bertviz_core import BertEngine

FROM_PARAMETER, TO_PARAMETER = "find_from", "find_to"
TABLE_HEIGHT, ROW_HEIGHT = 330, 27


def search_part(engine: BertEngine, statistics: HeadStatistics) -> tuple[tuple[int, int] | None, str]:
    """Show the two choices of words, the ranked heads, how to read them, and the numbers as files.

    Returns:
        The 0-based layer and head of the row that was clicked, else of the strongest head; and what is
        missing for a search.
    """
    encoding = statistics.encoding
    choices = word_choices(encoding)
    looking, looked_at = _choose_words(encoding, choices)
    if not looking or not looked_at:
        return None, _("Choose at least one word that looks and one that is looked at.")
    queries, keys = _tokens(looking), _tokens(looked_at)
    matches = found_heads(engine, encoding.text, pair=encoding.pair, queries=queries, keys=keys)
    best = matches[0]
    st.markdown(
        _(
            "Strongest in layer {layer}, head {head}: **{looking}** gives {share} of its attention to "
            "**{looked_at}**.",
            layer=best.layer + 1,
            head=best.head + 1,
            looking=_quoted(looking),
            looked_at=_quoted(looked_at),
            share=literal(number(best.weight, places=2)),
        )
    )
    about = "\n".join(
        filter(None, (encoding.text, encoding.pair, f"{_plain(looking)} → {_plain(looked_at)}"))
    )
    told = [(f"{match.layer + 1}.{match.head + 1}", match.weight) for match in matches]
    offer_question("head", about, model=told)
    chosen = _ranking(matches, statistics)
    st.markdown(
        _(
            "**How to read this.** Each number is the share of the attention of the looking words, pieces "
            "averaged, that goes to all looked-at words together. All heads are listed, the strongest first."
        )
    )
    _downloads(matches, statistics, (queries, keys))
    return chosen or (best.layer, best.head), ""


def _choose_words(
    encoding: Encoding, choices: tuple[WordChoice, ...]
) -> tuple[list[WordChoice], list[WordChoice]]:
    """Offer the words twice; the choice stands in the address as positions."""
    text = encoding_key(encoding)
    begin = looking_pair(choices)
    if address_counts(FROM_PARAMETER, text):
        begin = _named(FROM_PARAMETER, choices) or begin[0], _named(TO_PARAMETER, choices) or begin[1]
    by_code = {choice.code: choice for choice in choices}
    found = []
    fields = ((FROM_PARAMETER, _("Words that look")), (TO_PARAMETER, _("Words they look at")))
    for place, (parameter, label), default in zip(st.columns(2), fields, begin, strict=True):
        codes = place.multiselect(
            label,
            list(by_code),
            default=default,
            format_func=lambda code: by_code[code].label,
            key=f"{parameter}_{text}",
            persist_state="session",
            placeholder=_("Choose words"),
            select_all=False,
        )
        address.put(parameter, ",".join(map(str, codes)))
        found.append([by_code[code] for code in codes if code in by_code])
    return found[0], found[1]


def _named(parameter: str, choices: tuple[WordChoice, ...]) -> list[int]:
    """Read positions from the address, those that begin a word of this text."""
    asked = address.get(parameter, "").split(",")
    return [choice.code for choice in choices if str(choice.code) in asked]


def _ranking(matches: tuple[HeadMatch, ...], statistics: HeadStatistics) -> tuple[int, int] | None:
    """Draw the ranked heads; return the 0-based layer and head of the row that was clicked."""
    readings, heads = head_readings(statistics), statistics.entropy.shape[1]
    frame = pd.DataFrame(
        {
            "layer": [match.layer + 1 for match in matches],
            "head": [match.head + 1 for match in matches],
            "weight": [match.weight for match in matches],
            "reading": [readings[match.layer * heads + match.head] for match in matches],
        }
    )
    event = st.dataframe(
        frame.style.format(lambda value: number(value, places=4), subset=["weight"]),
        hide_index=True,
        height=TABLE_HEIGHT,
        row_height=ROW_HEIGHT,
        column_config={
            "layer": st.column_config.NumberColumn(_("Layer"), width=70),
            "head": st.column_config.NumberColumn(_("Head"), width=70),
            "weight": st.column_config.ProgressColumn(
                _("Share"), min_value=0, max_value=1, format="localized", step=0.0001, width=220
            ),
            "reading": st.column_config.TextColumn(_("In this text the head")),
        },
        key="heads_ranking",
        on_select="rerun",
        selection_mode="single-cell",
        alt=_("Heads in the order of how strongly the words look at each other"),
    )
    cells = event["selection"]["cells"]
    if not cells or not 0 <= cells[0][0] < len(matches):
        return None
    match = matches[cells[0][0]]
    return match.layer, match.head


def _tokens(choices: list[WordChoice]) -> tuple[int, ...]:
    return tuple(token for choice in choices for token in choice.tokens)


def _quoted(choices: list[WordChoice]) -> str:
    return literal(_plain(choices))


def _plain(choices: list[WordChoice]) -> str:
    return ", ".join(choice.label for choice in choices)


def _downloads(
    matches: tuple[HeadMatch, ...],
    statistics: HeadStatistics,
    positions: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    model, encoding = statistics.model, statistics.encoding
    queries, keys = positions
    if save_menu():
        save_as(_("Ranking as CSV"), "heads_found.csv", lambda: head_matches_csv(matches))
        save_as(
            _("Ranking as JSON"),
            "heads_found.json",
            lambda: head_matches_json(matches, encoding, model=model, queries=queries, keys=keys),
        )
