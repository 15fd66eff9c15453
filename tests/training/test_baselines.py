"""Simple ways to learn a task: what they say follows from what they learned from, and from nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from plain_pass import plain_states
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from bertviz_core.results import (
    TEST,
    TRAIN,
    VALIDATION,
    Answer,
    LearningData,
    QuestionExample,
    TaggedExample,
    TextExample,
)
from bertviz_core.samples.sets import spam_messages
from bertviz_core.training.baselines import baseline_scores, baselines, learn_features
from bertviz_core.training.baselines.classifier import choose, drawn_rows, fitted
from bertviz_core.training.baselines.features import features
from bertviz_core.training.baselines.majority import majority
from bertviz_core.training.baselines.questions import longest_new_words, similar_sentence
from bertviz_core.training.baselines.tags import tag_features, word_list
from bertviz_core.training.baselines.text_vectors import cls_layers, mean_layers, text_vectors
from bertviz_core.training.baselines.tfidf import tfidf

WORDS = {"good": ("sun", "milk", "river"), "bad": ("rua", "banco", "cama")}


def texts(count=30, *, pairs=False, seed=0):
    draw = np.random.default_rng(seed)
    examples = []
    for number in range(count):
        label = ("good", "bad")[number % 2]
        words = draw.choice(WORDS[label], 3)
        pair = " ".join(draw.choice(WORDS[label], 2)) if pairs else None
        examples.append(TextExample(text=" ".join(words), label=label, pair=pair))
    parts = np.array([(TRAIN, TRAIN, TRAIN, TRAIN, VALIDATION, TEST, TEST)[n % 7] for n in range(count)])
    return LearningData(
        task="pair" if pairs else "sentence",
        name="t",
        examples=tuple(examples),
        labels=("bad", "good"),
        parts=parts.astype(np.int8),
        seed=0,
    )


def with_other_test_rows(data):
    """Return the same data with nonsense in place of what is held out, all of one class."""
    nonsense = replace(data.examples[0], text="on on on", label="bad")
    examples = tuple(
        nonsense if part == TEST else e for e, part in zip(data.examples, data.parts, strict=True)
    )
    return replace(data, examples=examples)


def test_the_majority_is_counted_where_it_is_learned():
    data = texts()
    counted = [e.label for e, part in zip(data.examples, data.parts, strict=True) if part != TEST]
    wanted = max(data.labels, key=counted.count)
    assert majority(data).said == (wanted,) * len(data.part(TEST))


@pytest.mark.parametrize("pairs", [False, True])
def test_counted_words_tell_classes_that_share_no_word(pairs):
    data = texts(60, pairs=pairs)
    found = tfidf(data)
    assert found.said == tuple(e.label for e in data.part(TEST))
    assert found.cross_validated == pytest.approx(1)


@pytest.mark.parametrize("pairs", [False, True])
def test_vectors_are_those_of_a_plain_pass(engine, pairs):
    data = texts(8, pairs=pairs)
    vectors = text_vectors(engine, data.examples)
    layers = engine.info.layers
    for number, example in enumerate(data.examples):
        encoding = engine.encode(example.text, example.pair)
        states = plain_states(engine, example.text, example.pair)
        words = [place for place in range(len(encoding)) if not encoding.special[place]]
        means = {
            layer: np.mean([states[layer][place] for place in words], axis=0) for layer in range(layers + 1)
        }
        wanted = {
            "cls": states[layers][0],
            "mean": means[layers],
            "mean_last_4": np.concatenate([means[layer] for layer in range(max(0, layers - 3), layers + 1)]),
            "cls_and_mean": np.concatenate(
                [states[layer][0] for layer in cls_layers(layers)] + [means[la] for la in cls_layers(layers)]
            ),
        }
        if pairs:
            u, v = (
                np.mean([states[layers][p] for p in words if encoding.sequence_ids[p] == one], axis=0)
                for one in (0, 1)
            )
            wanted["both_texts"] = np.concatenate([u, v, np.abs(u - v), u * v])
        assert tuple(wanted) == vectors.kinds
        for kind, vector in wanted.items():
            found = vectors.of_kind(kind, np.array([number]))[0]
            np.testing.assert_allclose(found, vector, atol=0.02, rtol=0.01)  # kept as float16
    assert set(cls_layers(layers)) <= set(mean_layers(layers))


def test_a_text_that_cannot_be_read_has_zeros_and_a_long_one_is_cut(tiny):
    engine = tiny("bert")
    long = "sun milk " * 500
    examples = [TextExample(text=text, label="x") for text in ("\u200b", "", long, "sun")]
    parts = text_vectors(engine, examples).parts
    assert not parts[:2].any()
    assert parts[2:].any(axis=(1, 2)).all()


def test_what_is_kept_of_the_classifier_says_what_scikit_learn_says(tiny):
    engine, data = tiny("bert"), texts(40)
    kept = learn_features(engine, data)
    vectors = text_vectors(engine, data.examples)
    learned, held = np.flatnonzero(data.parts != TEST), np.flatnonzero(data.parts == TEST)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=kept.c, max_iter=300, tol=1e-3))
    model.fit(vectors.of_kind(kept.kind, learned), data.label_ids[learned])
    unseen = vectors.of_kind(kept.kind, held)
    np.testing.assert_allclose(kept.probabilities(unseen), model.predict_proba(unseen), atol=1e-5)
    said = tuple(data.labels[number] for number in model.predict(unseen))
    assert features(engine, data).said == said


def test_three_classes_and_one_that_is_not_learned(tiny):
    data = texts(42)
    both = zip(data.examples, data.parts, strict=True)
    third = tuple(replace(e, label="new") if part == TEST else e for e, part in both)
    mixed = tuple(replace(e, label="odd") if n % 5 == 0 else e for n, e in enumerate(third))
    data = replace(data, examples=mixed, labels=("bad", "good", "new", "odd"))
    kept = learn_features(tiny("bert"), data)
    said = kept.probabilities(text_vectors(tiny("bert"), data.examples).of_kind(kept.kind, np.arange(42)))
    np.testing.assert_allclose(said.sum(axis=1), 1)
    assert said[:, data.labels.index("new")].max() < 1e-6
    assert said[:, data.labels.index("odd")].max() > 0.01


def test_nothing_is_learned_from_held_out_texts(tiny):
    engine, data = tiny("bert"), texts(40)
    one, other = (learn_features(engine, known) for known in (data, with_other_test_rows(data)))
    assert (one.kind, one.c, one.cross_validated) == (other.kind, other.c, other.cross_validated)
    for name in ("mean", "scale", "coefficients", "intercept"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    counted = [tfidf(known) for known in (data, with_other_test_rows(data))]
    assert counted[0].cross_validated == counted[1].cross_validated
    # One held-out text says nothing about another.
    places = np.flatnonzero(data.parts == TEST)
    examples = list(data.examples)
    examples[places[0]] = replace(examples[places[0]], text="completely different words")
    changed = tfidf(replace(data, examples=tuple(examples)))
    assert changed.said[1:] == counted[0].said[1:]


def test_the_choice_is_the_best_mean_over_held_out_parts():
    draw = np.random.default_rng(0)
    classes = np.arange(60) % 2
    kinds = {"noise": draw.normal(size=(60, 5)), "signal": draw.normal(size=(60, 5)) + classes[:, None]}
    choice = choose(kinds, classes, (0.01, 1.0), standardise=True)
    assert choice.features == "signal"
    assert 0.7 < choice.accuracy <= 1


def test_two_rows_of_a_class_are_enough_and_one_has_no_cross_validation():
    vectors = {"one": np.arange(8.0)[:, None], "other": np.ones((8, 1))}
    assert choose(vectors, np.array([0] * 6 + [1] * 2), (1.0,), standardise=True).accuracy > 0
    alone = choose(vectors, np.array([0] * 7 + [1]), (1.0,), standardise=True)
    assert alone.features == "one" and np.isnan(alone.accuracy)
    assert fitted(vectors["one"], np.zeros(8, dtype=int), 1.0, standardise=True).predict([[3.0]]) == [0]


def test_of_many_rows_some_of_every_class_are_drawn():
    classes = np.array([0] * 5000 + [1] * 30 + [2] * 3)
    rows = drawn_rows(classes)
    counts = np.bincount(classes[rows])
    assert counts[0] == 1987 and counts[1] == 12 and counts[2] == 3
    assert len(set(rows.tolist())) == len(rows)


TAGS = {"Ana": "B-PER", "banco": "O", "Lugo": "B-LOC", "milk": "O", "sun": "O"}


def tagged(count=20):
    draw = np.random.default_rng(1)
    examples = []
    for _ in range(count):
        tokens = tuple(draw.choice(list(TAGS), 6).tolist())
        examples.append(TaggedExample(tokens=tokens, tags=tuple(TAGS[token] for token in tokens)))
    parts = np.array([TEST if n % 4 == 0 else TRAIN for n in range(count)], dtype=np.int8)
    labels = ("O", "B-LOC", "B-PER")
    return LearningData(
        task="tagging", name="t", examples=tuple(examples), labels=labels, parts=parts, seed=0
    )


def test_a_word_has_its_most_frequent_tag():
    data = tagged()
    held = np.flatnonzero(data.parts == TEST)
    examples = list(data.examples)
    examples[held[0]] = TaggedExample(tokens=("ana", "Nobody", "LUGO"), tags=("B-PER", "B-PER", "B-LOC"))
    said = word_list(replace(data, examples=tuple(examples))).said
    assert said[0] == ("B-PER", "O", "B-LOC")
    assert said[1:] == tuple(e.tags for e in data.part(TEST))[1:]


def test_word_vectors_tell_words_apart(engine):
    data = tagged(40)
    predicted = tag_features(engine, data)
    right = [tag for e in data.part(TEST) for tag in e.tags]
    said = [tag for tags in predicted.said for tag in tags]
    assert np.mean([a == b for a, b in zip(right, said, strict=True)]) > right.count("O") / len(right)
    assert [len(tags) for tags in predicted.said] == [len(e.tokens) for e in data.part(TEST)]


def test_words_that_cannot_be_read_have_the_usual_tag(tiny):
    data = tagged()
    held = np.flatnonzero(data.parts == TEST)
    examples = list(data.examples)
    examples[held[0]] = TaggedExample(tokens=("sun",) * 200, tags=("O",) * 200)
    examples[held[1]] = TaggedExample(tokens=("\u200b",), tags=("O",))
    said = tag_features(tiny("bert"), replace(data, examples=tuple(examples))).said
    assert len(said[0]) == 200 and said[0][-1] == "O"
    assert said[1] == ("O",)


QUESTIONS = (
    ("Who designed the tower of Bruna?", "The tower of Bruna was designed by Elvira Montalbán. It is black."),
    ("How high is the house?", "The house is thirty metres high. Nobody lives there, they say."),
    ("Where do the birds live?", "They swim well. The birds live near the cold southern sea."),
)


@pytest.mark.parametrize(
    ("question", "sentence", "wanted"),
    [
        (QUESTIONS[0][0], "The tower of Bruna was designed by Elvira Montalbán.", "by Elvira Montalbán"),
        ("¿Cuánto mide?", "Mide 38,5 metros, con la veleta.", "con la veleta"),
        ("a b", "a b", "a b"),
        ("¿?", "", ""),
    ],
)
def test_a_run_of_new_words_is_an_answer(question, sentence, wanted):
    assert longest_new_words(question, sentence) == wanted


def test_questions_are_answered_from_the_sentence_most_like_them():
    examples = tuple(
        QuestionExample(question=question, context=context, answers=(Answer(text="x", start=0),))
        for question, context in QUESTIONS
    )
    parts = np.array([TRAIN, TEST, TEST], dtype=np.int8)
    data = LearningData(task="question", name="q", examples=examples, labels=(), parts=parts, seed=0)
    found = similar_sentence(data)
    assert found.chosen in ("sentence", "new_words")
    for said, place in zip(found.said, (0, 1), strict=True):
        sentence = QUESTIONS[place + 1][1].split(". ")[place].rstrip(".")
        assert said.rstrip(".") in sentence


def test_each_task_has_its_ways(tiny):
    engine = tiny("bert")
    steps = []
    methods = [
        [score.method for score in baseline_scores(engine, data, step=lambda: steps.append(1))]
        for data in (texts(), texts(pairs=True), tagged())
    ]
    assert methods == [["majority", "tfidf", "features"]] * 2 + [["majority", "word_list", "features"]]
    assert len(steps) == 30 + 30 + 20


def test_the_work_ends_when_it_is_told_to(tiny):
    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        baselines(tiny("bert"), texts(), step=stop)


def test_ways_that_are_done_stay_when_the_rest_is_not_wanted(tiny):
    read = []

    def enough():
        read.append(1)
        return len(read) > 3

    found = baselines(tiny("bert"), texts(), enough=enough)
    assert [predicted.method for predicted in found] == ["majority", "tfidf"]
    assert len(read) == 4


def test_features_of_the_bundled_model_filter_spam(mini):
    examples = tuple(TextExample(text=m.text, label=m.label, language=m.language) for m in spam_messages())
    parts = np.array([TEST if n % 5 == 0 else TRAIN for n in range(len(examples))], dtype=np.int8)
    data = LearningData(
        task="sentence", name="spam", examples=examples, labels=("ham", "spam"), parts=parts, seed=0
    )
    scores = {score.method: score.scores["accuracy"].value for score in baseline_scores(mini, data)}
    assert scores["features"] > scores["majority"] + 0.2
