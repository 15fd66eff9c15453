"""The report of a run: what the model said, beside the simpler ways, all on the same held-out examples."""

import numpy as np
import pytest
from finished_runs import LABELS, question_run, tagged_run, text_run
from sklearn.metrics import accuracy_score, confusion_matrix

from bertviz_core.results import (
    TEST,
    TRAIN,
    VALIDATION,
    LearningData,
    LearningPoint,
    LearningReport,
    LearningSettings,
    TextExample,
)
from bertviz_core.results.json_forms import from_json, to_json
from bertviz_core.training.fine_tuning import fine_tune
from bertviz_core.training.report import learning_report


class Nobody:
    """Watches nothing."""

    def point(self, point: LearningPoint) -> None:
        pass

    def progress(self, step, steps, seconds, seconds_left) -> None:
        pass

    def should_stop(self) -> bool:
        return False


@pytest.fixture(scope="module")
def learned(checkpoint, tiny, tmp_path_factory):
    """Fine-tune a tiny model on texts that their words give away; return all that the report is made of."""
    examples = tuple(
        TextExample(text=f"{('sun milk', 'rua cama')[n % 2]} {n}", label=("good", "bad")[n % 2])
        for n in range(40)
    )
    parts = np.array([(TRAIN, TRAIN, TRAIN, VALIDATION, TEST, TEST)[n % 6] for n in range(40)], dtype=np.int8)
    data = LearningData(
        task="sentence", name="t", examples=examples, labels=("bad", "good"), parts=parts, seed=0
    )
    folder = tmp_path_factory.mktemp("run")
    settings = LearningSettings(
        epochs=2, method="last_layers", batch_size=8, learning_rate=1e-3, max_tokens=32
    )
    model = fine_tune(str(checkpoint("bert")), data, settings, folder=folder, watch=Nobody())
    return tiny("bert"), data, folder / "model", model


def test_all_ways_are_measured_on_the_same_texts(learned):
    engine, data, folder, model = learned
    steps = []
    report = learning_report(engine, data, folder, model, step=lambda: steps.append(1))
    assert [method.method for method in report.methods] == ["majority", "tfidf", "features", "last_layers"]
    right = [example.label for example in data.part(TEST)]
    said = list(report.predictions)
    assert said == [data.labels[number] for number in report.probabilities.argmax(axis=1)]
    assert report.methods[-1].scores["accuracy"].value == pytest.approx(accuracy_score(right, said))
    np.testing.assert_array_equal(report.confusion, confusion_matrix(right, said, labels=data.labels))
    assert report.reliability.accuracy == pytest.approx(accuracy_score(right, said))
    assert report.reliability.pairs == len(right)
    assert [one.method for one in report.comparisons] == ["majority", "tfidf", "features"]
    for one, method in zip(report.comparisons, report.methods, strict=False):
        apart = report.methods[-1].scores["accuracy"].value - method.scores["accuracy"].value
        assert one.difference.value == pytest.approx(apart)
    assert (report.steps_done, report.best_step) == (model.steps, model.best_step)
    assert len(steps) == len(right) + len(data.examples)


def test_the_measuring_ends_when_it_is_told_to(learned):
    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        learning_report(*learned, step=stop)


@pytest.mark.parametrize("make", [text_run, tagged_run, question_run])
def test_a_report_survives_its_file(make):
    _data, report = make()
    again = from_json(LearningReport, to_json(report))
    assert to_json(again) == to_json(report)


def test_texts_tags_and_answers_have_what_fits_them():
    text, tags, answers = (make()[1] for make in (text_run, tagged_run, question_run))
    assert text.confusion.sum() == len(text.predictions) and text.labels == LABELS
    assert (
        tags.confusion is None
        and tags.reliability is None
        and [c.label for c in tags.per_class] == ["LOC", "PER"]
    )
    assert answers.per_class == () and list(answers.methods[-1].scores) == ["f1", "exact_match"]


def test_how_it_learned_is_kept():
    report = text_run()[1]
    assert (report.epochs_done, report.training_seconds) == (3.0, 75.0)
