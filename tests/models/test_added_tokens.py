"""A tokenizer that puts nothing around texts: the family's tokens are added, or its heads are off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import pytest
from changed_checkpoints import changed

from bertviz_core.engine import load_engine
from bertviz_core.errors import MissingHeadError


def own_class(settings: dict[str, Any]) -> None:
    """Let the file of the tokenizer be all there is."""
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"


def no_ends(tokenizer: dict[str, Any]) -> None:
    tokenizer["post_processor"] = None


def no_names(tokenizer: dict[str, Any]) -> None:
    """Take the tokens themselves out of the vocabulary."""
    no_ends(tokenizer)
    names = {"[CLS]": "qx", "[SEP]": "qy"}
    tokenizer["added_tokens"] = [t for t in tokenizer["added_tokens"] if t["content"] not in names]
    vocabulary = tokenizer["model"]["vocab"]
    tokenizer["model"]["vocab"] = {names.get(piece, piece): number for piece, number in vocabulary.items()}


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "xlm-roberta", "albert", "electra"])
def test_the_familys_tokens_are_added_and_it_is_said(
    checkpoint: Callable[..., Path], tiny: Callable[..., Any], tmp_path: Path, family: str
) -> None:
    folder = changed(checkpoint(family), tmp_path / "model", settings=own_class, tokenizer=no_ends)
    engine, usual = load_engine(str(folder)), tiny(family)
    for texts in (("el banco",), ("el banco", "la plaza")):
        read, as_usual = engine.encode(*texts), usual.encode(*texts)
        assert read.ids.tolist() == as_usual.ids.tolist()
        assert read.segment_ids.tolist() == as_usual.segment_ids.tolist()
    assert [note.kind for note in engine.info.notes if note.doubtful] == ["special_tokens"]


def test_without_the_tokens_the_heads_that_need_them_are_off(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def settings(said: dict[str, Any]) -> None:
        own_class(said)
        for name in ("cls_token", "sep_token"):
            said.pop(name)

    engine = load_engine(
        str(changed(checkpoint("bert"), tmp_path / "model", settings=settings, tokenizer=no_names))
    )
    assert not engine.info.has_nsp_head
    with pytest.raises(MissingHeadError):
        engine.next_sentence("el banco", "la plaza")
    assert [note.kind for note in engine.info.notes] == ["special_tokens"]
    assert engine.fill_mask("[MASK] dinero").masks[0].index == 0
    classes = changed(
        fine_tuned_checkpoints.build(tmp_path / "classes"),
        tmp_path / "none",
        settings=settings,
        tokenizer=no_names,
    )
    with pytest.raises(MissingHeadError, match="first token"):
        load_engine(str(classes)).classify("dinero")
