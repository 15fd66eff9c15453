"""The fillings of all blanks together as files."""

from __future__ import annotations

from dataclasses import asdict

from bertviz_core.results import JointFilling, JointFillings
from bertviz_core.ui.downloads import answer_json, csv_text


def whole_text(filling: JointFilling) -> str:
    """Return the filled-in text, with the pair after it."""
    return filling.text if filling.pair is None else f"{filling.text} {filling.pair}"


def joint_csv(answer: JointFillings) -> str:
    """Return one line a filling; rank 0 stands for the first words of each blank alone."""
    blanks = range(1, len(answer.blanks) + 1)
    headings = ["rank", "probability", "text"]
    headings += [f"word_{blank}" for blank in blanks] + [f"probability_{blank}" for blank in blanks]
    return csv_text(
        headings,
        (
            [
                rank,
                f"{filling.probability:.6g}",
                whole_text(filling),
                *filling.words,
                *(f"{value:.6g}" for value in filling.step_probabilities),
            ]
            for rank, filling in enumerate((answer.alone, *answer.fillings))
        ),
    )


def joint_json(answer: JointFillings) -> str:
    """Return the fillings in the form the command line prints, with the tokens of the text."""
    fillings = [asdict(filling) for filling in answer.fillings]
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "blanks": answer.blanks,
            "beams": answer.beams,
            "fillings": fillings,
            "alone": asdict(answer.alone),
            "notes": [note.document() for note in answer.notes],
        },
    )
