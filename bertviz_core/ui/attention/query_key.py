"""How one head comes from the query of one token and the keys of all to its weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.charts.attention.query_key import key_strips
from bertviz_core.charts.attention.query_key_parts import MOST_KEYS, KeyRows, QueryKeyWords
from bertviz_core.charts.attention.query_key_products import product_bars
from bertviz_core.charts.attention.query_key_sums import key_sums
from bertviz_core.results import QueryKey
from bertviz_core.ui.attention.answers import query_key
from bertviz_core.ui.attention.query_key_files import pair_csv, pair_json
from bertviz_core.ui.attention.query_key_head import choose_head
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.linked_texts import stand_in_note
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.strongest_pair import strongest_pair
from bertviz_core.ui.token_choice import choose_token, quoted_token

if TYPE_CHECKING:
    from bertviz_core import BertEngine

NAMED_DIMENSIONS = 3
ROUND_CHARTS = 480
"""Pixels of a window's height that everything but the pictures takes, the products of the pair included."""

# The numbers need some width; where there is less, they stand above the strips.
_STYLE = """<style>
.st-key-key_pictures .stHorizontalBlock {flex-wrap: wrap-reverse}
.st-key-key_pictures .stColumn {min-width: min(100%, 280px)}
</style>"""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show the vectors of one head for a text and how those of one pair of tokens become a weight."""
    engine.encode(text, pair)  # a text with nothing in it is told before anything is offered
    head_place, query_place, key_place = option_row([7, 6, 6])
    with head_place:
        layer, head = choose_head(engine, text, pair)
    answer = query_key(engine, text, pair=pair, layer=layer, head=head)
    first_query, first_key = strongest_pair(answer.weights, answer.encoding.special)
    with query_place:
        query = choose_token(
            _("Token that looks (query)"), answer.encoding, parameter="query", default=first_query
        )
    with key_place:
        key = choose_token(_("Token looked at (key)"), answer.encoding, parameter="key", default=first_key)
    st.subheader(_arithmetic(answer, query, key), anchor=False)
    words = _words()
    _pictures(answer, (query, key), words)
    _chosen_pair(answer, (query, key), words)
    _explain(answer)
    encoding_notices(answer.encoding)
    if standing_in := stand_in_note(text):
        st.caption(standing_in)
    _files(answer, (query, key))


def _pictures(answer: QueryKey, pair: tuple[int, int], words: QueryKeyWords) -> None:
    """Draw the vectors and, level with them, what comes of them."""
    style, rows = chart_style(), KeyRows.of(answer, *pair)
    st.html(_STYLE)
    let_grow("key_strips", "key_sums", least=rows.height, most=rows.most_height, other=ROUND_CHARTS)
    with st.container(key="key_pictures"):
        strips_place, sums_place = st.columns([13, 7])
    with strips_place.container(key="key_strips"):
        st.plotly_chart(
            key_strips(answer, pair, style, words),
            height="stretch",
            key="key_strips_chart",
            config=picture_options("query_key"),
            alt=_("The query, and a row for each key: its vector and products."),
        )
    with sums_place.container(key="key_sums"):
        st.plotly_chart(
            key_sums(answer, pair, style, words),
            height="stretch",
            key="key_sums_chart",
            config=picture_options("query_key_weights"),
            alt=_("A row for each key: score, scaled score and weight."),
        )


def _arithmetic(answer: QueryKey, query: int, key: int) -> str:
    """Spell out how the products of a pair become its weight, in Markdown."""
    score = float(answer.scores[query, key])
    line = _(
        "**{query} → {key}:** q·k = {score}; ÷ √{dimensions} = {scaled}; "
        "softmax over {keys} keys = **{weight}**",
        query=quoted_token(answer.encoding, query),
        key=quoted_token(answer.encoding, key),
        score=number(score, places=2),
        dimensions=answer.queries.shape[1],
        scaled=number(score * answer.scale, places=2),
        keys=len(answer.encoding),
        weight=number(float(answer.weights[query, key]), places=3),
    )
    if len(answer.encoding) <= MOST_KEYS:
        return line
    return f"{line} · {_('drawn: the {shown} keys with the largest weights', shown=MOST_KEYS)}"


def _words() -> QueryKeyWords:
    return QueryKeyWords(
        query=_("Query q"),
        keys=_("Keys k"),
        products=_("Products q × k"),
        product="q × k",
        weight=_("weight"),
        dimension=_("Dimension"),
    )


def _chosen_pair(answer: QueryKey, pair: tuple[int, int], words: QueryKeyWords) -> None:
    """Draw the products of the chosen pair and name the dimensions that decide."""
    terms = answer.products(pair[0])[pair[1]]
    largest = np.argsort(-np.abs(terms), kind="stable")[:NAMED_DIMENSIONS]
    title_place, order_place = st.columns([9, 4], vertical_alignment="center")
    title_place.markdown(
        _(
            "**The framed pair, dimension by dimension.** Largest products: {named}",
            named=", ".join(
                _("dimension {dimension}: {product}", dimension=d, product=number(float(terms[d]), places=2))
                for d in largest.tolist()
            ),
        )
    )
    ordered = order_place.toggle(
        _("Order by size"), value=True, key="query_key_order", persist_state="session"
    )
    st.plotly_chart(
        product_bars(answer, pair, chart_style(), words, ordered=ordered),
        key="product_bars_chart",
        config=picture_options("query_key_products"),
        alt=_("Bars: the product of query and key in each dimension."),
    )


def _explain(answer: QueryKey) -> None:
    st.markdown(
        _(
            "**How to read this.** Each head turns every token into a query (what it looks for) and a key "
            "(what it can be found by). Blue is above zero, orange below, each part on a scale of its own. "
            "Where query and key have the same sign, the product is blue and raises the score, which is the "
            "sum of the row. The score is divided by the square root of the number of dimensions; softmax "
            "makes weights of a query's scores that add up to 1 (Vaswani et al., 2017, *Attention Is All You "
            "Need*)."
        )
    )
    if len(answer.encoding) > MOST_KEYS:
        st.caption(
            _(
                "Shown are the {shown} keys with the largest weights, the chosen one among them, of {keys}. "
                "Softmax runs over all.",
                shown=MOST_KEYS,
                keys=len(answer.encoding),
            )
        )


def _files(answer: QueryKey, pair: tuple[int, int]) -> None:
    if save_menu():
        save_as(_("This pair as CSV"), "query_key.csv", lambda: pair_csv(answer, *pair))
        save_as(_("This query as JSON"), "query_key.json", lambda: pair_json(answer, *pair))
