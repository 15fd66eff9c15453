"""What changes when heads are switched off, as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from bertviz_core.results import HeadEffects, HiddenChange, MaskedWords, NextSentence

Masked = tuple[MaskedWords, MaskedWords]
Follows = tuple[NextSentence, NextSentence]


def hidden_change_csv(change: HiddenChange) -> str:
    """Return one line for every layer and token; layer 0 is the input embedding."""
    return _csv(
        ["layer", "position", "token", "cosine_distance", "relative_norm"],
        (
            [layer, place, token, f"{change.cosine_distance[layer, place]:.6f}", f"{norm:.6f}"]
            for layer, norms in enumerate(change.relative_norm)
            for place, (token, norm) in enumerate(zip(change.encoding.tokens, norms, strict=True))
        ),
    )


def masked_change_csv(masked: Masked, *, shown: int) -> str:
    """Return the first answers for every blank, before and after."""
    return _csv(
        ["model", "blank", "rank", "token", "probability"],
        (
            [stage, blank, p.rank, p.token, f"{p.probability:.8f}"]
            for stage, answer in zip(("before", "after"), masked, strict=True)
            for blank, mask in enumerate(answer.masks, start=1)
            for p in mask.predictions[:shown]
        ),
    )


def switch_off_json(
    change: HiddenChange, masked: Masked | None, follows: Follows | None, *, shown: int
) -> str:
    """Return everything the view shows; layers and heads are counted from 0."""
    document: dict[str, object] = {
        "model": change.model,
        "text": change.encoding.text,
        "pair": change.encoding.pair,
        "heads_off": change.heads_off,
        "tokens": change.encoding.tokens,
        "cosine_distance": change.cosine_distance.tolist(),
        "relative_norm": change.relative_norm.tolist(),
    }
    if masked is not None:
        document["masked_text"] = masked[0].text
        document["masks"] = {
            stage: [
                {
                    "index": mask.index,
                    "predictions": [
                        {"token": p.token, "probability": p.probability} for p in mask.predictions[:shown]
                    ],
                }
                for mask in answer.masks
            ]
            for stage, answer in zip(("before", "after"), masked, strict=True)
        }
    if follows is not None:
        document["is_next"] = {"before": follows[0].is_next, "after": follows[1].is_next}
    return json.dumps(document, ensure_ascii=False)


def head_effects_csv(effects: HeadEffects) -> str:
    """Return one line for every head, 0-based, the one that matters most first."""
    return _csv(
        ["layer", "head", "probability", "probability_without"],
        (
            [layer, head, f"{effects.probability:.8f}", f"{effects.without[layer, head]:.8f}"]
            for layer, head in effects.ranked()
        ),
    )


def head_effects_json(effects: HeadEffects) -> str:
    """Return the probability of the answer with every head and without each, `[layers][heads]`."""
    return json.dumps(
        {
            "model": effects.model,
            "text": effects.encoding.text,
            "pair": effects.encoding.pair,
            "index": effects.index,
            "answer": effects.answer,
            "probability": effects.probability,
            "without": effects.without.tolist(),
        },
        ensure_ascii=False,
    )


def _csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(headings)
    writer.writerows(rows)
    return file.getvalue()
