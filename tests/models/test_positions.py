"""Config and tokenizer that name different padding tokens: no word loses its position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from changed_checkpoints import changed
from numpy.typing import NDArray

from bertviz_core.engine import load_engine
from bertviz_core.models.checkpoint import check_folder
from bertviz_core.models.loading import load_checkpoint
from bertviz_core.results import Encoding


def assert_numbered_by_place(folder: Path, text: str) -> None:
    """Compare a model's states with those that its network gives when told every position."""
    engine = load_engine(str(folder))
    encoding = engine.encode(text)
    network = load_checkpoint(check_folder("x", folder, source="folder")).network
    network.base_model.embeddings._forward_pre_hooks.clear()
    ids = torch.from_numpy(encoding.ids)[None]
    with torch.inference_mode():
        places = torch.arange(2, 2 + len(encoding))[None]
        wanted = network.base_model(input_ids=ids, position_ids=places).last_hidden_state[0].numpy()

    def same(number: int, read: Encoding, states: NDArray[np.float32]) -> None:
        np.testing.assert_allclose(states[-1], wanted, atol=1e-5)

    engine.hidden_states([text], take=same)


@pytest.mark.parametrize("family", ["roberta", "xlm-roberta"])
def test_another_padding_token_in_the_tokenizer(
    checkpoint: Callable[..., Path], tmp_path: Path, family: str
) -> None:
    folder = changed(
        checkpoint(family), tmp_path / "model", settings=lambda said: said.update(pad_token="<unk>")
    )
    info = load_engine(str(folder)).info
    assert [note.kind for note in info.notes] == ["padding"]
    assert info.max_tokens == 64
    assert_numbered_by_place(folder, "el banco de la plaza")


def test_another_padding_token_in_the_config(checkpoint: Callable[..., Path], tmp_path: Path) -> None:
    text = "A B C"
    word = int(load_engine(str(checkpoint("roberta"))).encode(text).ids[1])
    assert 5 <= word < 60  # an ordinary piece now has the number of padding
    folder = changed(
        checkpoint("roberta"), tmp_path / "model", config=lambda said: said.update(pad_token_id=word)
    )
    assert [note.kind for note in load_engine(str(folder)).info.notes] == ["padding"]
    assert_numbered_by_place(folder, text)


def test_where_both_agree_nothing_is_said(checkpoint: Callable[..., Path]) -> None:
    assert load_engine(str(checkpoint("roberta"))).info.notes == ()
