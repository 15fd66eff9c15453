"""Word vectors learned and counted on a small corpus, written, read again and measured."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from bertviz_core.analysis.history.train import drawn_words, nearest_learned, read_lesson
from bertviz_core.cli import main
from bertviz_core.models.static_vectors import EVALUATION, packed, read_static_vectors
from bertviz_core.results import LiveSettings, LiveVectors
from bertviz_core.samples.word_vectors import (
    AnalogyQuestion,
    WordPair,
    analogy_questions,
    word_pairs,
    written_lesson,
)
from bertviz_core.training.word_vectors.corpus import beside, corpus_lines
from bertviz_core.training.word_vectors.evaluate import evaluate_vectors
from bertviz_core.training.word_vectors.live import learn_live


@pytest.mark.parametrize("method", ["counts", "cbow"])
def test_the_command_makes_vectors_that_can_be_read(
    tmp_path: Path, method: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _groups = written_lesson("en")
    corpus = tmp_path / "en.txt.xz"
    corpus.write_bytes(lzma.compress((text + "\n").encode() * 3))
    options = ["--language", "en", "--corpus", str(corpus), "--output", str(tmp_path), "--sample", "0.1"]
    assert main(["word-vectors", "train", *options, "--method", method, "--epochs", "2"]) == 0
    assert main(["word-vectors", "evaluate", "--vectors", str(tmp_path)]) == 0
    vectors = read_static_vectors(tmp_path, "en")
    assert vectors.counts[0] == 3 * text.split().count(vectors.words[0])
    lengths = np.linalg.norm(vectors.codes * vectors.scales[:, None], axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-5)
    known = json.loads((tmp_path / EVALUATION).read_text())["en"]
    assert known["method"] == method and known["scores"]["pairs"] == 40
    if method == "counts":
        assert vectors.vector(vectors.places["dog"]) @ vectors.vector(vectors.places["cat"]) > 0.8


def test_an_analogy_is_right_only_if_the_expected_word_is_first() -> None:
    rows = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 2], [1, 1, 2]], dtype=np.float32)
    vectors = packed("en", ("man", "woman", "king", "queen"), np.ones(4, np.int64), rows)
    right = AnalogyQuestion(language="en", kind="family", a="man", b="woman", c="king", d="queen")
    wrong = AnalogyQuestion(language="en", kind="gender", a="man", b="woman", c="king", d="prince")
    pairs = [
        WordPair(language="en", first="man", second="woman", judgement=5),
        WordPair(language="en", first="king", second="queen", judgement=9),
    ]
    scores = evaluate_vectors(vectors, [right, wrong], pairs)
    assert scores.right == {"family": 1, "gender": 0, "capital": 0, "plural": 0, "form": 0}
    assert scores.accuracy == 0.5 and scores.spearman == pytest.approx(1)


def test_men_and_women_are_counted_within_reach(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ella, médico 1 él y él.\n\nmédico a b c él\n", encoding="utf-8")
    lines = corpus_lines([tmp_path / "a.txt"])
    assert beside(lines, ["médico"], [frozenset({"él"}), frozenset({"ella"})], reach=3) == {"médico": (2, 1)}


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_questions_are_whole_and_different(language: str) -> None:
    questions, pairs = analogy_questions(language), word_pairs(language)
    assert len(set(questions)) == 60 and len({(pair.first, pair.second) for pair in pairs}) == 40
    assert all(len({one.a, one.b, one.c, one.d}) == 4 for one in questions)


def test_a_short_text_is_learned_while_it_is_watched() -> None:
    lesson = read_lesson(*written_lesson("es"))
    seen: list[tuple[float, LiveVectors]] = []
    settings = LiveSettings(epochs=60)
    live = learn_live(
        lesson, settings, drawn_words(lesson), lambda share, so_far: seen.append((share, so_far))
    )
    assert [share for share, _live in seen] == sorted(share for share, _live in seen)
    assert seen[0][0] == 0 and seen[-1][0] == 1 and len(live) == len(seen) == 61
    assert live.losses[0] == pytest.approx(6 * np.log(2)) and live.losses[-1] < 0.6 * live.losses[0]
    assert live.points.shape == (61, 32, 2) and live.vectors.shape == (len(lesson.vocabulary), 30)
    near = [word for word, _cosine in nearest_learned(live, ["perro"], top_k=3)]
    assert set(near) <= {"gato", "caballo", "burro"}


def test_learning_ends_when_told_to() -> None:
    def tell(share: float, _live: LiveVectors) -> None:
        if share > 0:
            raise InterruptedError

    lesson = read_lesson(*written_lesson("en"))
    with pytest.raises(InterruptedError):
        learn_live(lesson, LiveSettings(epochs=50, architecture="cbow"), drawn_words(lesson), tell)
