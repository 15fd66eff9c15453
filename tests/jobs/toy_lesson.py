"""A lesson small enough for tests: it learns to tell texts by their letters, step by step, with checkpoints.

Run as a script it is a worker of its own process. In the data folder a file `hold-N` makes it wait before
step N until the file is gone, `die-N` kills it there, `big` makes its checkpoints larger.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from bertviz_core.jobs.atomic_files import write_document
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import (
    TEST,
    TRAIN,
    VALIDATION,
    Interval,
    LearnedModel,
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    MethodScore,
    ValidationPoint,
)
from bertviz_core.settings import get_settings
from bertviz_core.training.watch import Watch

STEPS, CHECKPOINT_EVERY, VALIDATE_EVERY = 30, 5, 10


def features(data: LearningData, part: int) -> tuple[np.ndarray, np.ndarray]:
    rows = np.zeros((len(data.examples), 64))
    for row, example in zip(rows, data.examples, strict=True):
        for letter in example.text:
            row[ord(letter) % 64] += 1.0
    chosen = data.parts == part
    return rows[chosen], data.label_ids[chosen].astype(float)


def predicted(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-rows @ weights))


def loss_of(weights: np.ndarray, rows: np.ndarray, right: np.ndarray) -> float:
    probabilities = np.clip(predicted(weights, rows), 1e-9, 1 - 1e-9)
    return float(-np.mean(right * np.log(probabilities) + (1 - right) * np.log(1 - probabilities)))


class ToyLesson:
    """Logistic regression on counts of letters, in steps of one random row."""

    def learn(self, run: LearningRun, data: LearningData, folder: RunFolder, watch: Watch) -> LearnedModel:
        with (get_settings().data_folder / "order.txt").open("a") as file:
            file.write(run.id + "\n")
        rows, right = features(data, TRAIN)
        validation = features(data, VALIDATION)
        checkpoint = folder.checkpoints / "state.json"
        done, weights = 0, np.zeros(64)
        if checkpoint.exists():
            state = json.loads(checkpoint.read_text())
            done, weights = state["step"], np.array(state["weights"])
        stopped = False
        for step in range(done + 1, STEPS + 1):
            self._pause(step)
            if stopped := watch.should_stop():
                break
            chosen = np.random.default_rng((run.settings.seed, step)).integers(len(rows))
            error = predicted(weights, rows[chosen : chosen + 1]) - right[chosen : chosen + 1]
            weights = weights - 0.1 * error * rows[chosen]
            done = step
            watch.progress(step, STEPS, 0.5 * step, 0.5 * (STEPS - step))
            point = LearningPoint(
                step=step, epoch=step / 10, seconds=0.5 * step, loss=loss_of(weights, rows, right)
            )
            watch.point(point)
            if step % VALIDATE_EVERY == 0:
                score = float(np.mean((predicted(weights, validation[0]) > 0.5) == validation[1]))
                found = ValidationPoint(loss=loss_of(weights, *validation), score=score)
                watch.point(LearningPoint(step=step, epoch=step / 10, seconds=0.5 * step, validation=found))
            if step % CHECKPOINT_EVERY == 0:
                folder.checkpoints.mkdir(exist_ok=True)
                filling = "x" * (1_000_000 if (get_settings().data_folder / "big").exists() else 0)
                write_document(
                    checkpoint, {"step": step, "weights": weights.tolist(), "filling": filling}, durable=True
                )
        folder.model.mkdir(exist_ok=True)
        save_file({"weights": weights}, folder.model / "model.safetensors")
        (folder.model / "config.json").write_text("{}")
        return LearnedModel(steps=done, best_step=done, epochs=done / 10, seconds=0.5 * done, stopped=stopped)

    def measure(
        self, data: LearningData, folder: RunFolder, learned: LearnedModel, *, step: Callable[[], None]
    ) -> LearningReport:
        weights = load_file(folder.model / "model.safetensors")["weights"]
        rows, right = features(data, TEST)
        step()
        probabilities = predicted(weights, rows)
        share = float(np.mean((probabilities > 0.5) == right))
        accuracy = Interval(value=share, low=share, high=share)
        return LearningReport(
            task=data.task,
            labels=data.labels,
            methods=(MethodScore(method="full", scores={"accuracy": accuracy}),),
            per_class=(),
            confusion=None,
            probabilities=np.stack([1 - probabilities, probabilities], axis=1).astype(np.float32),
            predictions=tuple(data.labels[int(p > 0.5)] for p in probabilities),
            reliability=None,
            epochs_done=learned.epochs,
            steps_done=learned.steps,
            best_step=learned.best_step,
            training_seconds=learned.seconds,
        )

    def _pause(self, step: int) -> None:
        folder: Path = get_settings().data_folder
        if (folder / f"die-{step}").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        if (folder / f"hold-{step}").exists():
            (folder / f"holding-{step}").touch()
            while (folder / f"hold-{step}").exists():
                time.sleep(0.02)


if __name__ == "__main__":
    from bertviz_core.jobs import worker

    worker.TAKE_UP_S = 0.5
    options = argparse.ArgumentParser()
    options.add_argument("--idle-exit", type=float)
    worker.serve(ToyLesson(), idle_exit_s=options.parse_args().idle_exit)
