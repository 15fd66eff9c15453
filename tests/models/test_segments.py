"""Tokenizers that keep segments back from a model that takes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import numpy as np
import pytest
import transformers
from changed_checkpoints import changed

from bertviz_core.engine import load_engine
from bertviz_core.models.checkpoint import check_folder
from bertviz_core.models.tokenizer import open_tokenizer

PAIR = ("El banco de la plaza.", "Me senté.")


def without(settings: dict[str, Any]) -> None:
    settings["model_input_names"] = ["input_ids", "attention_mask"]


def of_distilbert(settings: dict[str, Any]) -> None:
    settings["tokenizer_class"] = "DistilBertTokenizer"


@pytest.mark.parametrize("change", [without, of_distilbert])
def test_a_pretrained_model_gets_those_of_its_family(
    change: Callable[..., None], checkpoint: Callable[..., Path], tiny: Callable[..., Any], tmp_path: Path
) -> None:
    folder = changed(checkpoint("bert"), tmp_path / "model", settings=change)
    engine = load_engine(str(folder))
    assert engine.next_sentence(*PAIR).is_next == tiny("bert").next_sentence(*PAIR).is_next
    (note,) = engine.info.notes
    assert note.doubtful and "B:1" in str(note)
    saved = changed(folder, tmp_path / "saved")
    open_tokenizer(check_folder("x", folder, source="folder")).tokenizer.save_pretrained(saved)
    assert not load_engine(str(saved)).info.notes


@pytest.mark.parametrize("change", [without, of_distilbert])
def test_a_fine_tuned_one_is_followed(change: Callable[..., None], tmp_path: Path) -> None:
    folder = changed(
        fine_tuned_checkpoints.build(tmp_path / "made", task="pair"), tmp_path / "model", settings=change
    )
    engine = load_engine(str(folder))
    (note,) = engine.info.notes
    assert note.doubtful and "segment 0" in str(note)
    read = transformers.BertTokenizer.from_pretrained(tmp_path / "made")(*PAIR, return_tensors="pt")
    network = transformers.BertForSequenceClassification.from_pretrained(folder).eval()
    scores = network(read.input_ids, token_type_ids=read.token_type_ids * 0).logits.softmax(-1)
    np.testing.assert_allclose(engine.classify(*PAIR).probabilities, scores[0].detach().numpy(), atol=1e-5)
