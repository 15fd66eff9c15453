"""What fine-tuning put on top of an encoder: found in a checkpoint, loaded beside the network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import transformers
from safetensors import safe_open
from torch import Tensor, nn

from bertviz_core.errors import N_
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damaged
from bertviz_core.models.encoder_weights import require_finite
from bertviz_core.models.own_files import OWN_FILE
from bertviz_core.models.tag_labels import TagLabels, read_tag_labels
from bertviz_core.models.weight_files import weight_names
from bertviz_core.results import TASKS, TaskInfo

_KINDS = {
    "ForSequenceClassification": ("sentence", "pair"),
    "ForTokenClassification": ("tagging",),
    "ForQuestionAnswering": ("question",),
}
PRETRAINING = ("ForMaskedLM", "ForPreTraining", "ForNextSentencePrediction")
"""Ends of the names of classes without a task's head."""
TASK_HEADS = ("classifier.weight", "classifier.out_proj.weight", "qa_outputs.weight")
"""Names of the weights that a task's head ends with."""
_MOST_OWN_BYTES = 1_000_000


_REGRESSION = N_(
    "“{model}” was fine-tuned to give a number, not a class, which cannot be asked here. Choose a model that "
    "tells classes apart."
)
_MULTI_LABEL = N_(
    "“{model}” was fine-tuned to give a text several classes at once, which cannot be asked here. Choose a "
    "model that gives one class."
)

_NO_ARCHITECTURE = N_(
    "“{model}” has the weights of a head, but its config.json does not say of which kind. Add "
    "“architectures” to it with the class that the model was saved from, for instance "
    "BertForSequenceClassification for classes of texts, BertForTokenClassification for tags of words, or "
    "BertForQuestionAnswering for answers."
)


_OTHER_ARCHITECTURE = N_(
    "“{model}” has the weights of a head, but the class that its config.json names has none like it. Write "
    "the one that the model was saved from into “architectures”, for instance BertForSequenceClassification "
    "for classes of texts, BertForTokenClassification for tags of words, or BertForQuestionAnswering for "
    "answers."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskHead:
    """The head of one task, in evaluation mode."""

    info: TaskInfo
    logits: Callable[[Tensor], Tensor]
    """Last states (inputs, tokens, hidden) -> scores: (inputs, labels) of texts, (inputs, tokens, labels) of
    words, (inputs, tokens, 2) of beginnings and ends of answers."""
    max_tokens: int | None
    """How long the texts were that it learned from, where that is known."""
    tags: TagLabels
    """How labels of words say where entities are."""


def load_task_head(checkpoint: Checkpoint, config: Any) -> TaskHead | str:
    """Return the head of a fine-tuned checkpoint, whose encoder is loaded by itself.

    Returns:
        The head; or a sentence with `{model}` in it where there is one that cannot be asked; an empty one
        where there is none, or parts of it are not in the file.

    Raises:
        UnreadableModelError: Its weights have other shapes than the config says, or are no numbers.
    """
    kind = _kind(config)
    if kind is None:
        return _unnamed_head(checkpoint, config)
    if refusal := _refusal(kind, config):
        return refusal
    parts = _empty_parts(checkpoint, kind, config)
    names = {name for name, _ in parts.named_parameters()}
    weights = _read_weights(checkpoint.folder, names)
    if weights.keys() != names:
        return ""
    require_finite(checkpoint.model_id, weights.items(), heads=())
    try:
        parts.load_state_dict(weights, strict=False, assign=True)  # buffers are made, not read
    except RuntimeError as error:
        raise damaged(checkpoint.model_id) from error
    parts.eval().requires_grad_(False)
    own, labels = _read_own(checkpoint.folder), _labels(kind, config)
    return TaskHead(
        info=TaskInfo(task=_task(kind, own), labels=labels, base=_text(own.get("base"))),
        logits=_logits(checkpoint, kind, parts),
        max_tokens=_max_tokens(own),
        tags=read_tag_labels(labels, learned_here=own.get("task") == "tagging"),
    )


def _kind(config: Any) -> str | None:
    written = (config.architectures or [""])[0]
    return next((kind for kind in _KINDS if str(written).endswith(kind)), None)


def _unnamed_head(checkpoint: Checkpoint, config: Any) -> str:
    """Return what to say where weights of a task's head are there that the config does not name."""
    if weight_names(checkpoint.folder).isdisjoint(TASK_HEADS):
        return ""
    named = str((config.architectures or [""])[0])
    if named.endswith(PRETRAINING):
        return _OTHER_ARCHITECTURE
    return "" if "For" in named else _NO_ARCHITECTURE


def _refusal(kind: str, config: Any) -> str:
    if kind == "ForSequenceClassification" and config.problem_type == "multi_label_classification":
        return _MULTI_LABEL
    number = config.num_labels == 1 or config.problem_type == "regression"
    return _REGRESSION if number and kind == "ForSequenceClassification" else ""


def _empty_parts(checkpoint: Checkpoint, kind: str, config: Any) -> Any:
    """Return the task's network without weights, and of its encoder only the pooler where it has one."""
    model_class = getattr(transformers, checkpoint.family.model_class.split("For")[0] + kind)
    with torch.device("meta"):
        network = model_class(config)
    encoder = network.base_model
    for name, _ in list(encoder.named_children()):
        if not name.startswith("pooler"):
            delattr(encoder, name)
    return network


def _read_weights(folder: Path, names: Iterable[str]) -> dict[str, Tensor]:
    """Return those of these weights that the checkpoint has, as float32."""
    files = {name: "model.safetensors" for name in names}
    if not (folder / "model.safetensors").is_file():
        index = json.loads((folder / "model.safetensors.index.json").read_text(encoding="utf-8"))
        files = {name: index["weight_map"][name] for name in names if name in index["weight_map"]}
    weights = {}
    for file_name in sorted(set(files.values())):
        with safe_open(folder / file_name, framework="pt") as file:
            there = set(file.keys())
            for name in (name for name, own in files.items() if own == file_name and name in there):
                weights[name] = file.get_tensor(name).float()
    return weights


def _logits(checkpoint: Checkpoint, kind: str, parts: Any) -> Callable[[Tensor], Tensor]:
    if kind == "ForSequenceClassification":
        class_logits = checkpoint.family.class_logits
        return lambda states: class_logits(parts, states)
    head: nn.Module = parts.classifier if kind == "ForTokenClassification" else parts.qa_outputs
    return head


def _labels(kind: str, config: Any) -> tuple[str, ...]:
    if kind == "ForQuestionAnswering":
        return ()
    return tuple(str(config.id2label.get(place, place)) for place in range(config.num_labels))


def _task(kind: str, own: dict[str, Any]) -> Any:
    allowed = _KINDS[kind]
    said = own.get("task")
    return said if said in TASKS and said in allowed else allowed[0]


def _max_tokens(own: dict[str, Any]) -> int | None:
    settings = own.get("settings")
    said = settings.get("max_tokens") if isinstance(settings, dict) else None
    return said if isinstance(said, int) and not isinstance(said, bool) and said > 0 else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _read_own(folder: Path) -> dict[str, Any]:
    """Return what is written about a model that was fine-tuned here; nothing where it is not readable."""
    file = folder / OWN_FILE
    try:
        if file.stat().st_size > _MOST_OWN_BYTES:
            return {}
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
