"""The shares of one token as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.ui.downloads import answer_json, csv_text

if TYPE_CHECKING:
    from bertviz_core.results import AttentionRollout
    from bertviz_core.results.attention.flow import TokenFlow


def flow_csv(flow: TokenFlow) -> str:
    """Return one line for every layer and token; layers are counted from 1."""
    shares = zip(flow.rollout, flow.attention, strict=True)
    return csv_text(
        ["layer", "position", "token", "rollout", "mean_attention"],
        (
            [layer, place, flow.encoding.labels[place], f"{share:.6f}", f"{weight:.6f}"]
            for layer, (rollout, attention) in enumerate(shares, start=1)
            for place, share, weight in zip(flow.places.tolist(), rollout, attention, strict=True)
        ),
    )


def flow_json(rollout: AttentionRollout, flow: TokenFlow) -> str:
    """Return everything the view shows as one JSON document; arrays are [layer][token]."""
    return answer_json(
        rollout.model,
        flow.encoding,
        {
            "token": flow.token,
            "direction": flow.direction,
            "positions": flow.places.tolist(),
            "tokens": [flow.encoding.tokens[place] for place in flow.places],
            "rollout": flow.rollout.round(6).tolist(),
            "mean_attention": flow.attention.round(6).tolist(),
        },
    )
