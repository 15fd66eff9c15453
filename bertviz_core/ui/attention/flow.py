"""Where the information in a token comes from, layer by layer, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.attention.flow import FEW_TOKENS, RolloutWords, flow_lines, rollout_maps
from bertviz_core.results.attention.flow import Direction, TokenFlow
from bertviz_core.ui.address import address
from bertviz_core.ui.attention.answers import attention_rollout
from bertviz_core.ui.attention.flow_files import flow_csv, flow_json
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.linked_texts import stand_in_note
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.token_choice import choose_token, last_word, quoted_token

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import AttentionRollout

NAMED_SHARES, NAMED_OF_MANY = 4, 3
DIRECTIONS: tuple[Direction, ...] = ("from", "to")
ROUND_CHARTS, MOST_GROWTH = 255, 1.6
"""Pixels of a window's height that everything but the pictures takes; how far they grow."""

# Names of tokens need some width; where there is less, the pictures stand below each other.
_STYLE = "<style>.st-key-flow_pictures .stColumn {min-width: min(100%, 330px)}</style>"


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show what a token is made of after every layer, as lines where they can be told apart, and as maps."""
    rollout = attention_rollout(engine, text, pair=pair)
    flow = _chosen_flow(rollout)
    style, words = chart_style(), _words()
    lines = len(flow.places) <= FEW_TOKENS
    maps = rollout_maps(flow, style, words)
    least = maps.layout.height
    let_grow("flow_lines", "flow_maps", least=least, most=round(MOST_GROWTH * least), other=ROUND_CHARTS)
    st.html(_STYLE)
    with st.container(key="flow_pictures"):
        lines_place, maps_place = st.columns(2) if lines else (None, st.container())
    if lines_place:
        with lines_place.container(key="flow_lines"):
            st.plotly_chart(
                flow_lines(flow, style, words),
                height="stretch",
                key="flow_lines_chart",
                config=picture_options("attention_flow"),
                alt=_("Lines between the layers: what passes from token to token."),
            )
    with maps_place.container(key="flow_maps"):
        st.plotly_chart(
            maps,
            height="stretch",
            key="flow_maps_chart",
            config=picture_options("attention_rollout"),
            alt=_("Two maps of layers by tokens: rollout, and the mean attention of each layer."),
        )
    _explain(flow, lines)
    encoding_notices(rollout.encoding)
    if standing_in := stand_in_note(text):
        st.caption(standing_in)
    _numbers(rollout, flow)


def _chosen_flow(rollout: AttentionRollout) -> TokenFlow:
    """Offer token, direction and special tokens, and say in one line what the choice shows."""
    token_place, direction_place, special_place = option_row([5, 7, 4])
    with token_place:
        token = choose_token(
            _("Chosen token"), rollout.encoding, parameter="token", default=last_word(rollout.encoding)
        )
    with direction_place:
        direction = _choose_direction()
    with special_place:
        hidden = st.toggle(
            _("Leave out special tokens"),
            value=address.get("without") == "special",
            key="flow_special",
            persist_state="session",
        )
    address.put("direction", direction, usual="from")
    address.put("without", "special" if hidden else "", usual="")
    flow = rollout.of_token(token, direction=direction, special=not hidden)
    st.subheader(_sentence(flow), anchor=False)
    return flow


def _choose_direction() -> Direction:
    names = {"from": _("Where it comes from"), "to": _("Where it goes")}
    return st.segmented_control(
        _("Its information"),
        DIRECTIONS,
        default="to" if address.get("direction") == "to" else "from",
        format_func=names.__getitem__,
        required=True,
        key="flow_direction",
        persist_state="session",
    )


def _sentence(flow: TokenFlow) -> str:
    """Say what the token is made of after the last layer, or where most of it is then."""
    last = flow.rollout[-1]
    few = len(last) <= FEW_TOKENS
    named = " · ".join(
        f"{quoted_token(flow.encoding, int(flow.places[place]))} "
        f"{number(float(last[place]), places=2 if few else 3)}"
        for place in last.argsort(kind="stable")[::-1][: NAMED_SHARES if few else NAMED_OF_MANY]
    )
    token = quoted_token(flow.encoding, flow.token)
    if flow.direction == "to":
        sentence = _(
            "After the last layer, **{token}** has the largest share in: {named}", token=token, named=named
        )
    else:
        sentence = _("After the last layer, **{token}** is made of: {named} …", token=token, named=named)
    return sentence if few else f"{sentence} {_('Lines: up to {count} tokens only.', count=FEW_TOKENS)}"


def _words() -> RolloutWords:
    return RolloutWords(
        rollout=_("Rollout: through all layers so far"),
        attention=_("Attention of each layer alone"),
        layer=_("Layer"),
        input=_("Input"),
        share=_("Share"),
    )


def _explain(flow: TokenFlow, lines: bool) -> None:
    """Say how to read the pictures and what was done to the numbers."""
    st.markdown(
        _(
            "**How to read this.** Layers go up from the input. Rollout follows information through all of "
            "them: half of a token is taken to stay with it (the residual connection), half to come by the "
            "mean attention of the heads, multiplied layer by layer (Abnar & Zuidema, 2020, *Quantifying "
            "Attention Flow in Transformers*). The lower map shows each layer alone."
        )
    )
    notes = []
    if lines:
        notes.append(_("The thicker a line or dot, the more of the information passes there."))
    else:
        notes.append(_("The few shares above the scale have the colour of its end."))
    notes.append(_("Colours follow the square root of the share."))
    if len(flow.places) < len(flow.encoding):
        notes.append(
            _("Special tokens are left out; the other shares are scaled to add up to 1 in each layer.")
            if flow.direction == "from"
            else _("Special tokens are left out.")
        )
    st.caption(" ".join(notes))


def _numbers(rollout: AttentionRollout, flow: TokenFlow) -> None:
    """Offer the numbers as a table and as files."""
    with st.expander(_("The numbers")):
        columns: dict[str, object] = {
            _("Position"): flow.places,
            _("Piece"): [flow.encoding.labels[place] for place in flow.places],
        }
        layers = {
            _("Layer {layer}", layer=layer): shares for layer, shares in enumerate(flow.rollout, start=1)
        }
        st.dataframe(number_table(columns | layers, dict.fromkeys(layers, 4)), hide_index=True)
    if save_menu():
        save_as(_("Shares as CSV"), "attention_rollout.csv", lambda: flow_csv(flow))
        save_as(_("Shares as JSON"), "attention_rollout.json", lambda: flow_json(rollout, flow))
