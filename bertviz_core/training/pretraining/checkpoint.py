"""Keep a pretraining run on disk, in one safetensors file, so that it can go on after a stop."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.anchors import FeatureAnchor, TokenAnchor
from bertviz_core.training.pretraining.schedule import TrainingPlan

STATE = "state.safetensors"
_TIED = ("cls.predictions.decoder.weight", "cls.predictions.decoder.bias")


@dataclass(slots=True)
class Progress:
    """Where a run is."""

    step: int = 0
    tokens: int = 0  # padded input tokens seen
    seconds: float = 0.0
    epoch: int = 0

    def share(self, plan: TrainingPlan) -> float:
        """Return how much of the budget is used, 0 to 1."""
        if plan.budget_tokens:
            return min(1.0, self.tokens / plan.budget_tokens)
        return min(1.0, self.seconds / plan.budget_seconds)


def write_checkpoint(
    folder: Path,
    model: BertForPreTraining,
    optimizer: torch.optim.Optimizer,
    anchor: FeatureAnchor | TokenAnchor | None,
    progress: Progress,
) -> None:
    """Write model, optimizer state, anchor maps and progress; a stop half-way leaves the old file."""
    state = {f"model.{name}": value for name, value in model.state_dict().items() if name not in _TIED}
    if anchor is not None:
        maps = {name for name, parameter in anchor.named_parameters() if parameter.requires_grad}
        state |= {f"anchor.{name}": value for name, value in anchor.state_dict().items() if name in maps}
    for number, group in enumerate(optimizer.param_groups):
        for place, parameter in enumerate(group["params"]):
            for name, value in optimizer.state.get(parameter, {}).items():
                state[f"optimizer.{number}.{place}.{name}"] = value
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / (STATE + ".partial")
    tensors = {name: value.detach().contiguous() for name, value in state.items()}
    save_file(tensors, partial, metadata={"progress": json.dumps(asdict(progress))})
    partial.replace(folder / STATE)


def read_checkpoint(
    folder: Path,
    model: BertForPreTraining,
    optimizer: torch.optim.Optimizer,
    anchor: FeatureAnchor | TokenAnchor | None,
) -> Progress | None:
    """Put a checkpoint back where it came from; None when the folder holds none."""
    if not (folder / STATE).exists():
        return None
    device = next(model.parameters()).device
    with safe_open(folder / STATE, framework="pt", device=str(device)) as file:
        progress = Progress(**json.loads(file.metadata()["progress"]))
        state = {name: file.get_tensor(name) for name in file.keys()}
    model.load_state_dict(_below(state, "model."), strict=False)  # the tied decoder is not in it
    if anchor is not None:
        anchor.load_state_dict(_below(state, "anchor."), strict=False)
    for number, group in enumerate(optimizer.param_groups):
        for place, parameter in enumerate(group["params"]):
            if kept := _below(state, f"optimizer.{number}.{place}."):
                optimizer.state[parameter] = kept
    return progress


def read_weights(folder: Path, model: BertForPreTraining) -> BertForPreTraining:
    """Put only the weights of a checkpoint into a model and return it."""
    with safe_open(folder / STATE, framework="pt") as file:
        state = {name: file.get_tensor(name) for name in file.keys() if name.startswith("model.")}
    model.load_state_dict(_below(state, "model."), strict=False)
    return model


def _below(state: dict[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    return {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}
