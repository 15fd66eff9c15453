"""Weights that the config calls one, and the file keeps apart."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from changed_checkpoints import changed
from safetensors.torch import load_file, save_file

from bertviz_core.engine import load_engine

DECODERS = {
    "bert": "cls.predictions.decoder.weight",
    "roberta": "lm_head.decoder.weight",
    "distilbert": "vocab_projector.weight",
}


def with_decoder(folder: Path, name: str) -> Path:
    """Save a decoder beside the embeddings, with their values in another order."""
    weights = load_file(folder / "model.safetensors")
    embeddings = next(values for key, values in weights.items() if key.endswith("word_embeddings.weight"))
    save_file({**weights, name: embeddings.flip(0)}, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


@pytest.mark.parametrize("family", list(DECODERS))
def test_a_decoder_of_its_own_is_told(family: str, checkpoint: Callable[..., Path], tmp_path: Path) -> None:
    folder = with_decoder(shutil.copytree(checkpoint(family), tmp_path / "model"), DECODERS[family])
    (note,) = load_engine(str(folder)).info.notes
    assert note.doubtful and DECODERS[family] in str(note)


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_one_that_the_config_names_is_used_with_the_bias_of_its_head(
    family: str, checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    apart = changed(
        checkpoint(family), tmp_path / "apart", config=lambda said: said.update(tie_word_embeddings=False)
    )
    together = shutil.copytree(checkpoint(family), tmp_path / "together")
    engines = [load_engine(str(with_decoder(folder, DECODERS[family]))) for folder in (apart, together)]
    assert engines[0].info.has_mlm_head and not engines[0].info.notes
    first, second = (
        engine.fill_mask(f"El {engine.info.mask_token} de la plaza.", 5).masks[0] for engine in engines
    )
    assert first.predictions == second.predictions
    assert not torch.isnan(torch.tensor([word.probability for word in first.predictions])).any()
