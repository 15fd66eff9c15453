"""Special tokens that settings do not name are found in the vocabulary; those that are nowhere are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changed_checkpoints import changed, vocabulary_only

from bertviz_core.engine import load_engine
from bertviz_core.errors import InputError, MissingHeadError

ROLES = ("mask_token", "unk_token", "cls_token", "sep_token", "pad_token")


@pytest.mark.parametrize("own_class", [False, True])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("roles", [ROLES[:2], ROLES[2:4]])
def test_tokens_without_a_name_are_found_in_the_vocabulary(
    checkpoint: Callable[..., Path],
    tiny: Callable[..., Any],
    tmp_path: Path,
    roles: tuple[str, ...],
    null: bool,
    own_class: bool,
) -> None:
    def settings(said: dict[str, Any]) -> None:
        for role in roles:
            said.pop(role)
        said.update(dict.fromkeys(roles) if null else {})
        said.update({"tokenizer_class": "PreTrainedTokenizerFast"} if own_class else {})

    def tokenizer(document: dict[str, Any]) -> None:
        document["added_tokens"] = []

    folder = changed(checkpoint("bert"), tmp_path / "model", settings=settings, tokenizer=tokenizer)
    engine, usual = load_engine(str(folder)), tiny("bert")
    for text in ("el [MASK] ✈", "Saqué dinero"):
        assert engine.encode(text).ids.tolist() == usual.encode(text).ids.tolist()
        assert engine.encode(text).unknown.tolist() == usual.encode(text).unknown.tolist()
    assert engine.info.mask_token == "[MASK]"
    told = [note for note in engine.info.notes if "is read as such" in str(note)]
    assert bool(told) is (null or own_class)  # where a class has names, these are right


@pytest.mark.parametrize("name", ["[mask]", "<mask>", "[Mask]"])
def test_a_mask_in_other_casing_is_the_mask(
    checkpoint: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    def change(pieces: list[str]) -> list[str]:
        return [name if piece == "[MASK]" else piece for piece in pieces]

    engine = load_engine(str(vocabulary_only(checkpoint("bert"), tmp_path / "model", change=change)))
    assert (engine.info.mask_token, engine.info.has_mlm_head) == (name, True)
    assert engine.encode("el [MASK]").tokens[2] == name
    assert any(name in str(note) for note in engine.info.notes)


def test_without_a_mask_words_are_not_guessed_and_it_is_said(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def change(pieces: list[str]) -> list[str]:
        return ["qx" if piece == "[MASK]" else piece for piece in pieces]

    engine = load_engine(str(vocabulary_only(checkpoint("bert"), tmp_path / "model", change=change)))
    assert any("no token for a blank" in str(note) for note in engine.info.notes)
    assert engine.attention("el banco").weights.size
    with pytest.raises(MissingHeadError):
        engine.fill_mask("el [MASK]")


@pytest.mark.parametrize("name", ["[unk]", "<unk>", ""])
def test_an_unknown_token_in_other_casing_is_used_and_none_is_said(
    checkpoint: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    def change(pieces: list[str]) -> list[str]:
        return [name or "qx" if piece == "[UNK]" else piece for piece in pieces]

    engine = load_engine(str(vocabulary_only(checkpoint("bert"), tmp_path / "model", change=change)))
    assert engine.encode("el banco").tokens == ("[CLS]", "el", "banco", "[SEP]")
    if name:
        assert engine.encode("✈").unknown.tolist() == [False, True, False]
        return
    assert any("no token for what it lacks" in str(note) for note in engine.info.notes)
    with pytest.raises(InputError, match="lacks a part"):
        engine.encode("✈")


def test_a_tokenizer_that_cuts_by_chance_cuts_the_same_way_here(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def tokenizer(document: dict[str, Any]) -> None:
        document["model"]["dropout"] = 0.5

    def settings(said: dict[str, Any]) -> None:
        said["tokenizer_class"] = "PreTrainedTokenizerFast"

    folder = changed(checkpoint("roberta"), tmp_path / "model", settings=settings, tokenizer=tokenizer)
    engine = load_engine(str(folder))
    assert len({engine.encode("la compañera hacía la cama").tokens for _ in range(20)}) == 1
    assert any("by chance" in str(note) for note in engine.info.notes)
