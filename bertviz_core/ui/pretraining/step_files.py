"""Steps as files."""

from __future__ import annotations

from bertviz_core.results import MaskedWord, PretrainingSteps
from bertviz_core.ui.downloads import answer_json, csv_text
from bertviz_core.ui.pretraining.batch_files import batch_fields


def steps_csv(result: PretrainingSteps) -> str:
    """Return one line for every step, 0 is before the first; losses are in nats."""
    pair = [""] * (result.steps + 1)
    if result.next_sentence is not None:
        pair = [f"{value:.8f}" for value in result.next_sentence]
    rows = zip(result.masked_words, pair, result.total, strict=True)
    return csv_text(
        ["step", "masked_words", "next_sentence", "total"],
        ([step, f"{masked:.8f}", pair, f"{total:.8f}"] for step, (masked, pair, total) in enumerate(rows)),
    )


def steps_json(result: PretrainingSteps) -> str:
    """Return the losses, and the answers for every drawn token at both ends."""
    pair = result.next_sentence
    steps: dict[str, object] = {
        "learning_rate": result.learning_rate,
        "trained_layers": result.trained_layers,
        "trained_parameters": result.trained_parameters,
        "masked_words": result.masked_words.tolist(),
        "next_sentence": None if pair is None else pair.tolist(),
        "total": result.total.tolist(),
        "before": [_answers(mask) for mask in result.before],
        "after": [_answers(mask) for mask in result.after],
    }
    return answer_json(result.model, result.batch.encoding, batch_fields(result.batch) | steps)


def _answers(mask: MaskedWord) -> dict[str, object]:
    right = mask.candidates[0]
    return {
        "index": mask.index,
        "right": {"token": right.word, "probability": right.probability, "rank": right.rank},
        "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
    }
