"""The folder of a fine-tuned model, which transformers opens as it is and every page of the app too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.loading import LoadedModel
from bertviz_core.models.own_files import OWN_FILE
from bertviz_core.models.tokenizer import open_tokenizer
from bertviz_core.results import LearnedModel, LearningData, LearningSettings
from bertviz_core.results.json_forms import from_json, to_json
from bertviz_core.training.fine_tuning.run_checkpoint import writing


def pretraining_heads(model: LoadedModel) -> dict[str, Tensor]:
    """Return the weights of the trained heads of a pretrained model, but those shared with its embeddings."""
    keys = (
        *(model.family.mlm_keys if model.info.has_mlm_head else ()),
        *(model.family.nsp_keys if model.info.has_nsp_head else ()),
    )
    shared = set(model.network.all_tied_weights_keys)
    return (
        {
            name: weights
            for name, weights in model.network.state_dict().items()
            if name.startswith(keys) and name not in shared
        }
        if keys
        else {}
    )


def save_model(
    network: Any, heads: Mapping[str, Tensor], checkpoint: Checkpoint, folder: Path, facts: Mapping[str, Any]
) -> None:
    """Write weights in half precision, config, tokenizer and `bert_scope.json`.

    Args:
        network: With the task's head, LoRA merged.
        heads: Of the pretrained model: blanks can still be filled with the changed encoder.
        checkpoint: The pretrained model, whose tokenizer goes along.
        folder: Appears when all of it is written.
        facts: What `bert_scope.json` says.

    Raises:
        StorageError: The disk is full.
    """
    weights = {**heads, **network.state_dict()}
    with writing(folder) as path:
        path.mkdir()
        config = network.config
        config.architectures = [type(network).__name__]
        config.dtype = torch.float32  # as which it is to be opened
        config.save_pretrained(path)
        open_tokenizer(checkpoint).tokenizer.save_pretrained(path)
        half = {name: tensor.detach().to(torch.float16).contiguous() for name, tensor in weights.items()}
        save_file(half, path / "model.safetensors", metadata={"format": "pt"})
        (path / "model.safetensors").chmod(0o644)  # safetensors leaves a file that nobody else may read
        document = json.dumps(facts, ensure_ascii=False, indent=1)
        (path / OWN_FILE).write_text(document, encoding="utf-8")


def model_facts(
    data: LearningData, settings: LearningSettings, *, base: str, key: str, learned: LearnedModel
) -> dict[str, Any]:
    """Return what a folder tells about the model in it."""
    return {
        "task": data.task,
        "labels": list(data.labels),
        "base": base,
        "settings": asdict(settings),
        "data": data.name,
        "fingerprint": data.fingerprint,
        "counts": list(data.counts),
        "learned": to_json(learned),
        "key": key,
    }


def read_facts(folder: Path) -> dict[str, Any]:
    """Return what a folder tells about the model in it; nothing where it does not."""
    try:
        document = json.loads((folder / OWN_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def finished_model(folder: Path, key: str) -> LearnedModel | None:
    """Return how the learning ended of which the model in a folder came, if it is that of this key."""
    facts = read_facts(folder)
    if facts.get("key") != key:
        return None
    try:
        return from_json(LearnedModel, facts.get("learned"))
    except ValueError:
        return None
