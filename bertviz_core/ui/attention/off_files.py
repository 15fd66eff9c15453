"""What changes when heads are switched off, as files."""

from __future__ import annotations

from bertviz_core.results import HeadEffects, HiddenChange, MaskedWords, NextSentence
from bertviz_core.ui.downloads import answer_json, csv_text

Masked = tuple[MaskedWords, MaskedWords]
Follows = tuple[NextSentence, NextSentence]


def hidden_change_csv(change: HiddenChange) -> str:
    """Return one line for every layer and token; layer 0 is the input embedding."""
    return csv_text(
        ["layer", "position", "token", "cosine_distance", "relative_norm"],
        (
            [layer, place, token, f"{change.cosine_distance[layer, place]:.6f}", f"{norm:.6f}"]
            for layer, norms in enumerate(change.relative_norm)
            for place, (token, norm) in enumerate(zip(change.encoding.tokens, norms, strict=True))
        ),
    )


def masked_change_csv(masked: Masked, *, shown: int) -> str:
    """Return the first answers for every blank, before and after."""
    return csv_text(
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
    """Return everything the view shows; heads are counted from 1, layer 0 is the input embedding."""
    document: dict[str, object] = {
        "heads_off": [(layer + 1, head + 1) for layer, head in change.heads_off],
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
                    "hidden": [
                        {"word": word.word, "probability": word.probability, "rank": word.rank}
                        for word in mask.candidates
                    ],
                }
                for mask in answer.masks
            ]
            for stage, answer in zip(("before", "after"), masked, strict=True)
        }
    if follows is not None:
        document["is_next"] = {"before": follows[0].is_next, "after": follows[1].is_next}
    return answer_json(change.model, change.encoding, document)


def head_effects_csv(effects: HeadEffects) -> str:
    """Return one line for every head, counted from 1 as on screen, the one that matters most first."""
    return csv_text(
        ["layer", "head", "probability", "probability_without"],
        (
            [layer + 1, head + 1, f"{effects.probability:.8f}", f"{effects.without[layer, head]:.8f}"]
            for layer, head in effects.ranked()
        ),
    )


def head_effects_json(effects: HeadEffects) -> str:
    """Return the probability of the answer with every head and without each, `[layers][heads]`."""
    return answer_json(
        effects.model,
        effects.encoding,
        {
            "index": effects.index,
            "answer": effects.answer,
            "probability": effects.probability,
            "without": effects.without.tolist(),
        },
    )
