"""A notebook of five lines that asks a fine-tuned model which somebody took home."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bertviz_core.results import Task
from bertviz_core.ui.i18n import _

_ASKED = {
    "sentence": ("classify", "answer.ranked()", "answer.encoding.text"),
    "pair": ("classify", "answer.ranked()", "answer.encoding.text, answer.encoding.pair"),
    "tagging": ("tag", "*zip(answer.words, answer.tags)", "answer.encoding.text"),
    "question": ("answer", "answer.answers[0]", "answer.question, answer.context"),
}
"""Of each task the question to the engine, what is printed of the answer, and whose attention is shown."""


def notebook_json(task: Task, folder: str, texts: Sequence[str]) -> str:
    """Write the notebook (nbformat 4.5), nothing of it run.

    Args:
        task: Of the model.
        folder: Name of the model's folder, which is to lie beside the notebook.
        texts: The text that is asked about, or both.
    """
    about = _(
        "Unpack `{folder}.zip` beside this notebook, and install BERT Scope (`pip install .` where its files "
        "are). The lines load the model, ask it, and show where a head of its last layer looks; layers and "
        "heads are counted from 0. Change the text, the layer and the head.",
        folder=folder,
    )
    cells = [
        {"cell_type": "markdown", "id": "about", "metadata": {}, "source": about},
        {
            "cell_type": "code",
            "id": "ask",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": "\n".join(_five_lines(task, folder, texts)),
        },
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1)


def _five_lines(task: Task, folder: str, texts: Sequence[str]) -> tuple[str, ...]:
    question, printed, looked_at = _ASKED[task]
    return (
        "from bertviz_core import load_engine, show_head",
        f"engine = load_engine({f'./{folder}'!r})",  # without the point `mini` would be the bundled model
        f"answer = engine.{question}({', '.join(map(repr, texts))})",
        f"print({printed})",
        f"show_head(engine.attention({looked_at}), layer=engine.info.layers - 1, head=0)",
    )
