"""The layer experiment: folds, scores and order, against scikit-learn used plainly."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from bertviz_core.engine import BertEngine
from bertviz_core.results import FeatureScore, TaggingExperiment
from bertviz_core.samples.tagging import TaggedSentence, tagged_sentences
from bertviz_core.training import tagging, tagging_features
from bertviz_core.training.tagging import FOLDS, C, compare_features, feature_choices, split_by_sentence


@pytest.fixture(scope="module")
def sentences() -> tuple[TaggedSentence, ...]:
    return tagged_sentences("es")[:50]


@pytest.fixture(scope="module")
def experiment(mini: BertEngine, sentences: tuple[TaggedSentence, ...]) -> TaggingExperiment:
    return compare_features(mini, sentences)


def test_folds_never_share_a_sentence_and_cover_every_word_once() -> None:
    lengths = np.random.default_rng(0).integers(1, 9, size=37)
    index = np.repeat(np.arange(37), lengths)
    folds = split_by_sentence(index)
    assert len(folds) == FOLDS
    for learned, tagged in folds:
        assert not set(index[learned]) & set(index[tagged])
        assert (learned ^ tagged).all()
        assert len(set(index[tagged])) in (7, 8)
    assert (np.sum([tagged for _, tagged in folds], axis=0) == 1).all()
    for one, other in zip(folds, split_by_sentence(index), strict=True):
        np.testing.assert_array_equal(one[1], other[1])


def test_every_choice_is_tried_once(mini: BertEngine, experiment: TaggingExperiment) -> None:
    tried = [score.features for score in experiment.scores]
    assert tried == list(feature_choices(12)) == list(dict.fromkeys(tried))
    assert set(tried) == {
        *range(13),
        "sum_last_4",
        "concat_last_4",
        "sum_all",
        "weighted_last_4",
        "weighted_all",
    }
    assert experiment.model == mini.info.id
    for name, layer in (("embeddings", 0), ("second_to_last", 11), ("last", 12)):
        found = experiment.score(name)
        assert found and found.features == layer


def spans(tags: list[str]) -> set[tuple[int, int, str]]:
    """Read BIO2 word by word."""
    found, start = set(), None
    for place, tag in enumerate([*tags, "O"]):
        if start is not None and not (tag.startswith("I-") and tag[2:] == tags[start][2:]):
            found.add((start, place, tags[start][2:]))
            start = None
        if tag != "O" and start is None:
            start = place
    return found


@pytest.mark.parametrize("choice", [9, "concat_last_4"])
def test_scores_are_those_of_plain_scikit_learn(
    mini: BertEngine,
    sentences: tuple[TaggedSentence, ...],
    experiment: TaggingExperiment,
    choice: int | str,
) -> None:
    words = tagging_features.tagged_words(mini, sentences)
    states = words.states.astype(np.float32)
    features = np.hstack(list(states[-4:])) if choice == "concat_last_4" else states[9]
    by_entity, by_word = [], []
    for learned, tagged in split_by_sentence(words.sentence_index):
        scaler = StandardScaler().fit(features[learned])
        plain = LogisticRegression(C=C, max_iter=200, tol=1e-3)
        plain.fit(scaler.transform(features[learned]), words.tags[learned])
        said = plain.predict(scaler.transform(features[tagged]))
        right = words.tags[tagged]
        wanted, found = set(), set()
        for number in set(words.sentence_index[tagged]):
            own = words.sentence_index[tagged] == number
            wanted |= {(number, *span) for span in spans(right[own].tolist())}
            found |= {(number, *span) for span in spans(said[own].tolist())}
        by_entity.append(2 * len(wanted & found) / (len(wanted) + len(found)))
        scores = []
        for tag in set(right) | set(said):
            both = ((right == tag) & (said == tag)).sum()
            scores.append(2 * both / ((right == tag).sum() + (said == tag).sum()))
        by_word.append(np.mean(scores))
    score = experiment.score(choice)
    assert score
    np.testing.assert_allclose(score.entity_f1, by_entity, atol=1e-9)
    np.testing.assert_allclose(score.word_f1, by_word, atol=1e-9)
    assert score.mean(entities=True) == pytest.approx(np.mean(by_entity))
    assert score.deviation(entities=True) == pytest.approx(np.std(by_entity, ddof=1))


def test_learned_weights_are_of_the_layers_above_the_input(experiment: TaggingExperiment) -> None:
    few, every = experiment.score("weighted_last_4"), experiment.score("weighted_all")
    assert few and every and few.layer_weights is not None and every.layer_weights is not None
    assert (few.layer_weights[:8] == 0).all() and (few.layer_weights[8:] > 0).all()
    assert (every.layer_weights > 0).all()
    assert few.layer_weights.sum() == pytest.approx(1) == every.layer_weights.sum()


def test_words_tell_their_classes_from_a_layer_on_and_context_helps(experiment: TaggingExperiment) -> None:
    best = experiment.best_layer
    first = experiment.score("embeddings")
    assert best and first
    assert best.features in range(2, 13)
    assert best.mean(entities=True) > first.mean(entities=True)


def test_progress_never_goes_back_and_shows_what_is_finished(tiny, sentences) -> None:
    told: list[tuple[float, TaggingExperiment | None]] = []
    result = compare_features(tiny("bert"), sentences, tell=lambda share, part: told.append((share, part)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] == pytest.approx(1)
    counts = [len(part.scores) for _, part in told if part]
    assert counts == sorted(counts)
    assert set(counts) == set(range(len(result.scores)))
    assert {part.data for _, part in told if part} == {result.data}


@pytest.mark.parametrize("at", [0, 60])
def test_it_ends_when_it_is_told_to(tiny, sentences, at: int) -> None:
    calls: list[float] = []

    class Enough(Exception):
        pass

    def tell(share: float, part: TaggingExperiment | None) -> None:
        calls.append(share)
        if len(calls) > at:
            raise Enough

    with pytest.raises(Enough):
        compare_features(tiny("bert"), sentences, tell=tell)
    assert len(calls) == at + 1


def test_every_family_can_be_asked(engine: BertEngine) -> None:
    few = [
        TaggedSentence(
            language="", tokens=tuple(text.split()), tags=("B-X", *["O"] * (len(text.split()) - 1))
        )
        for text in ("El sol sale .", "The man went .", "a mulher sai", "Penguins live .", "Saqué dinero .")
        * 3
    ]
    result = compare_features(engine, few)
    assert len(result.scores) == len(feature_choices(engine.info.layers))
    assert all(len(score.entity_f1) == FOLDS for score in result.scores)


def test_classes_of_words_have_no_entities(tiny) -> None:
    few = [
        TaggedSentence(language="", tokens=("El", "sol", "sale"), tags=("DET", "NOUN", "VERB")),
        TaggedSentence(language="", tokens=("The", "man", "went"), tags=("DET", "NOUN", "VERB")),
    ] * 6
    result = compare_features(tiny("bert"), few)
    assert all(np.isnan(score.entity_f1).all() for score in result.scores)
    score = result.score("last")
    assert score and score.mean(entities=False) > 0.9 and np.isnan(score.mean(entities=True))
    assert result.best_layer is not None


def test_a_class_that_only_one_fold_has_does_no_harm(tiny) -> None:
    few = [TaggedSentence(language="", tokens=("el", "sol", str(n)), tags=("O", "O", "O")) for n in range(14)]
    few.append(TaggedSentence(language="", tokens=("El", "banco"), tags=("O", "B-X")))
    result = compare_features(tiny("bert"), few)
    folds = split_by_sentence(np.arange(15))
    (alone,) = [number for number, (_, tagged) in enumerate(folds) if tagged[14]]
    for score in result.scores:
        assert score.entity_f1[alone] == 0
    assert tagging.FOLDS == len(result.scores[0].word_f1)


def test_a_score_leaves_folds_without_a_number_out() -> None:
    score = FeatureScore(
        features=1, entity_f1=np.array([0.5, np.nan, 0.7]), word_f1=np.array([0.1, 0.2, 0.3])
    )
    assert score.mean(entities=True) == pytest.approx(0.6)
    assert score.deviation(entities=True) == pytest.approx(np.std([0.5, 0.7], ddof=1))
    assert score.mean(entities=False) == pytest.approx(0.2)
