"""A pretrained encoder with a new head for a task, and which of its weights learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import transformers
from torch import nn

from bertviz_core.errors import InputError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.models.families import Family
from bertviz_core.models.network_config import open_config
from bertviz_core.models.positions import number_by_place
from bertviz_core.results import LearningSettings, Task

CLASSES: dict[Task, str] = {
    "sentence": "ForSequenceClassification",
    "pair": "ForSequenceClassification",
    "tagging": "ForTokenClassification",
    "question": "ForQuestionAnswering",
}
"""Endings of the classes of transformers that hold the networks."""

_LORA_SCALE = 2
"""Alpha over rank (Hu et al. 2021 leave it constant when the rank changes)."""


def task_class(family: Family, task: Task) -> Any:
    """Return the class of transformers for a task."""
    return getattr(transformers, family.model_class.split("For")[0] + CLASSES[task])


def new_network(
    checkpoint: Checkpoint, task: Task, labels: Sequence[str], *, seed: int, first_position: int | None = None
) -> Any:
    """Return the encoder of a checkpoint under a head that is drawn anew, in evaluation mode.

    A head of the same kind that the checkpoint may have is not used. `first_position` is that of
    `LoadedModel`.

    Raises:
        UnreadableModelError: Its files are damaged.
    """
    model_class = task_class(checkpoint.family, task)
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    with damage_told(checkpoint.model_id):
        config = _for_task(open_config(checkpoint)[0], task, labels)
        loaded, report = model_class.from_pretrained(
            checkpoint.folder,
            config=config,
            attn_implementation="eager",
            dtype=torch.float32,
            use_safetensors=True,
            output_loading_info=True,
            ignore_mismatched_sizes=True,
            **options,
        )
    drawn = {name for name, *_ in (*report["mismatched_keys"], *((key,) for key in report["missing_keys"]))}
    encoder = f"{loaded.base_model_prefix}."
    read = {
        name: weights
        for name, weights in loaded.state_dict().items()
        if name.startswith(encoder) and name not in drawn
    }
    torch.manual_seed(seed)
    network = model_class._from_config(config, attn_implementation="eager", dtype=torch.float32)
    network.load_state_dict(read, strict=False)
    if first_position is not None:
        number_by_place(network, first_position)
    return network.eval()


def choose_learning_weights(network: Any, family: Family, settings: LearningSettings) -> Any:
    """Return the network in which what the method names requires gradients, and nothing else.

    Raises:
        InputError: The last layers cannot learn alone because all layers share their weights.
    """
    if settings.method == "full":
        return network.requires_grad_(True)
    network.requires_grad_(False)
    if settings.method == "lora":
        network = _with_lora(network, family, settings)
    else:
        for layer in _layers(network, family)[-settings.last_layers :]:
            layer.requires_grad_(True)
    for name, weights in network.named_parameters():
        if is_head(name, network):
            weights.requires_grad_(True)
    return network


def is_head(name: str, network: Any) -> bool:
    """Tell whether a weight belongs to the head; the pooler counts as a part of it."""
    inner = name.removeprefix("base_model.model.")
    prefix = f"{_plain(network).base_model_prefix}."
    return not inner.startswith(prefix) or inner.startswith(f"{prefix}pooler.")


def merged(network: Any) -> Any:
    """Return the network with what LoRA learned added to its weights."""
    return network.merge_and_unload() if hasattr(network, "merge_and_unload") else network


def _plain(network: Any) -> Any:
    return network.get_base_model() if hasattr(network, "get_base_model") else network


def _for_task(config: Any, task: Task, labels: Sequence[str]) -> Any:
    if task == "question":
        config.num_labels = 2  # beginning and end
        return config
    config.id2label = dict(enumerate(labels))
    config.label2id = {label: number for number, label in enumerate(labels)}
    if task != "tagging":
        config.problem_type = "single_label_classification"
    return config


def _layers(network: Any, family: Family) -> list[nn.Module]:
    layers = [module for module in network.modules() if type(module).__name__ == family.layer_class]
    if len(layers) < network.config.num_hidden_layers:
        raise InputError(
            "All layers of this model share their weights, so that the last ones cannot learn alone. Choose "
            "all weights or LoRA."
        )
    return layers


def _with_lora(network: Any, family: Family, settings: LearningSettings) -> Any:
    """Put small matrices beside every linear layer of the encoder's layers."""
    from peft import LoraConfig, get_peft_model

    targets = [
        f"{outer}.{inner}"
        for outer, layer in network.named_modules()
        if type(layer).__name__ == family.layer_class
        for inner, module in layer.named_modules()
        if isinstance(module, nn.Linear)
    ]
    rank = settings.lora_rank
    config = LoraConfig(r=rank, lora_alpha=_LORA_SCALE * rank, lora_dropout=0.0, target_modules=targets)
    return get_peft_model(network, config)
