"""One loaded model and the questions that can be put to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.answer_layers import answer_by_layer
from bertviz_core.analysis.attention import attention_layer, attention_maps
from bertviz_core.analysis.attention_between import AttentionBetweenCollector
from bertviz_core.analysis.attention_capture import TakeLayer
from bertviz_core.analysis.attention_rollout import attention_rollout
from bertviz_core.analysis.attribution import ExplainedWord, attribute_masked_word, attribute_next_sentence
from bertviz_core.analysis.candidates import Candidates, CandidateScorer
from bertviz_core.analysis.directions import fill_mask_by_direction
from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.analysis.head_effects import FollowedWord, masked_word_effects, next_sentence_effects
from bertviz_core.analysis.head_search import HeadSearch
from bertviz_core.analysis.head_similarity import HeadRowsCollector
from bertviz_core.analysis.head_statistics import HeadStatisticsCollector
from bertviz_core.analysis.hidden_change import hidden_change
from bertviz_core.analysis.input_text import require_visible
from bertviz_core.analysis.joint_fill import joint_fillings
from bertviz_core.analysis.many_texts import TakeStates, guess_tokens, stream_states
from bertviz_core.analysis.masked_words import AskedBlank, masked_words, require_masked_word_head
from bertviz_core.analysis.next_sentence import next_sentence, require_next_sentence_head
from bertviz_core.analysis.next_sentence_batch import Progress, next_sentences
from bertviz_core.analysis.pretraining_loss import pretraining_loss
from bertviz_core.analysis.pretraining_steps import OnStep, Schedule, take_steps
from bertviz_core.analysis.pseudo_likelihood import pseudo_log_likelihood
from bertviz_core.analysis.query_key import query_key
from bertviz_core.analysis.sentence_order import sentence_order
from bertviz_core.analysis.token_masking import Masking, mask_encoding
from bertviz_core.analysis.tokens import TextReader
from bertviz_core.models.download import ProgressHook
from bertviz_core.models.loading import LoadedModel, load_checkpoint
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.results import (
    AnswerByLayer,
    AttentionBetween,
    AttentionMaps,
    AttentionRollout,
    Attribution,
    DirectedAnswers,
    Encoding,
    HeadEffects,
    HeadMatch,
    HeadSimilarity,
    HeadStatistics,
    HiddenChange,
    JointFillings,
    MaskedBatch,
    MaskedWords,
    ModelInfo,
    NextSentence,
    PretrainingLoss,
    PretrainingSteps,
    PseudoLikelihood,
    QueryKey,
    SentenceOrder,
    SentencePair,
    Strategy,
    TokenGuesses,
    WithinWords,
)
from bertviz_core.settings import get_settings


class BertEngine:
    """Answers questions about one model; one engine may be asked from many threads.

    Every answer is a frozen dataclass of NumPy arrays. All questions raise `InputError` for a text
    with nothing in it and `BusyError` when too many questions run at once.
    """

    def __init__(self, model: LoadedModel) -> None:
        """Take a model as `load_engine` loads it."""
        self._reader = TextReader(
            model.tokenizer,
            mask_token=model.info.mask_token,
            unknown_token=model.unknown_token,
            max_tokens=model.info.max_tokens,
        )
        self._passes = ForwardPasses(model)

    @property
    def info(self) -> ModelInfo:
        """What the model is and can do."""
        return self._passes.model.info

    @property
    def card(self) -> str:
        """The model card that came with the checkpoint, Markdown of whoever wrote it; empty without one."""
        return self._passes.model.card

    def encode(self, text: str, pair: str | None = None) -> Encoding:
        """Return the tokens of a text or a pair; what does not fit is cut and shown as cut."""
        return self._reader.read(text, pair, has_segments=self.info.has_segments)

    def attention(self, text: str, pair: str | None = None) -> AttentionMaps:
        """Return the attention of every head, rows are queries and sum to 1."""
        return attention_maps(self._passes, self.encode(text, pair))

    def attention_layers(self, text: str, pair: str | None = None, *, take: TakeLayer) -> Encoding:
        """Hand over the attention of one layer after the other, so that one at a time is in memory.

        Args:
            text: The text.
            pair: A second text.
            take: Called with each 0-based layer number and its weights (heads, query, key), in order,
                while the pass is running: it keeps what it needs and asks the engine nothing.
        """
        encoding = self.encode(text, pair)
        self._passes.stream_attention(encoding, take)
        return encoding

    def attention_layer(self, text: str, pair: str | None = None, *, layer: int) -> NDArray[np.float32]:
        """Return one layer's attention (heads, query, key), without a new pass where one is kept.

        Args:
            text: The text.
            pair: A second text.
            layer: 0-based.

        Raises:
            InputError: The model has no such layer.
        """
        return attention_layer(self._passes, self.encode(text, pair), layer)

    def hidden_states(self, texts: Iterable[str], *, take: TakeStates) -> None:
        """Hand over the hidden states of many texts, so that those of a few at a time are in memory.

        Args:
            texts: The texts; those of one length in tokens are run in one batch.
            take: Called once for each text with its number among them, its encoding and its states
                (layers + 1, tokens, hidden), where 0 is the input embedding, in no particular order. It
                copies what it keeps.
        """
        stream_states(self._passes, [self.encode(text) for text in texts], take)

    def guess_tokens(
        self, changed: Sequence[Encoding], answers: Sequence[NDArray[np.int64]]
    ) -> tuple[TokenGuesses, ...]:
        """Return what the masked-word head says at places of inputs in which tokens were hidden or changed.

        Args:
            changed: Encodings of this engine, `ids` replaced in some places.
            answers: For each of them (tokens,): the right id where one is wanted, a negative one elsewhere.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
        """
        require_masked_word_head(self._passes)
        return guess_tokens(self._passes, changed, answers)

    @property
    def mask_id(self) -> int:
        """The id of the mask token, -1 where the vocabulary has none."""
        return self._reader.mask_id

    def head_statistics(self, text: str, pair: str | None = None) -> HeadStatistics:
        """Return what each head mostly does: entropy, distance, and shares of its attention."""
        collector = HeadStatisticsCollector(self.encode(text, pair), model=self.info.id)
        self.attention_layers(text, pair, take=collector.take)
        return collector.result()

    def head_similarity(self, text: str, pair: str | None = None) -> HeadSimilarity:
        """Return how far apart all heads are in what they attend to, with a flat map of them."""
        info = self.info
        rows = HeadRowsCollector(self.encode(text, pair), model=info.id, heads=info.layers * info.heads)
        self.attention_layers(text, pair, take=rows.take)
        return rows.result()

    def find_heads(
        self, text: str, pair: str | None = None, *, queries: Collection[int], keys: Collection[int]
    ) -> tuple[HeadMatch, ...]:
        """Return all heads, those first in which some tokens look most at some others.

        Args:
            text: The text.
            pair: A second text.
            queries: Positions of the tokens that look.
            keys: Positions of the tokens that are looked at.

        Raises:
            InputError: No position is given on one side, or one is not of this input.
        """
        search = HeadSearch(self.encode(text, pair), queries=queries, keys=keys)
        self.attention_layers(text, pair, take=search.take)
        return search.result()

    def attention_rollout(self, text: str, pair: str | None = None) -> AttentionRollout:
        """Return how much of each input token is in each token after each layer (Abnar & Zuidema 2020)."""
        return attention_rollout(self._passes, self.encode(text, pair))

    def query_key(self, text: str, pair: str | None = None, *, layer: int, head: int) -> QueryKey:
        """Return the queries and keys of one head and how they become its weights.

        Args:
            text: The text.
            pair: A second text.
            layer: 0-based.
            head: 0-based.

        Raises:
            InputError: The model has no such layer or head.
        """
        return query_key(self._passes, self.encode(text, pair), layer=layer, head=head)

    def fill_mask(
        self,
        text: str,
        top_k: int = 10,
        candidates: Candidates | None = None,
        *,
        pair: str | None = None,
        skip_unscorable: bool = False,
    ) -> MaskedWords:
        """Return the most probable words for every blank of a text, or of a pair.

        Args:
            text: A text with one or more blanks: `[MASK]`, `<mask>` in any case, or `___`.
            top_k: Length of each ranked list.
            candidates: Words to score, also ones of several pieces: one list for every blank, or a
                list of lists, one for each blank in the order of the text.
            pair: A second text, read with the first; its blanks come after those of the first.
            skip_unscorable: Put a candidate among the answer's `unscored` where it cannot be scored (too
                many pieces, or too long together with the text) instead of raising its error.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no blank, a setting is out of range, or a candidate cannot be scored.
            TextTooLongError: A blank is beyond the model's length.
        """
        require_masked_word_head(self._passes)
        return masked_words(
            self._passes,
            self._reader,
            encoding=self.encode(text, pair),
            top_k=top_k,
            scorer=CandidateScorer(self._passes, self._reader, candidates or (), skip=skip_unscorable),
        )

    def pseudo_log_likelihood(
        self,
        text: str,
        pair: str | None = None,
        *,
        within_words: WithinWords = "original",
        places: Iterable[int] | None = None,
    ) -> PseudoLikelihood:
        """Return how probable each token is when it alone is hidden (Salazar et al. 2020): a pass a token.

        Special tokens and blanks of the text are not scored; what the vocabulary does not know is scored as
        its unknown token.

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

    def fill_jointly(
        self, text: str, *, beams: int = 5, top_k: int = 5, pair: str | None = None
    ) -> JointFillings:
        """Return the most probable fillings of all blanks together, found by beam search from left to right.

        A filling is worth p(first word | all other blanks hidden) * p(second word | the first filled in, the
        others hidden) * …; special tokens fill no blank.

        Args:
            text: A text with one blank or more, at most 10.
            beams: Beginnings kept after each blank, at most 20.
            top_k: Length of the list of fillings, at most 20.
            pair: A second text, read with the first; its blanks come after those of the first.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no blank, there are too many, or a setting is out of range.
            TextTooLongError: A blank is beyond the model's length.
        """
        require_masked_word_head(self._passes)
        encoding = self.encode(text, pair)
        return joint_fillings(self._passes, self._reader, encoding=encoding, beams=beams, top_k=top_k)

    def fill_mask_by_direction(
        self, text: str, pair: str | None = None, *, blank: int = 0, top_k: int = 10, word: str | None = None
    ) -> DirectedAnswers:
        """Return the answers for one blank when tokens may look left, right, or both ways.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            top_k: Length of each ranked list.
            word: A word to follow too, if it is one entry of the vocabulary: the one that stood there.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the length of the lists is out of range.
            TextTooLongError: A blank is beyond the model's length.
        """
        require_masked_word_head(self._passes)
        asked = AskedBlank(blank, top_k)
        encoding = self.encode(text, pair)
        return fill_mask_by_direction(self._passes, self._reader, encoding=encoding, asked=asked, word=word)

    def answer_by_layer(
        self, text: str, pair: str | None = None, *, blank: int = 0, top_k: int = 10, word: str | None = None
    ) -> AnswerByLayer:
        """Return what the masked-word head reads from a blank's state after every layer.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            top_k: So many of the words that come first after the last layer are followed.
            word: A word to follow too, if it is one entry of the vocabulary: the one that stood there.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the number of words is out of range.
            TextTooLongError: A blank is beyond the model's length.
        """
        require_masked_word_head(self._passes)
        asked = AskedBlank(blank, top_k)
        return answer_by_layer(
            self._passes, self._reader, encoding=self.encode(text, pair), asked=asked, word=word
        )

    def next_sentence(self, first: str, second: str) -> NextSentence:
        """Return the probability that the second text follows the first.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            TextTooLongError: Both texts together are over the model's length.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        return next_sentence(self._passes, self.encode(first, second))

    def next_sentences(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        skip_unreadable: bool = False,
        progress: Progress | None = None,
    ) -> NDArray[np.float32]:
        """Return for each of n pairs (n,) the probability that its second text follows its first.

        Args:
            pairs: The texts, at most 1,000 pairs.
            skip_unreadable: Answer NaN for a pair that is empty or does not fit instead of raising its error.
            progress: Called after each batch with the pairs answered and all pairs.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There are too many pairs, or a text has nothing in it.
            TextTooLongError: A pair is over the model's length.
        """
        require_next_sentence_head(self._passes)
        return next_sentences(
            self._passes, self.encode, pairs=pairs, skip_unreadable=skip_unreadable, progress=progress
        )

    @property
    def heads_off(self) -> tuple[tuple[int, int], ...]:
        """The heads (layer, head), 0-based and in order, without which this engine answers."""
        return self._passes.heads_off

    def without_heads(self, heads: Iterable[tuple[int, int]]) -> BertEngine:
        """Return an engine on the same network that answers every question without these heads.

        The context vectors of a head that is off are zero (Michel et al. 2019, "Are Sixteen Heads Really
        Better than One?"). This engine goes on answering with all of its own.

        Args:
            heads: 0-based (layer, head); those that are off already stay off.

        Raises:
            InputError: The model has no such head.
        """
        engine = copy(self)
        engine._passes = self._passes.without(heads)
        return engine

    def hidden_change(
        self, heads: Iterable[tuple[int, int]], text: str, pair: str | None = None
    ) -> HiddenChange:
        """Return how far each token's hidden states move when these heads are switched off.

        Raises:
            InputError: The model has no such head.
        """
        return hidden_change(self._passes, self._passes.without(heads), self.encode(text, pair))

    def masked_word_effects(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        word: str | None = None,
        layers: Iterable[int] | None = None,
    ) -> HeadEffects:
        """Return what each head alone does to one word of a blank: a pass for each head and piece of it.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            word: The word to follow; the most probable one when left out.
            layers: 0-based layers whose heads are tried; all of them when left out.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank or no such layer, or the word cannot be scored.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        layers = range(self.info.layers) if layers is None else layers
        return masked_word_effects(
            self._passes,
            self._reader,
            encoding=self.encode(text, pair),
            followed=FollowedWord(blank, word),
            layers=layers,
        )

    def next_sentence_effects(
        self, first: str, second: str, *, layers: Iterable[int] | None = None
    ) -> HeadEffects:
        """Return what each head alone does to the probability that the second text follows the first.

        Args:
            first: The first text.
            second: The second text.
            layers: 0-based layers whose heads are tried; all of them when left out.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There is no such layer.
            TextTooLongError: Both texts together have more than 128 tokens.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        layers = range(self.info.layers) if layers is None else layers
        return next_sentence_effects(self._passes, self.encode(first, second), layers=layers)

    def attribute_masked_word(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        word: str | int | None = None,
        steps: int = 50,
    ) -> Attribution:
        """Return how much each token adds to the log probability of a word in a blank, in nats.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            word: A word of one piece, or the id of a vocabulary entry; the most probable when left out.
            steps: Passes along the path from masked words to the words.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank, or the word is not one piece of the vocabulary.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        return attribute_masked_word(
            self._passes,
            self._reader,
            encoding=self.encode(text, pair),
            wanted=ExplainedWord(blank, word),
            steps=steps,
        )

    def attribute_next_sentence(self, first: str, second: str, *, steps: int = 50) -> Attribution:
        """Return how much each token adds to the log odds that the second text follows the first.

        Args:
            first: The first text.
            second: The second text.
            steps: Passes along the path from masked words to the words.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            TextTooLongError: Both texts together have more than 128 tokens.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        return attribute_next_sentence(self._passes, self._reader, self.encode(first, second), steps=steps)

    def attention_between(self, first: str, second: str) -> AttentionBetween:
        """Return the shares of attention of `[CLS]` to both texts, and of each text to the other one."""
        require_visible(second)
        collector = AttentionBetweenCollector(self.encode(first, second), model=self.info.id)
        self.attention_layers(first, second, take=collector.take)
        return collector.result()

    def sentence_order(self, sentences: Sequence[str]) -> SentenceOrder:
        """Return whether each sentence follows each other one, and the order that this makes most probable.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There are fewer than 2 sentences or more than 12, or one is blank.
            TextTooLongError: Two of them together are over the model's length.
        """
        require_next_sentence_head(self._passes)
        return sentence_order(self._passes, self.encode, sentences)

    def prepare_batch(
        self,
        text: str | SentencePair,
        *,
        rate: float = 0.15,
        strategy: Strategy = "token",
        span: tuple[int, int] | None = None,
        seed: int = 0,
    ) -> MaskedBatch:
        """Draw tokens of a text, or of a pair, and hide them as in pretraining; special tokens never.

        Args:
            text: A text, or a pair with its label.
            rate: Share of the tokens that is drawn, from 0.05 to 0.6; one at least.
            strategy: `token`, `whole_word` (all pieces of a word or none) or `span` (chosen words as a unit).
            span: First and last token of the unit where the strategy is `span`; `rate` is not used then.
            seed: The same seed makes the same batch.

        Raises:
            InputError: A setting is out of bounds, nothing can be hidden, or the model has no mask token.
        """
        masking = Masking(rate=rate, strategy=strategy, span=span, seed=seed)
        if isinstance(text, str):
            return mask_encoding(self._reader, self.encode(text), masking, model=self.info.id)
        require_visible(text.second)
        encoding = self.encode(text.first, text.second)
        batch = mask_encoding(self._reader, encoding, masking, model=self.info.id)
        return replace(batch, is_next=text.is_next)

    def pretraining_loss(self, batch: MaskedBatch) -> PretrainingLoss:
        """Return what each drawn token of a batch costs, and its pair where the model has that head.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
        """
        require_masked_word_head(self._passes)
        return pretraining_loss(self._passes, self._reader, batch)

    def take_steps(
        self,
        batch: MaskedBatch,
        *,
        steps: int = 5,
        learning_rate: float = 1e-4,
        on_step: OnStep | None = None,
    ) -> PretrainingSteps:
        """Take AdamW steps on a batch with a copy of the model, which itself stays as it is.

        Args:
            batch: What is learned.
            steps: From 1 to 20.
            learning_rate: From 1e-6 to 1e-2.
            on_step: Called after each step with its number and the total loss before it.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: A setting is out of bounds, the model is too large, or the loss is no number any more.
            TextTooLongError: The batch has more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        schedule = Schedule(steps=steps, learning_rate=learning_rate)
        return take_steps(self._passes, self._reader, batch, schedule, on_step=on_step)


def load_engine(model_id: str | None = None, *, on_progress: ProgressHook | None = None) -> BertEngine:
    """Load a model: `mini` (bundled), a folder, or an id of the Hugging Face Hub.

    Args:
        model_id: What to load; the settings' default model when left out.
        on_progress: Called with bytes done and bytes expected while a model is downloaded.

    Raises:
        ModelNotFoundError: Nothing of that name can be reached.
        UnsafeModelError: The model is not allowed here, not of the family, or could run code.
        UnreadableModelError: Its files are damaged or do not fit together.
    """
    checkpoint = find_checkpoint(model_id or get_settings().default_model, on_progress=on_progress)
    return BertEngine(load_checkpoint(checkpoint))
