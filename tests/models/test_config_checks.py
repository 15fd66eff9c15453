"""Networks that compute something else than the family does here are refused, with what they are."""

from __future__ import annotations

import pytest
from changed_checkpoints import changed

from bertviz_core.engine import load_engine
from bertviz_core.errors import UnsafeModelError


@pytest.mark.parametrize("family", ["bert", "roberta", "electra", "albert"])
@pytest.mark.parametrize("positions", ["relative_key", "relative_key_query", "rotary"])
def test_relative_positions_are_refused(family, positions, checkpoint, tmp_path):
    folder = changed(
        checkpoint(family), tmp_path / "model", config=lambda c: c.update(position_embedding_type=positions)
    )
    with pytest.raises(UnsafeModelError, match=f"relative positions.*{positions}.*absolute"):
        load_engine(str(folder))


@pytest.mark.parametrize("positions", ["absolute", None])
def test_absolute_positions_are_read(positions, checkpoint, tmp_path):
    folder = changed(
        checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(position_embedding_type=positions)
    )
    assert load_engine(str(folder)).info.notes == ()


def test_a_decoder_is_called_one(checkpoint, tmp_path):
    folder = changed(checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(is_decoder=True))
    with pytest.raises(UnsafeModelError, match=r"decoder.*is_decoder"):
        load_engine(str(folder))


@pytest.mark.parametrize(("pruned", "refused"), [({"0": [1, 2]}, True), ({}, False)])
def test_pruned_heads_are_refused(pruned, refused, checkpoint, tmp_path):
    folder = changed(checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(pruned_heads=pruned))
    if refused:
        with pytest.raises(UnsafeModelError, match="pruned_heads"):
            load_engine(str(folder))
    else:
        assert load_engine(str(folder)).info.notes == ()
