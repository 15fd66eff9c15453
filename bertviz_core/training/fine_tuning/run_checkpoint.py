"""A run as it stands after a step, kept in files so that it goes on after whatever ended it.

A checkpoint is a folder with the weights that learn, their moments, the state of the random numbers and
`state.json`. It gets its name when all of it is written: one that a kill cut short is never looked at.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from bertviz_core.analysis.passes.heap import give_back_freed
from bertviz_core.errors import StorageError

_NAME = re.compile(r"step-(\d+)")
_BEST = re.compile(r"best-(\d+)\.safetensors")
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(slots=True)
class LearningState:
    """What goes on from step to step beside weights and moments."""

    key: str
    """Of data, settings and model: a checkpoint of another run is not taken up."""
    step: int = 0
    seconds: float = 0.0
    losses: list[float] = field(default_factory=list)
    """Of the steps since the last point."""
    best_step: int = 0
    """0: nothing was validated yet."""
    best: tuple[float, float] = (-1.0, 0.0)
    """Score and negative loss at that step."""
    without_improvement: int = 0
    validated: int = 0
    """Step of the last validation."""


class CheckpointFolder:
    """Where the checkpoints of one run are kept: the newest one, and the best weights so far."""

    def __init__(self, folder: Path) -> None:
        """Name the folder, which is made when something is kept."""
        self.folder = folder

    def newest(self, key: str) -> tuple[LearningState, Path] | None:
        """Return the newest checkpoint of a run that is whole, or None."""
        for path in sorted(self._steps(), key=_step_of, reverse=True):
            state = _read_state(path)
            if state and state.key == key and (not state.best_step or self.best(state.best_step).is_file()):
                return state, path
        return None

    def best(self, step: int) -> Path:
        """Return the file of the weights after a step that was the best when it was validated."""
        return self.folder / f"best-{step}.safetensors"

    def keep_best(self, weights: Mapping[str, Tensor], step: int) -> None:
        """Write the weights that are the best so far.

        Raises:
            StorageError: The disk is full.
        """
        with writing(self.best(step)) as path:
            _save(weights, path)

    def keep(self, state: LearningState, trainer: Any) -> None:
        """Write a checkpoint, then remove those before it.

        Raises:
            StorageError: The disk is full; the checkpoint before this one is still there.
        """
        with writing(self.folder / f"step-{state.step}") as path:
            path.mkdir()
            _save(learning_weights(trainer.model), path / "weights.safetensors")
            for part in _PARTS:  # one by one: the copy that safetensors makes is a third as large
                _save(_moments(trainer.model, trainer.optimizer, part), path / f"{part}.safetensors")
            _save({"torch": torch.random.get_rng_state()}, path / "random.safetensors")
            trainer.state.save_to_json(str(path / "trainer_state.json"))
            sizes = {file.name: file.stat().st_size for file in path.iterdir()}
            rates = [group["lr"] for group in trainer.optimizer.param_groups]
            document = {**asdict(state), "rates": rates, "sizes": sizes}
            (path / "state.json").write_text(json.dumps(document), encoding="utf-8")
        for old in self._steps():
            if _step_of(old) != state.step:
                shutil.rmtree(old, ignore_errors=True)
        for old in self.folder.glob("best-*.safetensors"):
            if old != self.best(state.best_step):
                old.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _steps(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name) and path.is_dir()]


def load_weights(network: Any, path: Path) -> None:
    """Put the weights of a checkpoint, or the best ones, into a network."""
    file = path / "weights.safetensors" if path.is_dir() else path
    learning = dict(network.named_parameters())
    with torch.no_grad():
        for name, weights in load_file(file).items():
            learning[name].copy_(weights)


def load_moments(network: Any, optimizer: Any, path: Path) -> list[float]:
    """Put the moments and the learning rates of a checkpoint into an optimizer; return the rates."""
    for part in _PARTS:
        kept = load_file(path / f"{part}.safetensors")
        for name, weights in network.named_parameters():
            if name in kept:
                optimizer.state[weights][part] = kept[name]
    rates: list[float] = json.loads((path / "state.json").read_text(encoding="utf-8"))["rates"]
    for group, rate in zip(optimizer.param_groups, rates, strict=True):
        group["lr"] = rate
    return rates


def load_random_state(path: Path) -> None:
    """Let random numbers go on as they would have after the checkpoint."""
    torch.random.set_rng_state(load_file(path / "random.safetensors")["torch"])


def learning_weights(network: Any) -> dict[str, Tensor]:
    """Return the weights that learn."""
    return {name: weights.detach() for name, weights in network.named_parameters() if weights.requires_grad}


@contextmanager
def writing(target: Path) -> Iterator[Path]:
    """Write a file or folder under another name, which it changes for its own when it is whole.

    Raises:
        StorageError: The disk is full.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    path = target.parent / f".{target.name}.new"
    _remove(path)
    try:
        yield path
        if target.is_dir():
            shutil.rmtree(target)
        os.replace(path, target)
    except Exception as error:
        _remove(path)
        if _is_full(error):
            raise StorageError(
                "The disk is full: the model could not be saved. Delete runs or free some space, then try "
                "again."
            ) from error
        raise


def _is_full(error: BaseException) -> bool:
    """Tell whether there was no room: safetensors tells it by its text alone."""
    if isinstance(error, OSError) and error.errno in _FULL:
        return True
    return type(error).__name__ == "SafetensorError" and any(
        f"os error {number}" in str(error) or f"code: {number}" in str(error) for number in _FULL
    )


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


_PARTS = ("step", "exp_avg", "exp_avg_sq")


def _moments(network: Any, optimizer: Any, part: str) -> dict[str, Tensor]:
    return {
        name: optimizer.state[weights][part]
        for name, weights in network.named_parameters()
        if weights in optimizer.state
    }


def _save(tensors: Mapping[str, Tensor], path: Path) -> None:
    save_file({name: tensor.detach().contiguous() for name, tensor in tensors.items()}, path)
    give_back_freed()  # safetensors makes a copy of all of them
    path.chmod(0o644)  # safetensors leaves files that nobody else may read


def _step_of(path: Path) -> int:
    return int(path.name.removeprefix("step-"))


def _read_state(path: Path) -> LearningState | None:
    """Return the state of a checkpoint, None where something in it is damaged."""
    try:
        document = json.loads((path / "state.json").read_text(encoding="utf-8"))
        whole = all((path / name).stat().st_size == size for name, size in document["sizes"].items())
        names = LearningState.__slots__
        state = LearningState(**{name: document[name] for name in names})
        state.best = (float(state.best[0]), float(state.best[1]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return state if whole else None
