"""Fine-tuned models by the id of their run: only what a run has left can be opened, by no other path."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from bertviz_core.engine import load_engine
from bertviz_core.errors import ModelNotFoundError, UnsafeModelError

RUN_ID = "0123456789abcdef"


@pytest.fixture
def run_model(data_folder: Path, checkpoint: Callable[..., Path]) -> Path:
    """Put a model where a run would have left it."""
    folder = data_folder / "runs" / RUN_ID / "model"
    shutil.copytree(checkpoint("bert", "BertForSequenceClassification"), folder)
    (folder / "bert_scope.json").write_text(json.dumps({"task": "sentence", "base": "mini"}))
    return folder


def test_a_run_is_a_model(run_model: Path) -> None:
    engine = load_engine(f"run:{RUN_ID}")
    assert engine.info.id == f"run:{RUN_ID}"
    assert engine.info.source == "run"
    assert engine.attention("Saqué dinero del banco").weights.shape[0] == 3


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "0123456789abcdeF",
        "0123456789abcde",
        "0123456789abcdef0",
        "../runs/0123456789abcdef",
        "0123456789abcdef/model",
        "..",
        ".",
        "/etc",
        "０123456789abcdef",
        "0123456789abcde\x00",
        "ffffffffffffffff",
    ],
)
def test_what_is_no_run_is_no_model(typed: str, run_model: Path) -> None:
    (run_model.parents[1] / "model").mkdir()  # what a path that was not checked could find
    with pytest.raises(ModelNotFoundError, match="no fine-tuned model"):
        load_engine(f"run:{typed}")


def test_a_run_opens_where_folders_stay_shut(run_model: Path, settings: Callable[..., None]) -> None:
    settings(allow_local_folders="false", allow_hub="false")
    assert load_engine(f"run:{RUN_ID}").info.layers == 3


def test_the_base_of_a_run_has_to_be_allowed(run_model: Path, settings: Callable[..., None]) -> None:
    settings(allowed_models='["mini"]')
    assert load_engine(f"run:{RUN_ID}").info.layers == 3
    settings(allowed_models='["bert-base-cased"]')
    with pytest.raises(UnsafeModelError, match="made from “mini”"):
        load_engine(f"run:{RUN_ID}")


@pytest.mark.parametrize("written", [None, "{", "[]", '{"base": 3}', "[" * 100_000])
def test_where_models_are_listed_one_of_unknown_origin_stays_shut(
    written: str | None, run_model: Path, settings: Callable[..., None]
) -> None:
    (run_model / "bert_scope.json").unlink()
    if written is not None:
        (run_model / "bert_scope.json").write_text(written)
    settings(allowed_models='["mini"]')
    with pytest.raises(UnsafeModelError, match="made from"):
        load_engine(f"run:{RUN_ID}")


def test_other_weights_under_the_same_id_are_another_revision(run_model: Path) -> None:
    first = load_engine(f"run:{RUN_ID}").info.revision
    weights = run_model / "model.safetensors"
    tensors = load_file(weights)
    changed = {name: tensor + np.float32(0.5) for name, tensor in tensors.items()}
    save_file(changed, weights, metadata={"format": "pt"})
    second = load_engine(f"run:{RUN_ID}").info.revision
    assert first != second
    save_file(tensors, weights, metadata={"format": "pt"})
    assert load_engine(f"run:{RUN_ID}").info.revision != second
