"""What if: the size of a BERT encoder with other layers, width, heads or vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import EncoderSize, ParameterParts
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text_key import text_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SIZE_PARAMETER = "size"
LAYERS, WIDTH, WIDE, VOCABULARY = (1, 48), (32, 2048), (32, 8192), (100, 300_000)
MOST_HEADS = 64
STEP = 4
"""Of widths."""
TOKENS = 128
"""Of the text whose multiplications are counted."""


def show_size(engine: BertEngine, parts: ParameterParts) -> None:
    """Offer sizes, at first those of the loaded model; tell parameters, memory and multiplications."""
    loaded = loaded_size(engine, parts)
    panel = st.expander(
        _("What if: another size"),
        icon=":material/tune:",
        key="network_size",
        expanded=SIZE_PARAMETER in address,
        on_change="rerun",
    )
    if not panel.open:
        return
    with panel:
        size = _choose(loaded, parts.model)
        address.put(SIZE_PARAMETER, _written(size), usual=_written(loaded))
        counts = st.columns(4)
        counts[0].metric(_("Parameters"), number(size.parameters))
        counts[1].metric(_("Memory, float32"), _memory(4 * size.parameters))
        counts[2].metric(_("Memory, float16"), _memory(2 * size.parameters))
        counts[3].metric(
            _("Multiplications a token"),
            _("{count} million", count=number(size.multiplications(TOKENS) / 1e6, places=1)),
        )
        st.caption(
            _(
                "A BERT encoder with pooler, {positions} positions and {segments} segments, without heads "
                "for words or sentences: (V + P + S + 2)·H + L·(4(H² + H) + 2HF + F + H + 4H) + H² + H. "
                "Heads share the width, so their number changes nothing. Multiplications, for a text of "
                "{tokens} tokens: L·(4H² + 2HF + 2nH), after Kaplan et al. (2020).",
                positions=number(size.positions),
                segments=number(size.segments),
                tokens=TOKENS,
            )
        )


def loaded_size(engine: BertEngine, parts: ParameterParts) -> EncoderSize:
    """Return the sizes of the loaded model, within the bounds of what is offered."""
    shapes = {leaf.kind: leaf.shape for leaf in parts.leaves()}
    info = engine.info
    return EncoderSize(
        layers=_within(info.layers, LAYERS),
        width=_within(info.hidden_size, WIDTH),
        heads=info.heads,
        wide=_within(shapes["widen"][0], WIDE),
        vocabulary=_within(info.vocab_size, VOCABULARY),
        positions=shapes["position_embeddings"][0],
        segments=shapes.get("segment_embeddings", (0,))[0],
    )


def named_size(written: str, usual: EncoderSize) -> EncoderSize:
    """Return the sizes that an address names, such as `12,768,12,3072,30522`, or the usual ones."""
    numbers = written.split(",")
    if len(numbers) != 5 or not all(n.isascii() and n.isdigit() and len(n) < 7 for n in numbers):
        return usual
    layers, width, heads, wide, vocabulary = map(int, numbers)
    return replace(
        usual,
        layers=_within(layers, LAYERS),
        width=_on_step(width, WIDTH),
        heads=heads,
        wide=_on_step(wide, WIDE),
        vocabulary=_within(vocabulary, VOCABULARY),
    )


def possible_heads(width: int) -> list[int]:
    """Return the numbers of heads among which a width can be divided."""
    return [heads for heads in range(1, MOST_HEADS + 1) if width % heads == 0]


def _choose(loaded: EncoderSize, model: str) -> EncoderSize:
    named = named_size(address.get(SIZE_PARAMETER, ""), loaded)
    key = f"network_size_{text_key(model)}"
    upper, lower = st.columns(3, gap="medium"), st.columns([1, 2], gap="medium")
    layers = upper[0].slider(_("Layers L"), *LAYERS, named.layers, key=f"{key}_layers")
    width = upper[1].slider(_("Width H"), *WIDTH, named.width, step=STEP, key=f"{key}_width")
    wide = upper[2].slider(_("Feed-forward width F"), *WIDE, named.wide, step=STEP, key=f"{key}_wide")
    offered = possible_heads(width)
    heads = lower[0].select_slider(
        _("Heads"),
        offered,
        min(offered, key=lambda count: abs(count - named.heads)),
        key=f"{key}_heads_{width}",
    )
    vocabulary = lower[1].number_input(
        _("Vocabulary V"), *VOCABULARY, named.vocabulary, key=f"{key}_vocabulary", width=260
    )
    return replace(loaded, layers=layers, width=width, heads=heads, wide=wide, vocabulary=vocabulary)


def _within(value: int, bounds: tuple[int, int]) -> int:
    return min(max(value, bounds[0]), bounds[1])


def _on_step(value: int, bounds: tuple[int, int]) -> int:
    """Return the nearest value below that a slider can show."""
    within = _within(value, bounds)
    return within - (within - bounds[0]) % STEP


def _written(size: EncoderSize) -> str:
    return ",".join(map(str, (size.layers, size.width, size.heads, size.wide, size.vocabulary)))


def _memory(count: int) -> str:
    if count >= 1e9:
        return f"{number(count / 1e9, places=2)} GB"
    return f"{number(count / 1e6, places=1)} MB"
