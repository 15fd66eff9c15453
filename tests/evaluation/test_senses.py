"""Senses of words, compared with scikit-learn and with plain transformers."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch
from sklearn.metrics import silhouette_score
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from transformers import AutoTokenizer, BertForPreTraining

from bertviz_core.analysis.vectors.sense_scores import mean_silhouette, nearest_neighbour_accuracy
from bertviz_core.engine import BertEngine
from bertviz_core.evaluation.senses import sense_scores, word_vectors
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.samples.sets import SenseSentence, sense_sentences


def written(word: str, *sentences: tuple[str, str]) -> list[SenseSentence]:
    return [SenseSentence(language="es", word=word, sense=s, sentence=t) for s, t in sentences]


@pytest.mark.parametrize("seed", range(5))
def test_both_measures_agree_with_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    senses = np.array(["a"] * 9 + ["b"] * 14 + ["c"] * 5)
    vectors = rng.normal(size=(len(senses), 12)) + (senses == "b")[:, None] * rng.normal(size=12)
    neighbour = KNeighborsClassifier(1, metric="cosine")
    leave_one_out = cross_val_score(neighbour, vectors, senses, cv=LeaveOneOut()).mean()
    assert nearest_neighbour_accuracy(vectors, senses) == pytest.approx(leave_one_out)
    assert mean_silhouette(vectors, senses) == pytest.approx(
        silhouette_score(vectors, senses, metric="cosine")
    )


def test_a_sense_that_stands_alone_has_no_silhouette() -> None:
    vectors = np.random.default_rng(0).normal(size=(6, 4))
    senses = np.array(["a", "a", "a", "b", "b", "c"])
    assert mean_silhouette(vectors, senses) == pytest.approx(
        silhouette_score(vectors, senses, metric="cosine")
    )


def test_vectors_are_those_of_plain_transformers(mini: BertEngine) -> None:
    sentences = [s for s in sense_sentences() if (s.language, s.word) == ("es", "sierra")]
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED_FOLDER)
    model = BertForPreTraining.from_pretrained(BUNDLED_FOLDER, dtype=torch.float32).eval()
    vectors = word_vectors(mini, sentences)
    assert vectors.shape == (mini.info.layers + 1, len(sentences), mini.info.hidden_size)
    for number in range(0, len(sentences), 5):
        text = sentences[number].sentence
        (start, end) = re.search(r"\bsierras?\b", text, re.IGNORECASE).span()
        encoded = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
        offsets = encoded.pop("offset_mapping")[0].tolist()
        pieces = [place for place, (a, b) in enumerate(offsets) if a < end and b > start and b > a]
        with torch.inference_mode():
            hidden = model.bert(**encoded, output_hidden_states=True).hidden_states
        expected = torch.stack([layer[0, pieces].mean(dim=0) for layer in hidden]).numpy()
        np.testing.assert_allclose(vectors[:, number], expected, atol=1e-4)


def test_every_family_compares_senses(engine: BertEngine) -> None:
    sentences = written(
        "banco",
        ("money", "Saqué dinero del banco."),
        ("money", "El banco hacía la cama."),
        ("seat", "Me senté en el banco de la plaza."),
        ("seat", "El banco del río."),
    )
    (word,) = sense_scores(engine, sentences)
    assert (word.word, word.senses, word.sentences, word.majority) == ("banco", ("money", "seat"), 4, 0.5)
    assert len(word.accuracy) == len(word.silhouette) == engine.info.layers + 1
    assert all(0 <= value <= 1 for value in (*word.accuracy, word.accuracy_last_four))
    assert all(-1 <= value <= 1 for value in (*word.silhouette, word.silhouette_last_four))
    layers = word_vectors(engine, sentences)
    last = np.concatenate([layers[-4 + place] for place in range(4)], axis=1)
    if engine.info.layers >= 4:
        assert word.accuracy_last_four == nearest_neighbour_accuracy(
            last, np.array(["money", "money", "seat", "seat"])
        )


def test_the_last_four_layers_stand_one_after_the_other(mini: BertEngine) -> None:
    sentences = [s for s in sense_sentences() if (s.language, s.word) == ("en", "bank")]
    layers = word_vectors(mini, sentences)
    senses = np.array([s.sense for s in sentences])
    joined = np.concatenate([layers[9], layers[10], layers[11], layers[12]], axis=1)
    (word,) = sense_scores(mini, sentences)
    assert word.accuracy_last_four == nearest_neighbour_accuracy(joined, senses)
    assert word.accuracy[7] == nearest_neighbour_accuracy(layers[7], senses)
