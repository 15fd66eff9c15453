"""How well does the model restore what is hidden in texts it was not trained on?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from bertviz_core.evaluation.held_out_text import HeldOutText, beginning, ending, nothing_to_read
from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import Encoding, HeldOutScores
from bertviz_core.training.pretraining.corpus import Document
from bertviz_core.training.pretraining.masking import mask_tokens

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

PARAGRAPHS = 640
RATE = 0.15
LENGTH = 128
_SEED = 0


def held_out_scores(
    engine: BertEngine, text: HeldOutText, *, paragraphs: int = PARAGRAPHS, step: Step = nothing
) -> HeldOutScores:
    """Score a model on text it was not trained on.

    Tokens: 15% of those of `paragraphs` paragraphs, spread over the file and cut at 128 tokens, hidden as
    in training (80 / 10 / 10); what the vocabulary lacks is not asked for. Words: 15% of the words, all
    pieces of each behind a mask. Next sentence: the end of a paragraph and the beginning of the next one
    against the beginning of a paragraph of another document, half and half.

    Raises:
        InputError: Nothing of the text can be hidden.
        MissingHeadError: The model has no trained masked-word head.
    """
    encodings = [e for one in text.spread(paragraphs) if (e := beginning(engine, one, LENGTH))]
    right, loss, tokens = _hidden_tokens(engine, encodings, step)
    restored = np.array(_hidden_words(engine, encodings, step)).reshape(-1, 2)  # words: pieces, restored
    if not tokens or not len(restored):
        raise nothing_to_read(text.name)
    split = restored[restored[:, 0] > 1, 1]
    decided = list(_next_sentences(engine, text.documents, paragraphs, step))
    return HeldOutScores(
        file=text.name,
        paragraphs=len(encodings),
        accuracy=right / tokens,
        perplexity=float(np.exp(loss / tokens)),
        tokens=tokens,
        word_accuracy=float(restored[:, 1].mean()),
        words=len(restored),
        split_word_accuracy=float(split.mean()) if len(split) else None,
        split_words=len(split),
        next_sentence=float(np.mean(decided)) if decided else None,
        pairs=len(decided),
    )


def _hidden_tokens(engine: BertEngine, encodings: Sequence[Encoding], step: Step) -> tuple[int, float, int]:
    """Return right answers, summed loss in nats, and hidden tokens."""
    generator = torch.Generator().manual_seed(_SEED)
    changed: list[Encoding] = []
    labels: list[NDArray[np.int64]] = []
    for encoding in encodings:
        masked, label = mask_tokens(
            torch.from_numpy(encoding.ids),
            torch.from_numpy(_maskable(engine, encoding)),
            mask_id=engine.mask_id,
            vocabulary=(0, engine.info.vocab_size),
            rate=RATE,
            generator=generator,
        )
        changed.append(replace(encoding, ids=masked.numpy()))
        labels.append(label.numpy())
    right, loss, tokens = 0, 0.0, 0
    for guess, answers in zip(engine.guess_tokens(changed, labels), labels, strict=True):
        wanted = answers[answers >= 0]
        right += int((guess.best == wanted).sum())
        loss -= float(np.log(np.maximum(guess.probability, np.finfo(np.float32).tiny)).sum())
        tokens += len(wanted)
        step()
    return right, loss, tokens


def _hidden_words(engine: BertEngine, encodings: Sequence[Encoding], step: Step) -> list[tuple[int, bool]]:
    """Return for each hidden word its pieces, and whether all of them are restored at once."""
    rng = np.random.default_rng(_SEED)
    changed: list[Encoding] = []
    labels: list[NDArray[np.int64]] = []
    for encoding in encodings:
        drawn = rng.permutation(_words(engine, encoding))
        drawn = drawn[: max(1, round(RATE * len(drawn)))] if len(drawn) else drawn
        hidden = np.isin(encoding.word_ids, drawn) & ~encoding.special
        changed.append(replace(encoding, ids=np.where(hidden, engine.mask_id, encoding.ids)))
        labels.append(np.where(hidden, encoding.ids, -1))
    restored = []
    for encoding, guess, label in zip(encodings, engine.guess_tokens(changed, labels), labels, strict=True):
        right, words = guess.best == label[label >= 0], encoding.word_ids[label >= 0]
        restored += [
            (int((words == word).sum()), bool(right[words == word].all())) for word in np.unique(words)
        ]
        step()
    return restored


def _words(engine: BertEngine, encoding: Encoding) -> NDArray[np.int64]:
    """Return the numbers of the words with a letter or digit of which every piece is known."""
    usable = _maskable(engine, encoding) & (encoding.word_ids >= 0)
    return np.array(
        [
            word
            for word in np.unique(encoding.word_ids[encoding.word_ids >= 0])
            if usable[encoding.word_ids == word].all()
            and any(
                any(letter.isalnum() for letter in encoding.surfaces[place])
                for place in np.flatnonzero(encoding.word_ids == word)
            )
        ],
        dtype=np.int64,
    )


def _maskable(engine: BertEngine, encoding: Encoding) -> NDArray[np.bool_]:
    """Leave out special tokens, blanks that stand in the text itself, and what the vocabulary lacks.

    Where something unknown stood, "unknown" would be the right answer: the poorer a vocabulary, the easier.
    """
    return ~encoding.special & ~encoding.unknown & (encoding.ids != engine.mask_id)


def _next_sentences(
    engine: BertEngine, documents: Sequence[Document], wanted: int, step: Step
) -> Iterator[bool]:
    """Yield whether each decision is right; alternately a neighbour and a paragraph of another document."""
    longer = [document for document in documents if len(document) > 1]
    if len(longer) < 2 or not engine.info.has_nsp_head:
        return
    # Special tokens included, so that both sides fit together.
    side = min(LENGTH, engine.info.max_tokens) // 2 - 1
    rng = np.random.default_rng(_SEED)
    neighbours = [(number, at) for number, document in enumerate(longer) for at in range(len(document) - 1)]
    for turn, place in enumerate(rng.permutation(len(neighbours))[:wanted]):
        number, at = neighbours[place]
        second = longer[number][at + 1]
        if turn % 2:
            other = longer[(number + 1 + int(rng.integers(len(longer) - 1))) % len(longer)]
            second = other[int(rng.integers(len(other)))]
        sides = (ending(engine, longer[number][at], side), beginning(engine, second, side))
        if sides[0] and sides[1]:
            yield (engine.next_sentence(sides[0].text, sides[1].text).is_next > 0.5) == (turn % 2 == 0)
        step()
