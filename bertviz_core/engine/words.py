"""Questions to the vectors themselves: of a word in its contexts, of whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from bertviz_core.analysis.words.geometry import word_geometry
from bertviz_core.analysis.words.geometry_random_words import draw_random_words
from bertviz_core.analysis.words.neighbours_static import nearest_words
from bertviz_core.analysis.words.neighbours_substitutes import substitutes
from bertviz_core.analysis.words.occurrences import OccurrenceFinder, Span
from bertviz_core.analysis.words.path import token_path
from bertviz_core.analysis.words.sentences_embeddings import sentence_embeddings
from bertviz_core.analysis.words.word_layers import Progress, require_layers_choice, require_word, word_layers
from bertviz_core.engine.base import BaseEngine
from bertviz_core.errors import InputError
from bertviz_core.results import (
    Layers,
    NearestWords,
    Pooling,
    RandomWords,
    SentenceEmbeddings,
    Substitutes,
    TokenPath,
    Vectors,
    WordEmbeddings,
    WordGeometry,
    WordLayers,
)
from bertviz_core.samples.stories import stories, story_languages


class EmbeddingQuestions(BaseEngine):
    """Where the encoder places words and sentences; no head is needed."""

    def word_layers(
        self,
        sentences: Iterable[str],
        word: str,
        *,
        match_case: bool = False,
        inflected: str | None = None,
        progress: Progress | None = None,
    ) -> WordLayers:
        """Return every occurrence of a word in many sentences, with its vector after every layer.

        Args:
            sentences: Those without the word are not run.
            word: One word, or several with spaces between them; found as whole words, in any case.
            match_case: `banco` is not `Banco`.
            inflected: Language of the word (`es`, `en`, `pt`), to find its other forms too.
            progress: Called with the sentences run, 0 at first, and all that will be; what it raises ends the
                work.

        Raises:
            InputError: The word stands in no sentence, or more than 5,000 times, or has nothing in it.
            TextTooLongError: A sentence has more characters than can be read.
        """
        word = self._reader.clean(require_word(word))
        finder = OccurrenceFinder(word, match_case=match_case, inflected=inflected)
        return word_layers(self._passes, self._reader, sentences, word=word, finder=finder, progress=progress)

    def embed_word(
        self,
        sentences: Iterable[str],
        word: str,
        *,
        layers: Vectors = "concat_last_4",
        match_case: bool = False,
        inflected: str | None = None,
    ) -> WordEmbeddings:
        """Return one vector for each occurrence of a word; more errors as for `word_layers`.

        Args:
            sentences: Those without the word are not run.
            word: One word, or several with spaces between them; found as whole words, in any case.
            layers: A layer, where 0 is the input embedding, or `last`, `second_to_last`, `sum_last_4`,
                `concat_last_4`, `sum_all` (Devlin et al. 2019, section 5.3), or `static`: the word's rows of
                the embedding table.
            match_case: `banco` is not `Banco`.
            inflected: Language of the word (`es`, `en`, `pt`), to find its other forms too.

        Raises:
            InputError: There is no such layer or strategy.
        """
        require_layers_choice(layers, self.info, static=True)
        found = self.word_layers(sentences, word, match_case=match_case, inflected=inflected)
        return WordEmbeddings(
            model=found.model,
            word=found.word,
            layers=layers,
            sentences=found.sentences,
            vectors=found.vectors(layers),
            sentence_index=found.sentence_index,
            spans=found.spans,
        )

    def nearest_words(self, word: str, *, top_k: int = 10) -> NearestWords:
        """Return the vocabulary's words whose static vectors are nearest to that of a word, by cosine.

        Raises:
            InputError: There is nothing in the word, or `top_k` is not between 1 and the vocabulary's size.
        """
        return nearest_words(self._passes, self._reader, self._reader.clean(require_word(word)), top_k=top_k)

    def substitutes(self, places: Iterable[tuple[str, Span]], *, top_k: int = 5) -> Substitutes:
        """Return the words that the model would put in the place of a word, in each of its contexts.

        Args:
            places: Texts, each with the character offsets of what is hidden in it; at most 500.
            top_k: Words for each, at most 40; the one that stood there, and pieces of words, are left out, so
                that there may be fewer.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There are too many places, one holds nothing or lies beyond the model's length, or
                `top_k` is out of bounds.
        """
        return substitutes(self._passes, self._reader, list(places), top_k=top_k)

    def embed_sentences(
        self, sentences: Iterable[str], *, pooling: Pooling = "cls", layers: Layers = "last"
    ) -> SentenceEmbeddings:
        """Return one vector for each sentence; what does not fit into the model is cut and named.

        Args:
            sentences: The sentences, each with something in it.
            pooling: `cls`, the first token, or `mean`, the mean of all tokens but the special ones.
            layers: A layer, where 0 is the input embedding, or a strategy as for `embed_word`.

        Raises:
            InputError: There is no sentence, or no such pooling, layer or strategy.
        """
        if pooling not in get_args(Pooling):
            raise InputError("There is no pooling “{pooling}”: choose cls or mean.", pooling=pooling)
        require_layers_choice(layers, self.info)
        encodings = [self.encode(sentence) for sentence in sentences]
        if not encodings:
            raise InputError("There is no sentence yet. Write at least one.")
        return sentence_embeddings(self._passes, encodings, pooling=pooling, layers=layers)

    def random_words(
        self,
        sentences: Iterable[str] | None = None,
        *,
        count: int = 300,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> RandomWords:
        """Return words drawn out of sentences, with their states after every layer.

        Args:
            sentences: Those of the written stories, in every language, where none are given.
            count: How many words, fewer where the sentences hold fewer.
            seed: Of the draw.
            progress: Called with the sentences run and all that will be; what it raises ends the work.

        Raises:
            InputError: The number is out of range, or the sentences hold fewer than two words.
        """
        if sentences is None:
            written = (story for language in story_languages() for story in stories(language))
            sentences = [sentence for story in written for sentence in story.sentences]
        return draw_random_words(
            self._passes, self._reader, sentences, count=count, seed=seed, progress=progress
        )

    def word_geometry(
        self,
        found: WordLayers,
        *,
        senses: Sequence[str] = (),
        centred: bool = False,
        random: RandomWords | None = None,
    ) -> WordGeometry:
        """Return how alike the occurrences of a word are after each layer, beside random words.

        Args:
            found: What `word_layers` of this engine returned.
            senses: Of each occurrence, empty where none is known.
            centred: Take the mean of the random words away from every vector first.
            random: What `random_words` of this engine returned; drawn anew where it is left out.

        Raises:
            InputError: The word stands only once, or there is not a sense for every occurrence.
        """
        return word_geometry(found, random or self.random_words(), senses=senses, centred=centred)

    def token_path(self, text: str, places: Iterable[int], *, pair: str | None = None) -> TokenPath:
        """Return how one token, or the mean of a word's pieces, moves through the layers.

        Args:
            text: The text.
            places: Positions among the tokens of `encode(text, pair)`.
            pair: A second text, read after the first.

        Raises:
            InputError: There is no such token, or none is named.
        """
        return token_path(self._passes, self.encode(text, pair), places)
