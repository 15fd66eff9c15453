"""What the `config.json` of a checkpoint must say before anything is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bertviz_core.errors import ModelNotFoundError, UnreadableModelError, UnsafeModelError
from bertviz_core.models.families import FAMILIES, Family
from bertviz_core.models.own_files import FEATURES_FILE, features_base
from bertviz_core.models.weight_files import no_safe_weights


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
            encoder of the family that is computed here.
    """
    if config.get("auto_map"):
        raise UnsafeModelError(
            "“{model}” brings program code of its own, which is never run here. Choose another model.",
            model=model_id,
        )
    if config.get("transformers_weights"):  # the loader would read that file, of whatever format
        raise no_safe_weights(model_id)
    if config.get("quantization_config"):
        raise UnsafeModelError(
            "The weights of “{model}” are quantised, which is not read here. Save them as plain numbers.",
            model=model_id,
        )
    if not config.get("model_type"):
        raise UnsafeModelError(
            "The config.json of “{model}” does not say what it is. Add “model_type” to it, one of: "
            "{families}. {hint}",
            model=model_id,
            families=", ".join(FAMILIES),
            hint=_hint(config),
        )
    family = FAMILIES.get(str(config.get("model_type")))
    if family is None:
        raise UnsafeModelError(
            "“{model}” is a model of the kind “{kind}”. Only these can be opened: {families}.",
            model=model_id,
            kind=config["model_type"],
            families=", ".join(FAMILIES),
        )
    _require_encoder_of_today(model_id, config)
    return family


def _require_encoder_of_today(model_id: str, config: dict[str, Any]) -> None:
    """Refuse a network that computes something else than the family does here.

    Relative positions (Shaw et al. 2018) were a choice of BERT, RoBERTa, ELECTRA and ALBERT until
    transformers 5, which loads such weights without their distances and without a word.
    """
    if config.get("is_decoder"):
        raise UnsafeModelError(
            "“{model}” is a decoder (is_decoder in its config.json): each of its tokens sees those before it "
            "only. Encoders alone can be opened, in which every token sees all others.",
            model=model_id,
        )
    if config.get("pruned_heads"):  # transformers 5 computes all heads, whatever is written there
        raise UnsafeModelError(
            "“{model}” was saved without some of its heads (pruned_heads in its config.json), which is not "
            "computed here. Choose the whole model: single heads can be switched off here.",
            model=model_id,
        )
    positions = config.get("position_embedding_type")
    if positions not in (None, "absolute"):
        raise UnsafeModelError(
            "“{model}” tells places apart by relative positions (position_embedding_type “{positions}” in "
            "its config.json), which are not computed here: what it would show is another model. Choose one "
            "with absolute positions.",
            model=model_id,
            positions=str(positions)[:40],
        )


def _hint(config: dict[str, Any]) -> str:
    """Return what to write where a config names its class but not its kind; empty without either."""
    named = config.get("architectures")
    written = str(named[0]) if isinstance(named, list) and named else ""
    longest_first = sorted(FAMILIES.values(), key=lambda family: -len(family.model_class))
    found = (
        family.name for family in longest_first if written.startswith(family.model_class.split("For")[0])
    )
    return "".join(f'"model_type": "{name}"' for name in list(found)[:1])
