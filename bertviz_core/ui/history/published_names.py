"""The rows and columns of published tables that are words, in the visitor's language."""

from __future__ import annotations

from bertviz_core.ui.i18n import _


def label(name: str) -> str:
    """Return a row or column as it is shown; names of tasks and systems stay as they are."""
    words = {
        "mean": _("mean"),
        "before GPT": _("best before GPT"),
        "human": _("people"),
        "human: one expert": _("people: one expert"),
        "human: five votes": _("people: five votes"),
        "EM, dev": _("EM, development"),
        "F1, dev": _("F1, development"),
        "EM, test": _("EM, test"),
        "F1, test": _("F1, test"),
        "dev": _("development"),
        "test": _("test"),
        "nlnet, ensemble": _("nlnet, several"),
        "QANet, ensemble": _("QANet, several"),
        "R.M. Reader, ensemble": _("R.M. Reader, several"),
        "BERT-large, ensemble": _("BERT-large, several"),
        "ensemble + TriviaQA": _("several + TriviaQA"),
        "BERT-base, fine-tuned": _("BERT-base, fine-tuned"),
        "BERT-large, fine-tuned": _("BERT-large, fine-tuned"),
        "no next sentence": _("no next sentence"),
        "left to right": _("left to right"),
        "left to right + BiLSTM": _("left to right + BiLSTM"),
        "perplexity": _("perplexity"),
        "multilingual BERT": _("multilingual BERT"),
    }
    return words.get(name, name)
