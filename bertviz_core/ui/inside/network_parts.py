"""Which part of the network is open: fields that open a part into those below it, kept in the address."""

from __future__ import annotations

from bertviz_core.results import ParameterPart, ParameterParts, PartKind
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text_key import text_key

PARAMETER = "part"
DEEPEST = 4
"""Layer, attention, head, matrix."""

_MOST_LETTERS = 200


def choose_part(parts: ParameterParts) -> tuple[ParameterPart, ...]:
    """Offer the parts of each part that is open; return those from the model to the one open last."""
    named = address.get(PARAMETER, "")[:_MOST_LETTERS].split(".")
    chosen = [parts.whole]
    for level, place in enumerate(option_row([1] * DEEPEST)):
        children = {child.slug: child for child in chosen[-1].children}
        if not children or len(chosen) <= level:
            break
        path = [part.slug for part in chosen[1:]]
        first = named[level] if named[:level] == path and level < len(named) else ""
        offered = ["", *children]
        slug = place.selectbox(
            _("Open"),
            offered,
            index=offered.index(first) if first in children else 0,
            format_func=lambda slug, among=children: part_name(among[slug]) if slug else _("(whole)"),
            key=f"network_part_{text_key(parts.model, language(), *path)}_{level}",
            label_visibility="visible" if level == 0 else "collapsed",
        )
        if slug:
            chosen.append(children[slug])
    address.put(PARAMETER, ".".join(part.slug for part in chosen[1:]), usual="")
    return tuple(chosen)


def part_name(part: ParameterPart) -> str:
    """Name a part in the visitor's language."""
    if part.kind == "layer":
        if part.times > 1:
            return _("Layers 1–{count}, shared", count=part.times)
        return _("Layer {number}", number=part.number)
    if part.kind == "head":
        return _("Head {number}", number=part.number)
    if part.kind == "weights":
        return ".".join(part.name.split(".")[-2:])
    return _names()[part.kind]


def _names() -> dict[PartKind, str]:
    return {
        "model": _("Model"),
        "embeddings": _("Embeddings"),
        "word_embeddings": _("Tokens"),
        "position_embeddings": _("Positions"),
        "segment_embeddings": _("Segments"),
        "projection": _("Projection"),
        "attention": _("Self-attention"),
        "query": _("Query W_Q"),
        "key": _("Key W_K"),
        "value": _("Value W_V"),
        "output": _("Output W_O"),
        "output_bias": _("Output bias"),
        "norm": "LayerNorm",
        "feed_forward": _("Feed-forward"),
        "widen": _("Widening W₁"),
        "narrow": _("Narrowing W₂"),
        "pooler": _("Pooler"),
        "masked_words": _("Masked-word head"),
        "next_sentence": _("Next-sentence head"),
        "other": _("Other weights"),
    }
