"""The answers of each direction as files."""

from __future__ import annotations

from bertviz_core.results import DirectedAnswers, MaskedWord
from bertviz_core.ui.downloads import answer_json, csv_text


def _ways(answers: DirectedAnswers) -> dict[str, MaskedWord]:
    return {way: getattr(answers, way) for way in ("left", "right", "joined", "both")}


def directions_csv(answers: DirectedAnswers) -> str:
    """Return one line for every way to look and prediction."""
    return csv_text(
        ["attention", "rank", "token", "probability"],
        (
            [way, p.rank, p.token, f"{p.probability:.8f}"]
            for way, mask in _ways(answers).items()
            for p in mask.predictions
        ),
    )


def directions_json(answers: DirectedAnswers) -> str:
    """Return the predictions of every way to look, and the hidden word's probability and rank in each."""
    ways = {
        way: {
            "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
            "hidden_word": [
                {"word": word.word, "probability": word.probability, "rank": word.rank}
                for word in mask.candidates
            ],
        }
        for way, mask in _ways(answers).items()
    }
    notes = [note.document() for note in answers.notes]
    return answer_json(answers.model, answers.encoding, {"index": answers.index, **ways, "notes": notes})
