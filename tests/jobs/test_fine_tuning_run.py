"""A run of the workshop itself on a tiny model: what is in its folder when it has ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from bertviz_core.jobs.fine_tuning import FineTuning
from bertviz_core.jobs.one_run import work_on
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import (
    LearnedModel,
    LearningData,
    LearningRun,
    LearningSettings,
    TextExample,
)
from bertviz_core.training.watch import Watch

WORDS = {"bank": "banco dinero plaza", "river": "río sol milk"}
DATA = LearningData(
    task="sentence",
    name="words",
    examples=tuple(
        TextExample(text=" ".join([*words.split()[: 1 + n % 3], str(n)]), label=label, language="es")
        for n in range(30)
        for label, words in WORDS.items()
    ),
    labels=tuple(WORDS),
    parts=np.array([0] * 40 + [1] * 8 + [2] * 12, dtype=np.int8),
    seed=0,
)


class Unplugged(BaseException):
    """The worker is gone without a word."""


class BrokenOff(FineTuning):
    """Loses its process after some validations."""

    def learn(self, run: LearningRun, data: LearningData, folder: RunFolder, watch: Watch) -> LearnedModel:
        asked = watch.should_stop
        steps = iter(range(12))

        def should_stop() -> bool:
            if next(steps, None) is None:
                raise Unplugged
            return asked()

        watch.should_stop = should_stop  # type: ignore[method-assign]
        return super().learn(run, data, folder, watch)


@pytest.fixture
def new_tiny_run(store: RunStore, checkpoint: Callable[..., Path]) -> Callable[[], LearningRun]:
    model = str(checkpoint("bert"))
    settings = LearningSettings(epochs=3, batch_size=4, learning_rate=5e-4, max_tokens=32)
    return lambda: store.create(DATA, model=model, revision=None, settings=settings, owner="")


def numbers(store: RunStore, run: LearningRun) -> list[object]:
    report = store.report(run.id)
    assert report is not None and report.probabilities is not None
    points = [
        (point.step, point.loss, point.validation and point.validation.score)
        for point in store.history(run.id)
    ]
    return [points, report.probabilities.tolist(), report.steps_done, report.best_step]


def ends_with_a_model_its_card_and_a_report(store: RunStore, run: LearningRun) -> None:
    status, report, model = store.status(run.id), store.report(run.id), store.model_folder(run.id)
    assert status.phase == "done" and status.problem is None and status.step == status.steps == 30
    assert report is not None and model is not None
    assert [score.method for score in report.methods][-1] == "full"
    assert {score.method for score in report.methods} == {"majority", "tfidf", "features", "full"}
    assert report.probabilities is not None and report.probabilities.shape == (12, 2)
    assert json.loads((model / "config.json").read_text())["id2label"] == {"0": "bank", "1": "river"}
    card = (model / "README.md").read_text()
    assert run.fingerprint in card and "fine-tuned, all weights" in card
    assert not store.folder(run.id).checkpoints.exists()


def test_a_run_ends_with_all_that_came_of_it_and_as_if_nothing_had_been_where_its_process_was_lost(
    store: RunStore, new_tiny_run: Callable[[], LearningRun]
) -> None:
    whole, broken = new_tiny_run(), new_tiny_run()
    work_on(store.folder(whole.id), FineTuning(), Event())
    ends_with_a_model_its_card_and_a_report(store, whole)
    with pytest.raises(Unplugged):
        work_on(store.folder(broken.id), BrokenOff(), Event())
    assert store.status(broken.id).phase == "running" and store.folder(broken.id).attempts()[0] == 1
    work_on(store.folder(broken.id), FineTuning(), Event())
    assert store.status(broken.id).phase == "done"
    assert numbers(store, broken) == numbers(store, whole)
