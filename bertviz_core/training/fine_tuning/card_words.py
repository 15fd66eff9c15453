"""The words of a model card, in every language of the app."""

from __future__ import annotations

import re

from bertviz_core.errors import N_
from bertviz_core.locales import fill, translate
from bertviz_core.results import Task
from bertviz_core.written_numbers import number_style

TASKS: dict[Task, str] = {
    "sentence": N_("It tells the class of a text."),
    "pair": N_("It tells the class of a pair of texts."),
    "tagging": N_("It tags the words of a sentence."),
    "question": N_("It finds the answer to a question in a text."),
}
METHODS = {
    "majority": N_("always the most frequent class"),
    "word_list": N_("most frequent tag of each word"),
    "tfidf": N_("TF-IDF and logistic regression"),
    "features": N_("the frozen model and logistic regression"),
    "similar_sentence": N_("the most similar sentence"),
    "full": N_("fine-tuned, all weights"),
    "last_layers": N_("fine-tuned, last layers"),
    "lora": N_("fine-tuned, LoRA"),
}
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$&:])")


class Say:
    """Writes sentences and numbers in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.numbers = number_style(language)

    def __call__(self, message: str, **fields: object) -> str:
        """Write a sentence with its fields."""
        return fill(translate(message, self._language), fields)


def plain(text: str) -> str:
    """Return a text on one line in which nothing is Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
