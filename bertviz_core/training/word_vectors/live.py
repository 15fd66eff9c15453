"""word2vec on a short text, watched: the loss and a map of the words again and again while it learns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.vectors.principal_components import principal_components
from bertviz_core.analysis.vectors.projection import turned
from bertviz_core.results import LessonText, LiveSettings, LiveVectors

MOMENTS = 60
"""Maps of a learning, beside the first."""

NEGATIVE = 5
_FIRST_RATE, _LAST_RATE = 0.05, 0.005
_SAMPLE = 1_500
"""Steps whose loss is measured."""

Tell = Callable[[float, LiveVectors], None]
"""Called with the share done and the learning so far; what it raises ends the work."""


def learn_live(lesson: LessonText, settings: LiveSettings, drawn: Sequence[int], tell: Tell) -> LiveVectors:
    """Learn vectors of all words of a text with gensim, and tell of it some 60 times.

    Negative sampling with five drawn words a step; the learning rate falls from 0.05 to 0.005 (Mikolov et
    al., 2013, *Distributed Representations of Words and Phrases and their Compositionality*).

    Args:
        lesson: The text.
        settings: How.
        drawn: Places in the vocabulary of the words on the map, at least two.
        tell: Told how it goes.
    """
    from gensim.models.word2vec import Word2Vec  # late: few visits learn

    sentences = [lesson.spelled(number) for number in range(len(lesson.sentences))]
    model = Word2Vec(
        vector_size=settings.dimensions,
        window=settings.window,
        sg=int(settings.architecture == "skip_gram"),
        negative=NEGATIVE,
        sample=0,
        min_count=1,
        workers=1,
        seed=settings.seed,
    )
    model.build_vocab(sentences)
    rows = np.array([model.wv.key_to_index[word] for word in lesson.vocabulary])
    measure = _Measure(lesson, settings, rows)
    seen: list[tuple[int, float, NDArray[np.float32]]] = []

    def look(epochs: int) -> LiveVectors:
        vectors = np.asarray(model.wv.vectors[rows], dtype=np.float32)
        points = principal_components(unit_vectors(vectors[list(drawn)]), 2, 0).points
        if seen:
            points = turned(points, seen[-1][2])
        seen.append((epochs, measure.loss(model), points))
        return LiveVectors(
            settings=settings,
            vocabulary=lesson.vocabulary,
            shown=tuple(drawn),
            epochs=np.array([one[0] for one in seen], dtype=np.int64),
            losses=np.array([one[1] for one in seen], dtype=np.float32),
            points=np.stack([one[2] for one in seen]),
            vectors=vectors,
        )

    live = look(0)
    tell(0.0, live)
    ends = np.unique(np.linspace(0, settings.epochs, MOMENTS + 1).round().astype(int))
    for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        first, last = (_rate(epoch / settings.epochs) for epoch in (start, end))
        model.train(
            sentences,
            total_examples=len(sentences),
            epochs=end - start,
            start_alpha=first,
            end_alpha=last,
        )
        live = look(end)
        tell(end / settings.epochs, live)
    return live


def _rate(share: float) -> float:
    return _FIRST_RATE + share * (_LAST_RATE - _FIRST_RATE)


class _Measure:
    """The loss of negative sampling on steps and drawn words that stay the same throughout."""

    def __init__(self, lesson: LessonText, settings: LiveSettings, rows: NDArray[np.int64]) -> None:
        draw = np.random.default_rng(settings.seed)
        inputs: list[list[int]] = []
        targets: list[int] = []
        for sentence in lesson.sentences:
            for place, word in enumerate(sentence):
                around = sentence[max(0, place - settings.window) : place]
                around += sentence[place + 1 : place + 1 + settings.window]
                if settings.architecture == "cbow":
                    inputs.append(list(around))
                    targets.append(word)
                else:
                    inputs += [[other] for other in around]
                    targets += [word] * len(around)
        chosen = draw.permutation(len(targets))[:_SAMPLE]
        self._inputs = [rows[inputs[number]] for number in chosen]
        self._targets = rows[np.array(targets)[chosen]]
        share = np.array(lesson.counts, dtype=np.float64) ** 0.75
        others = draw.choice(len(share), size=(len(chosen), NEGATIVE), p=share / share.sum())
        self._others = rows[others]  # (steps, NEGATIVE)

    def loss(self, model: Any) -> float:
        """Return the mean loss in nats; before anything is learned it is 6 · ln 2."""
        vectors, outputs = model.wv.vectors, model.syn1neg
        entered = np.stack([vectors[one].mean(axis=0) for one in self._inputs])
        right = (entered * outputs[self._targets]).sum(axis=1)
        wrong = np.einsum("sd,snd->sn", entered, outputs[self._others])
        return float(np.logaddexp(0, -right).mean() + np.logaddexp(0, wrong).sum(axis=1).mean())
