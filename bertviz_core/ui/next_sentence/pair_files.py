"""Whether one sentence follows another, as files."""

from __future__ import annotations

from bertviz_core.results import NextSentence
from bertviz_core.ui.downloads import answer_json, csv_text


def next_sentence_csv(answer: NextSentence, swapped: NextSentence) -> str:
    """Return one line for the pair as asked, and one for it swapped."""
    return csv_text(
        ["first", "second", "is_next", "not_next"],
        (
            [a.encoding.text, a.encoding.pair, f"{a.is_next:.8f}", f"{a.not_next:.8f}"]
            for a in (answer, swapped)
        ),
    )


def next_sentence_json(answer: NextSentence, swapped: NextSentence) -> str:
    """Return both probabilities, and those of the swapped pair."""
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "is_next": answer.is_next,
            "not_next": answer.not_next,
            "swapped": {"is_next": swapped.is_next, "not_next": swapped.not_next},
        },
    )
