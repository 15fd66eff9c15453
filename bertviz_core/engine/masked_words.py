"""Questions to the masked-word head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bertviz_core.analysis.answers.candidates import Candidates, CandidateScorer
from bertviz_core.analysis.answers.masked_words import AskedBlank, masked_words, require_masked_word_head
from bertviz_core.analysis.masked_words.directions import fill_mask_by_direction
from bertviz_core.analysis.masked_words.fill_joint import joint_fillings
from bertviz_core.analysis.masked_words.layers import answer_by_layer
from bertviz_core.analysis.masked_words.surprise import pseudo_log_likelihood
from bertviz_core.analysis.masked_words.why import ExplainedWord, attribute_masked_word
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    AnswerByLayer,
    Attribution,
    DirectedAnswers,
    JointFillings,
    MaskedWords,
    PseudoLikelihood,
    WithinWords,
)


class MaskedWordQuestions(BaseEngine):
    """What a model puts in a blank, and why; without a trained head all raise `MissingHeadError`."""

    def fill_mask(
        self,
        text: str,
        top_k: int = 10,
        candidates: Candidates | None = None,
        *,
        pair: str | None = None,
        skip_unscorable: bool = False,
        end_sentence: bool = False,
    ) -> MaskedWords:
        """Return the most probable words for every blank of a text, or of a pair.

        Args:
            text: A text with one or more blanks: `[MASK]`, `<mask>` in any case, or `___`.
            top_k: Length of each ranked list.
            candidates: Words to score, also ones of several pieces: one list for every blank, or a
                list of lists, one for each blank in the order of the text.
            pair: A second text, read with the first; its blanks come after those of the first.
            skip_unscorable: Put a candidate among the answer's `unscored` where it cannot be scored (too
                many pieces, too long together with the text, or unknown to the vocabulary) instead of raising
                its error.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there and no candidate is one.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no blank, a setting is out of range, or a candidate cannot be scored.
            TextTooLongError: The text has more characters than allowed.
        """
        require_masked_word_head(self._passes)
        scorer = CandidateScorer(self._passes, self._reader, candidates or (), skip=skip_unscorable)
        ends = end_sentence and not scorer.asks_for_signs()
        reading = self.read_blanks(text, pair, end_sentence=ends)
        answer = masked_words(
            self._passes, self._reader, encoding=reading.encoding, top_k=top_k, scorer=scorer
        )
        return replace(answer, notes=reading.notes)

    def fill_jointly(
        self,
        text: str,
        *,
        beams: int = 5,
        top_k: int = 5,
        pair: str | None = None,
        end_sentence: bool = False,
    ) -> JointFillings:
        """Return the most probable fillings of all blanks together, found by beam search from left to right.

        A filling is worth p(first word | all other blanks hidden) * p(second word | the first filled in, the
        others hidden) * …; special tokens fill no blank.

        Args:
            text: A text with one blank or more, at most 10.
            beams: Beginnings kept after each blank, at most 20.
            top_k: Length of the list of fillings, at most 20.
            pair: A second text, read with the first; its blanks come after those of the first.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no blank, there are too many, or a setting is out of range.
            TextTooLongError: The text has more characters than allowed.
        """
        require_masked_word_head(self._passes)
        reading = self.read_blanks(text, pair, end_sentence=end_sentence)
        answer = joint_fillings(
            self._passes, self._reader, encoding=reading.encoding, beams=beams, top_k=top_k
        )
        return replace(answer, notes=reading.notes)

    def fill_mask_by_direction(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        top_k: int = 10,
        word: str | None = None,
        end_sentence: bool = False,
    ) -> DirectedAnswers:
        """Return the answers for one blank when tokens may look left, right, or both ways.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            top_k: Length of each ranked list.
            word: A word to follow too, if it is one entry of the vocabulary: the one that stood there.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there and the word is none.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the length of the lists is out of range.
            TextTooLongError: The text has more characters than allowed.
        """
        require_masked_word_head(self._passes)
        reading = self._read_blank(text, pair, blank, word, end_sentence)
        asked = AskedBlank(reading.number(blank), top_k)
        answer = fill_mask_by_direction(
            self._passes, self._reader, encoding=reading.encoding, asked=asked, word=word
        )
        return replace(answer, notes=reading.notes)

    def answer_by_layer(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        top_k: int = 10,
        word: str | None = None,
        end_sentence: bool = False,
    ) -> AnswerByLayer:
        """Return what the masked-word head reads from a blank's state after every layer.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            top_k: So many of the words that come first after the last layer are followed.
            word: A word to follow too, if it is one entry of the vocabulary: the one that stood there.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there and the word is none.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the number of words is out of range.
            TextTooLongError: The text has more characters than allowed.
        """
        require_masked_word_head(self._passes)
        reading = self._read_blank(text, pair, blank, word, end_sentence)
        asked = AskedBlank(reading.number(blank), top_k)
        answer = answer_by_layer(
            self._passes, self._reader, encoding=reading.encoding, asked=asked, word=word
        )
        return replace(answer, notes=reading.notes)

    def pseudo_log_likelihood(
        self,
        text: str,
        pair: str | None = None,
        *,
        within_words: WithinWords = "original",
        places: Iterable[int] | None = None,
    ) -> PseudoLikelihood:
        """Return how probable each token is when it alone is hidden (Salazar et al. 2020): a pass a token.

        Special tokens, blanks of the text and words that the vocabulary does not know are not scored.

        Args:
            text: The text.
            pair: A second text, read with the first; both are scored.
            within_words: `left_to_right` hides the later pieces of the same word too (Kauf & Ivanova 2023).
            places: Positions of the tokens to score; all of them when left out. Parts can be joined.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is nothing to score, no such token or no such way to hide a word.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        return pseudo_log_likelihood(
            self._passes,
            self._reader,
            encoding=self.encode(text, pair),
            within_words=within_words,
            places=places,
        )

    def attribute_masked_word(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        word: str | int | None = None,
        steps: int = 50,
        end_sentence: bool = False,
    ) -> Attribution:
        """Return how much each token adds to the log probability of a word in a blank, in nats.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            word: A word of one piece, or the id of a vocabulary entry; the most probable when left out.
            steps: Passes along the path from masked words to the words, at most; fewer where the scores add
                up with fewer.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there and the word is none.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the word is not one piece of the vocabulary.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        followed = self._reader.readable(word) if isinstance(word, int) else word
        reading = self._read_blank(text, pair, blank, followed, end_sentence)
        answer = attribute_masked_word(
            self._passes,
            self._reader,
            encoding=reading.encoding,
            wanted=ExplainedWord(reading.number(blank), word),
            steps=steps,
        )
        return replace(answer, notes=reading.notes)
