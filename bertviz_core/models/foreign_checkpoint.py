"""What the files of a stranger's checkpoint must be besides, before anything loads them.

A small file can ask for a large network, for patterns that take hours to match, or for files elsewhere on the
machine. Checkpoints that people bring are held to what models of the family look like.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import torch
import transformers

from bertviz_core.errors import UnreadableModelError, UnsafeModelError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.config_checks import read_config
from bertviz_core.models.label_names import MOST_LABELS, check_labels
from bertviz_core.models.network_config import open_config

LARGEST_HEADER = 5_000_000  # bytes; those of the family have some 20,000
_BYTES = {"F32": 4, "F16": 2, "BF16": 2, "I64": 8}
"""Of one number, by the kinds that weights of the family are kept in."""

_MOST = {
    "num_hidden_layers": 48,
    "n_layers": 48,
    "num_attention_heads": 64,
    "n_heads": 64,
    "num_hidden_groups": 8,
    "inner_group_num": 8,
    "num_labels": MOST_LABELS,
    "max_position_embeddings": 514,
}
"""Values of a config that decide how many parts are made, or how much one text takes."""
_MOST_HEADS = 512  # of all layers: their attention at 512 tokens is 537 MB

_TOKENIZERS = ("Bert", "DistilBert", "Roberta", "XLMRoberta", "Albert", "Electra", "PreTrained")
_PLAIN_SETTINGS = {
    "add_prefix_space",
    "clean_text",
    "do_lower_case",
    "handle_chinese_chars",
    "keep_accents",
    "model_input_names",
    "model_max_length",
    "remove_space",
    "strip_accents",
    "tokenize_chinese_chars",
    "trim_offsets",
    *(f"{name}_token" for name in ("bos", "eos", "unk", "sep", "pad", "cls", "mask")),
}


def check_foreign(checkpoint: Checkpoint) -> None:
    """Hold a checked folder to more than `check_folder` does; only plain settings of its tokenizer stay.

    Raises:
        UnsafeModelError: It asks for more memory or time than a model of its size, or for other files.
        UnreadableModelError: Its files are damaged or do not fit together.
    """
    _check_config(checkpoint)
    _check_size(checkpoint)
    _keep_plain_settings(checkpoint)


def _damaged(checkpoint: Checkpoint, file: str) -> UnreadableModelError:
    return UnreadableModelError(
        "“{file}” of “{model}” is damaged. Save the model again.", file=file, model=checkpoint.model_id
    )


def _check_config(checkpoint: Checkpoint) -> None:
    config = read_config(checkpoint.model_id, checkpoint.folder)
    for field, most in _MOST.items():
        value = config.get(field, 1)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= most:
            raise _out_of_bounds(checkpoint, field, value, most)
    labels = config.get("id2label", {})
    if not isinstance(labels, dict) or len(labels) > _MOST["num_labels"]:
        raise _out_of_bounds(checkpoint, "num_labels", len(labels), _MOST["num_labels"])
    if "id2label" in config and len(labels) != 1:  # one alone is a number, which is said later
        check_labels(labels.values(), model=checkpoint.model_id)
    layers = config.get("num_hidden_layers", config.get("n_layers", 12))
    heads = config.get("num_attention_heads", config.get("n_heads", 12))
    if layers * heads > _MOST_HEADS:
        raise _out_of_bounds(checkpoint, "layers × heads", layers * heads, _MOST_HEADS)


def _out_of_bounds(checkpoint: Checkpoint, field: str, value: object, most: int) -> UnsafeModelError:
    return UnsafeModelError(
        "The config.json of “{model}” says {field} = {value}; from 1 to {most} is read here.",
        model=checkpoint.model_id,
        field=field,
        value=str(value)[:40],
        most=most,
    )


def _check_size(checkpoint: Checkpoint) -> None:
    """Hold the network to the size of its weights: what is not in the file would be made up in memory."""
    there = sum(_numbers(checkpoint, file) for file in sorted(checkpoint.folder.glob("*.safetensors")))
    try:
        config, _ = open_config(checkpoint)
        with torch.device("meta"):
            network = getattr(transformers, checkpoint.family.model_class)(config)
        wanted = sum(math.prod(weights.shape) for weights in network.parameters())
    except Exception as error:  # the libraries raise whatever a strange config provokes
        raise _damaged(checkpoint, "config.json") from error
    if (
        wanted > 2 * there
    ):  # without heads, half is missing at most: the decoder is as large as the embeddings
        raise UnreadableModelError(
            "The weights of “{model}” have {there} numbers, its config.json asks for {wanted}. They do not "
            "belong together.",
            model=checkpoint.model_id,
            there=there,
            wanted=wanted,
        )


def _numbers(checkpoint: Checkpoint, file: Path) -> int:
    """Count the numbers in a file of weights, after its header alone."""
    try:
        with file.open("rb") as weights:
            length = int.from_bytes(weights.read(8), "little")
            if length > LARGEST_HEADER:
                raise ValueError("a header longer than any")
            header = json.loads(weights.read(length))
        header.pop("__metadata__", None)
        counts = {name: math.prod(map(_size, tensor["shape"])) for name, tensor in header.items()}
        taken = sum(counts[name] * _BYTES[tensor["dtype"]] for name, tensor in header.items())
        if taken != file.stat().st_size - 8 - length:
            raise ValueError("numbers are missing, or there is more than numbers")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise _damaged(checkpoint, file.name) from error
    return sum(counts.values())


def _size(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("not a size")
    return value


def _keep_plain_settings(checkpoint: Checkpoint) -> None:
    """Write the tokenizer's settings anew without what could name files, code or arguments of a class."""
    file = checkpoint.folder / "tokenizer_config.json"
    if not file.is_file():
        return
    settings = _read_object(checkpoint, file)
    plain = {name: value for name, value in settings.items() if name in _PLAIN_SETTINGS}
    name = str(settings.get("tokenizer_class")).removesuffix("Fast")
    if name.removesuffix("Tokenizer") in _TOKENIZERS:
        plain["tokenizer_class"] = settings["tokenizer_class"]
    file.write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")


def _read_object(checkpoint: Checkpoint, file: Path) -> dict[str, Any]:
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(checkpoint, file.name) from error
    if not isinstance(document, dict):
        raise _damaged(checkpoint, file.name)
    return document
