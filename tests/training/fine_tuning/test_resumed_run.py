"""A run that is interrupted goes on and ends as it would have; the same seed gives the same model."""

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from safetensors.torch import load_file
from small_lessons import QUICK, Interrupted, Notebook, lesson

from bertviz_core.errors import StorageError
from bertviz_core.training.fine_tuning import fine_tune, learning_watch, run_checkpoint

SETTINGS = replace(QUICK, epochs=4)
ROOT = Path(__file__).parents[3]


def weights(folder):
    return {
        name: tensor.tolist() for name, tensor in load_file(folder / "model" / "model.safetensors").items()
    }


def run(checkpoint, folder, *, task="sentence", settings=SETTINGS, **options):
    watch = Notebook(**options)
    learned = fine_tune(str(checkpoint("bert")), lesson(task), settings, folder=folder, watch=watch)
    return learned, watch


@pytest.mark.parametrize("method", ["full", "last_layers", "lora"])
def test_the_same_seed_gives_the_same_weights_and_another_seed_others(checkpoint, tmp_path, method):
    settings = replace(SETTINGS, method=method, epochs=1)
    runs = {}
    for name, seed in (("one", 0), ("two", 0), ("other", 1)):
        runs[name] = run(checkpoint, tmp_path / name, settings=replace(settings, seed=seed))[1].curve
    assert runs["one"] == runs["two"] != runs["other"]
    assert weights(tmp_path / "one") == weights(tmp_path / "two") != weights(tmp_path / "other")


@pytest.fixture(scope="module")
def whole_run(checkpoint, tmp_path_factory):
    """Run each task once without interruption."""
    done = {}

    def get(task="sentence"):
        if task not in done:
            folder = tmp_path_factory.mktemp(f"whole-{task}")
            done[task] = (*run(checkpoint, folder, task=task), weights(folder))
        return done[task]

    return get


PLACES = [("sentence", 1), ("sentence", 4), ("sentence", 16), ("tagging", 6), ("question", 6)]


@pytest.mark.parametrize(("task", "fail_at"), PLACES)
def test_an_interrupted_run_ends_as_if_nothing_had_been(checkpoint, whole_run, tmp_path, task, fail_at):
    whole, one, kept = whole_run(task)
    with pytest.raises(Interrupted):
        run(checkpoint, tmp_path / "parts", task=task, fail_at=fail_at)
    resumed, other = run(checkpoint, tmp_path / "parts", task=task)
    assert other.steps[:1] == [(fail_at + 1, 16)] or (fail_at == 16 and not other.steps)
    assert other.curve == [point for point in one.curve if point[0] > fail_at]
    assert weights(tmp_path / "parts") == kept
    assert (resumed.steps, resumed.best_step) == (whole.steps, whole.best_step)
    assert resumed.seconds > 0 and not (tmp_path / "parts" / "checkpoints").exists()


@pytest.mark.parametrize("method", ["last_layers", "lora"])
def test_other_methods_go_on_too(checkpoint, tmp_path, method):
    settings = replace(SETTINGS, method=method, class_weights=True)
    run(checkpoint, tmp_path / "whole", settings=settings)
    with pytest.raises(Interrupted):
        run(checkpoint, tmp_path / "parts", settings=settings, fail_at=7)
    run(checkpoint, tmp_path / "parts", settings=settings)
    assert weights(tmp_path / "whole") == weights(tmp_path / "parts")


def test_a_damaged_checkpoint_is_passed_over(checkpoint, whole_run, tmp_path):
    with pytest.raises(Interrupted):
        run(checkpoint, tmp_path / "parts", fail_at=5)
    (kept,) = (tmp_path / "parts" / "checkpoints").glob("step-*")
    half = kept.parent / ".step-6.new"
    half.mkdir()
    (half / "weights.safetensors").write_bytes(b"half of it")
    moments = (kept / "exp_avg.safetensors").read_bytes()
    (kept / "exp_avg.safetensors").write_bytes(moments[:-10])
    _, watch = run(checkpoint, tmp_path / "parts")
    assert watch.steps[0] == (1, 16)
    assert weights(tmp_path / "parts") == whole_run()[2]


def test_the_checkpoint_of_another_run_is_not_taken_up(checkpoint, tmp_path):
    with pytest.raises(Interrupted):
        run(checkpoint, tmp_path, fail_at=5)
    _, watch = run(checkpoint, tmp_path, settings=replace(SETTINGS, seed=3), stop_at=1)
    assert watch.steps[0] == (1, 16)


def test_a_finished_run_is_not_done_again(checkpoint, tmp_path):
    learned, _ = run(checkpoint, tmp_path)
    again, watch = run(checkpoint, tmp_path)
    assert again == learned and not watch.steps


def test_two_checkpoints_at_most_are_on_the_disk(checkpoint, tmp_path, monkeypatch):
    monkeypatch.setattr(learning_watch, "CHECKPOINT_S", 0.0)
    monkeypatch.setattr(learning_watch, "AFTER_VALIDATION_S", 0.0)
    monkeypatch.setattr(learning_watch, "_SAVING_SHARE", 0)
    seen = []

    class Looking(Notebook):
        def should_stop(self):
            seen.append(sorted(path.name.split("-")[0] for path in (tmp_path / "checkpoints").iterdir()))
            return False

    fine_tune(str(checkpoint("bert")), lesson("sentence"), SETTINGS, folder=tmp_path, watch=Looking())
    assert max(names.count("step") for names in seen) == 1
    assert max(names.count("best") for names in seen) <= 2


def test_a_full_disk_is_told_in_a_sentence(checkpoint, tmp_path, monkeypatch):
    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(run_checkpoint, "save_file", full)
    with pytest.raises(StorageError, match="disk is full"):
        run(checkpoint, tmp_path)


def test_what_safetensors_says_of_a_full_disk_is_understood(checkpoint, tmp_path):
    """A limit on the size of files makes the library fail as a full disk does."""
    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    model, data = str(checkpoint("bert")), lesson("sentence")
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, most))
    try:
        with pytest.raises(StorageError, match="disk is full"):
            fine_tune(model, data, QUICK, folder=tmp_path, watch=Notebook())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))
    assert not list(tmp_path.glob("checkpoints/*"))


KILLED = """
import sys
sys.path[:0] = ["tests", "."]
import torch
torch.set_num_threads(1)
from pathlib import Path
from small_lessons import Notebook, lesson
from bertviz_core.results import LearningSettings
from bertviz_core.training.fine_tuning import fine_tune, learning_watch
learning_watch.CHECKPOINT_S = learning_watch.AFTER_VALIDATION_S = 0.0
learning_watch._SAVING_SHARE = 0
from test_resumed_run import SETTINGS
class Telling(Notebook):
    def progress(self, step, *others):
        super().progress(step, *others)
        print(step, flush=True)
fine_tune(sys.argv[1], lesson("sentence"), SETTINGS, folder=Path(sys.argv[2]), watch=Telling())
"""


def test_killed_in_the_middle_nothing_is_lost(checkpoint, whole_run, tmp_path):
    command = [sys.executable, "-c", KILLED, str(checkpoint("bert")), str(tmp_path / "parts")]
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    for line in process.stdout:
        if line.strip() == "9":
            break
    time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    _, watch = run(checkpoint, tmp_path / "parts")
    assert watch.steps[0][0] > 5
    assert weights(tmp_path / "parts") == whole_run()[2]
