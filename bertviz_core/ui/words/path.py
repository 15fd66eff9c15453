"""One word through the layers: what attention and the feed-forward part add, and where two contexts part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.charts.chart_style import beginning
from bertviz_core.charts.words.path import PathWords, path_bars, path_lines
from bertviz_core.results import TokenPath
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import PATH
from bertviz_core.ui.words.path_files import path_csv, path_json
from bertviz_core.ui.words.path_input import AT_PARAMETER, OTHER_PARAMETER, Followed, ask_path

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PARAMETERS = (AT_PARAMETER, OTHER_PARAMETER)
SHOWN_LETTERS = 20
SMALLEST_STEP = 0.005
"""A smaller fall of the cosine is not told as a step."""

ROOM = Room(other=310, growth=1.5)

# The pictures need some width; where there is less, they stand below each other.
_STYLE = "<style>.st-key-path_pictures .stColumn {min-width: min(100%, 330px)}</style>"


def draw(engine: BertEngine) -> None:
    """Follow a word of one sentence, and one of another, through the layers."""
    followed = ask_path(engine)
    paths = [_path(engine, model_key(engine), one.text, one.word.places) for one in followed]
    st.subheader(_title(followed, paths), anchor=False)
    words, style = _words(followed), chart_style()
    st.html(_STYLE)
    with st.container(key="path_pictures"):
        bars_place, lines_place = st.columns(2, gap="medium")
    with bars_place:
        draw_growing(
            path_bars(paths, style, words),
            "path_bars",
            room=ROOM,
            picture="what_layers_add",
            alt=_(
                "Bars: what attention and the feed-forward part of each layer add to the state of the word"
            ),
        )
    with lines_place:
        draw_growing(
            path_lines(paths, style, words),
            "path_lines",
            room=ROOM,
            picture="path_through_layers",
            alt=_("Lines: cosine of the state after each layer to its start, and between both sentences"),
        )
    _explain(followed)
    _table(paths)
    if save_menu():
        save_as(_("Layers as CSV"), "token_path.csv", path_csv(paths))
        save_as(_("Layers as JSON"), "token_path.json", path_json(paths))
    offer_pages(PATH, followed[0].text)


@st.cache_resource(max_entries=100, show_spinner=False)
def _path(_engine: BertEngine, model: str, text: str, places: tuple[int, ...]) -> TokenPath:
    return _engine.token_path(text, places)


def _title(followed: list[Followed], paths: list[TokenPath]) -> str:
    """Say where the two part, or how far the one goes."""
    word, last = literal(beginning(followed[0].word.text, SHOWN_LETTERS)), len(paths[0].attention)
    if len(paths) == 1:
        return _(
            "“{word}”: cosine to its start {cosine} after layer {last}; it moves most in layer {most}",
            word=word,
            cosine=number(paths[0].cosine_to_start[-1], places=2),
            last=last,
            most=int(paths[0].moved.argmax()) + 1,
        )
    cosines = paths[0].cosine_to(paths[1])
    other = literal(beginning(followed[1].word.text, SHOWN_LETTERS))
    who = (
        _("“{word}” in A and B", word=word)
        if other == word
        else _("“{word}” in A, “{other}” in B", word=word, other=other)
    )
    told = _(
        "{who}: cosine {first} at the input, {end} in the end",
        who=who,
        first=number(cosines[0], places=2),
        end=number(cosines[-1], places=2),
    )
    steps = np.diff(cosines)
    if steps.min() > -SMALLEST_STEP:
        return told
    return told + _("; largest step: layer {step}", step=int(steps.argmin()) + 1)


def _words(followed: list[Followed]) -> PathWords:
    sides = tuple(
        f"{beginning(one.word.text, SHOWN_LETTERS)} ({side})"
        for side, one in zip("AB", followed, strict=False)
    )
    return PathWords(
        layer=_("Layer"),
        input=_("Input"),
        attention=_("Attention"),
        feed_forward=_("Feed-forward"),
        moved=_("Moved in the end"),
        sides=sides,
        added=_("Added by each layer (B: outlines)") if len(sides) > 1 else _("Added by each layer"),
        cosines=_("Cosine"),
        norms=_("Length of the state"),
        to_start=tuple(_("{side} and its start", side=side) for side in "AB"[: len(sides)]),
        between=_("A and B"),
    )


def _explain(followed: list[Followed]) -> None:
    st.markdown(
        _(
            "**How to read this.** The state of the word is a stream to which every layer adds twice: first "
            "what attention brings from the other words, then what the feed-forward part makes of it. Where "
            "the thick line falls, the layer writes the difference between A and B into the word."
        )
    )
    notes = [
        _(
            "A layer takes the state h to h′ = LayerNorm(h + attention) and h″ = LayerNorm(h′ + "
            "feed-forward). Bars: length of what is added, divided by that of the state to which it is added "
            "(h, then h′). Diamond: how far the state really moves, the length of h″ − h divided by that of "
            "h; the LayerNorms scale and shift, so it is not the sum of the bars. The position is part of "
            "the input: a word in another place begins with a cosine below 1."
        )
    ]
    for side, one in zip("AB", followed, strict=False):
        if len(one.word.places) > 1:
            pieces = ", ".join(literal(one.encoding.tokens[place]) for place in one.word.places)
            notes.append(
                _(
                    "“{word}” in {side} has several pieces ({pieces}): their mean is followed.",
                    word=literal(beginning(one.word.text, SHOWN_LETTERS)),
                    side=side,
                    pieces=pieces,
                )
            )
    st.caption(" ".join(notes))


def _table(paths: list[TokenPath]) -> None:
    nothing = [float("nan")]
    layers = {_("Layer"): [_("Input"), *map(str, range(1, len(paths[0].states)))]}
    columns: dict[str, object] = {}
    for side, path in zip("AB", paths, strict=False):
        columns |= {
            f"{_('Attention')} {side}": [*nothing, *path.added_by_attention],
            f"{_('Feed-forward')} {side}": [*nothing, *path.added_by_feed_forward],
            f"{_('Moved in the end')} {side}": [*nothing, *path.moved],
            f"{_('Length of the state')} {side}": path.norms,
            f"{_('Cosine to its start')} {side}": path.cosine_to_start,
        }
    if len(paths) > 1:
        columns[_("Cosine between A and B")] = paths[0].cosine_to(paths[1])
    with st.expander(_("The numbers"), icon=":material/list:"):
        st.dataframe(number_table(layers | columns, dict.fromkeys(columns, 4)), hide_index=True)
