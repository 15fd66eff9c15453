"""Questions to the head of a fine-tuned model: a text's class, the tags of its words, an answer in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.ask_question import answered_question
from bertviz_core.analysis.fine_tuning.ask_tags import tagged_text
from bertviz_core.analysis.fine_tuning.ask_text import Progress, Row, classify_many, text_classes
from bertviz_core.analysis.fine_tuning.ask_why import attribute_class
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import AnsweredQuestion, Attribution, Encoding, TaggedText, TaskInfo, TextClasses


class FineTunedQuestions(BaseEngine):
    """What a fine-tuned model learned to say; without its head all raise `MissingHeadError`."""

    @property
    def task(self) -> TaskInfo | None:
        """What the model was fine-tuned for; None where it was not, or for something that cannot be asked."""
        head = self._passes.model.head
        return None if head is None else head.info

    @property
    def has_task_head(self) -> bool:
        """Tell whether fine-tuning put a head on top, one that cannot be asked too."""
        return self.task is not None or bool(self._passes.model.unsupported)

    def _read_as_learned(self, text: str, pair: str | None = None) -> Encoding:
        """Encode a text or a pair, cut where texts were cut while the model learned."""
        head = self._passes.model.head
        return self._reader.read(
            text, pair, has_segments=self.info.has_segments, most=head.max_tokens if head else None
        )

    def classify(self, text: str, pair: str | None = None) -> TextClasses:
        """Return the probability of every class; what is longer than the model learned to read is cut.

        Args:
            text: The text.
            pair: The second text of a pair.

        Raises:
            MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
            InputError: The model compares two texts and there is one.
        """
        return text_classes(self._passes, self._read_as_learned(text, pair))

    def classify_many(
        self,
        rows: Iterable[Row],
        *,
        skip_unreadable: bool = False,
        progress: Progress | None = None,
    ) -> NDArray[np.float32]:
        """Return the probabilities (rows, classes) of many texts or pairs; long ones are cut.

        Args:
            rows: Texts, or pairs of them.
            skip_unreadable: Answer NaN for a row without text instead of raising its error.
            progress: Called with the rows that are done and all of them; what it raises ends the work.

        Raises:
            MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
            InputError: A text has nothing in it, or the second one of a pair is missing.
        """
        return classify_many(
            self._passes, self._read_as_learned, rows, skip_unreadable=skip_unreadable, progress=progress
        )

    def tag(self, text: str | Sequence[str]) -> TaggedText:
        """Return the tag of each word, with its probability, and the entities that they make up.

        Args:
            text: A text, in which words and signs are found, or its words.

        Raises:
            MissingHeadError: The model was not fine-tuned to tag words.
            InputError: There is no word.
        """
        return tagged_text(self._passes, self._read_as_learned, text)

    def answer(self, question: str, context: str, *, top_k: int = 3) -> AnsweredQuestion:
        """Return the parts of a text that most probably answer a question; a long text is read in windows.

        Every answer is a part of the text: that there is none is not foreseen.

        Args:
            question: The question.
            context: The text that holds the answer.
            top_k: How many, at most 50.

        Raises:
            MissingHeadError: The model was not fine-tuned to answer questions.
            InputError: Question or text have nothing in them, or `top_k` is out of bounds.
            TextTooLongError: The question leaves no room for the text.
        """
        return answered_question(self._passes, self._reader, question=question, context=context, top_k=top_k)

    def attribute_class(
        self, text: str, pair: str | None = None, *, label: str | None = None, steps: int = 50
    ) -> Attribution:
        """Return how much each token adds to the log odds of a class against all others.

        Args:
            text: The text.
            pair: The second text of a pair.
            label: The class; the most probable one when left out.
            steps: Passes along the path from masked words to the words, at most; fewer where the scores add
                up with fewer.

        Raises:
            MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
            InputError: There is no such class, the second text is missing, or the model has no mask token.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        encoding = self._read_as_learned(text, pair)
        return attribute_class(self._passes, self._reader, encoding=encoding, label=label, steps=steps)
