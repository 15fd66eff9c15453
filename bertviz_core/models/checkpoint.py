"""What a folder with a checkpoint must be before anything in it is loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bertviz_core.errors import ModelNotFoundError, UnreadableModelError, UnsafeModelError
from bertviz_core.models.families import FAMILIES, Family
from bertviz_core.models.own_files import FEATURES_FILE, features_base

_TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "vocab.json", "sentencepiece.bpe.model", "spiece.model")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A checked folder and where it came from."""

    model_id: str
    folder: Path
    source: str
    """`bundled`, `run`, `hub` or `folder`."""
    family: Family
    revision: str | None = None
    name: str = ""
    """What people see; the catalogue's name, or the end of the id, when empty."""


def check_folder(model_id: str, folder: Path, *, source: str, revision: str | None = None) -> Checkpoint:
    """Return the checkpoint in a folder if it is safe and of the family.

    Raises:
        ModelNotFoundError: No config or no vocabulary there.
        UnsafeModelError: Not of the family, brings its own code or an adapter, or has no safetensors weights.
    """
    family = check_config(model_id, read_config(model_id, folder))
    if (folder / "adapter_config.json").exists():  # the loader would follow it, and read pickled adapters
        raise UnsafeModelError(
            "“{model}” holds an adapter beside a model. Merge the two, save the whole and open that.",
            model=model_id,
        )
    if not has_weights(folder):
        raise no_safe_weights(model_id)
    if not any((folder / name).is_file() for name in _TOKENIZER_FILES):
        raise ModelNotFoundError(
            "“{model}” has no vocabulary beside its weights. Save the tokenizer into the same folder.",
            model=model_id,
        )
    return Checkpoint(model_id=model_id, folder=folder, source=source, family=family, revision=revision)


def has_weights(folder: Path) -> bool:
    """Tell whether all safetensors files of a checkpoint are there, in one piece or in shards."""
    if (folder / "model.safetensors").is_file():
        return True
    try:
        index = json.loads((folder / "model.safetensors.index.json").read_text(encoding="utf-8"))
        shards = set(index["weight_map"].values())
        return bool(shards) and all(_is_shard(name) and (folder / name).is_file() for name in shards)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False


def _is_shard(name: str) -> bool:
    """Tell whether an index names a safetensors file beside it: the loader would open anything else too."""
    return Path(name).name == name and name.endswith(".safetensors")


def no_safe_weights(model_id: str) -> UnsafeModelError:
    """Return the error for a model without weights that can be read safely."""
    return UnsafeModelError(
        "“{model}” has no complete weights in the safetensors format, the only one read here because other "
        "formats can run code. Choose a model that offers it.",
        model=model_id,
    )


def _no_model_of_its_own(model_id: str, folder: Path) -> ModelNotFoundError:
    """Return the error for a classifier on the features of another model."""
    base = features_base(folder)
    if not base:
        return ModelNotFoundError(
            "“{model}” is no model but a classifier on the features of one. It answers to “classify”; to "
            "read or to train a model, choose the one on which it stands.",
            model=model_id,
        )
    return ModelNotFoundError(
        "“{model}” is no model but a classifier on the features of “{base}”. It answers to “classify”; to "
        "read or to train a model, choose “{base}”.",
        model=model_id,
        base=base,
    )


def read_config(model_id: str, folder: Path) -> dict[str, Any]:
    """Return the content of `config.json`.

    Raises:
        ModelNotFoundError: There is none.
        UnreadableModelError: It is not a JSON object.
    """
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except OSError as error:
        if (folder / "bert_config.json").is_file():
            raise ModelNotFoundError(
                "“{model}” has a bert_config.json, as checkpoints of Google's first code do. Save it as "
                "config.json, "
                'add "model_type": "bert" to it, and convert the weights to safetensors.',
                model=model_id,
            ) from error
        if (folder / FEATURES_FILE).is_file():
            raise _no_model_of_its_own(model_id, folder) from error
        raise ModelNotFoundError(
            "“{model}” is no model: it lacks a config.json. Check the name.",
            model=model_id,
        ) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableModelError(
            "The config.json of “{model}” is damaged. Download or save the model again.", model=model_id
        ) from error
    if not isinstance(config, dict):
        raise UnreadableModelError(
            "The config.json of “{model}” is damaged. Download or save the model again.", model=model_id
        )
    return config


def check_config(model_id: str, config: dict[str, Any]) -> Family:
    """Return the family that a config names.

    Raises:
        UnsafeModelError: The model brings its own code, names a weights file of its own, or is not an
            encoder of the family.
    """
    if config.get("auto_map"):
        raise UnsafeModelError(
            "“{model}” brings program code of its own, which is never run here. Choose another model.",
            model=model_id,
        )
    if config.get("transformers_weights"):  # the loader would read that file, of whatever format
        raise no_safe_weights(model_id)
    if not config.get("model_type"):
        raise UnsafeModelError(
            "The config.json of “{model}” does not say what it is. Add “model_type” to it, one of: "
            "{families}. {hint}",
            model=model_id,
            families=", ".join(FAMILIES),
            hint=_hint(config),
        )
    family = FAMILIES.get(str(config.get("model_type")))
    if family is None or config.get("is_decoder"):
        raise UnsafeModelError(
            "“{model}” is a model of the kind “{kind}”. Only these can be opened: {families}.",
            model=model_id,
            kind=config["model_type"],
            families=", ".join(FAMILIES),
        )
    return family


def _hint(config: dict[str, Any]) -> str:
    """Return what to write where a config names its class but not its kind; empty without either."""
    named = config.get("architectures")
    written = str(named[0]) if isinstance(named, list) and named else ""
    longest_first = sorted(FAMILIES.values(), key=lambda family: -len(family.model_class))
    found = (
        family.name for family in longest_first if written.startswith(family.model_class.split("For")[0])
    )
    return "".join(f'"model_type": "{name}"' for name in list(found)[:1])
