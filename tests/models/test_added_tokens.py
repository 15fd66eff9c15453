"""A tokenizer that puts nothing around texts: the family's tokens are added, or its heads are off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import pytest
from changed_checkpoints import changed
from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing

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


def template(single: str, pair: str, **numbers: int) -> Callable[[dict[str, Any]], None]:
    """Return a change that puts these around texts; `numbers` are those of tokens, as CLS=3."""

    def change(tokenizer: dict[str, Any]) -> None:
        vocabulary = tokenizer["model"]["vocab"]
        names = [name for name in ("[CLS]", "[SEP]", "[PAD]", "la") if name in f"{single} {pair}"]
        ids = [(name, numbers.get(name.strip("[]"), vocabulary[name])) for name in names]
        made = TemplateProcessing(single=single, pair=pair, special_tokens=ids)
        tokenizer["post_processor"] = json.loads(made.__getstate__())

    return change


USUAL = "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"


@pytest.mark.parametrize(
    "change",
    [
        template(*USUAL, CLS=41, SEP=42),
        template(*USUAL, CLS=3, SEP=4),
        template(*USUAL, CLS=3, SEP=2),
        template("[CLS] $A", "[CLS] $A $B"),
        template("[CLS] $A [SEP]", "[CLS] $A $B [SEP]"),
        template("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1"),
        template("[CLS] $A [SEP]", "$A:0 $B:1"),
        template("[CLS] $A [SEP]", "[CLS] $A [SEP] $B [SEP]"),
        template("[CLS] $A [SEP]", "[CLS] $A [SEP]:1 $B:1 [SEP]:1"),
        template("[CLS]:1 $A:1 [SEP]:1", USUAL[1]),
        template("[CLS] $A [SEP]", "[CLS] $A:1 [SEP]:1 $B:2 [SEP]:2"),
        template("[CLS] $A [SEP]", "[CLS] $B [SEP] $A:1 [SEP]:1"),
        template("[PAD] $A [SEP]", "[PAD] $A [SEP] $B:1 [SEP]:1"),
        template("la $A [SEP]", "la $A [SEP] $B:1 [SEP]:1"),
        template("[CLS] $A la", "[CLS] $A la $B:1 la:1"),
    ],
)
def test_other_tokens_or_segments_than_the_familys_are_put_right_and_told(
    checkpoint: Callable[..., Path],
    tiny: Callable[..., Any],
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
) -> None:
    folder = changed(checkpoint("bert"), tmp_path / "model", settings=own_class, tokenizer=change)
    engine, usual = load_engine(str(folder)), tiny("bert")
    for texts in (("el banco",), ("el banco", "la plaza")):
        read, as_usual = engine.encode(*texts), usual.encode(*texts)
        assert read.tokens == as_usual.tokens
        assert read.segment_ids.tolist() == as_usual.segment_ids.tolist()
    assert [note.kind for note in engine.info.notes if note.doubtful] == ["special_tokens"]
    assert "[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1" in str(engine.info.notes[0])


@pytest.mark.parametrize(
    ("family", "change"),
    [
        ("bert", template(*USUAL)),
        ("bert", template("[CLS] $A [SEP]", "[CLS] $A [SEP] [SEP] $B [SEP]")),  # XLM-R's pieces in BERT
        ("distilbert", template("[CLS] $A [SEP]", "[CLS] $A [SEP] $B [SEP]")),  # it knows no segments
    ],
)
def test_what_models_of_the_family_learn_with_stays(
    checkpoint: Callable[..., Path], tmp_path: Path, family: str, change: Callable[[dict[str, Any]], None]
) -> None:
    folder = changed(checkpoint(family), tmp_path / "model", settings=own_class, tokenizer=change)
    described = Tokenizer.from_file(str(folder / "tokenizer.json")).encode("el banco", "la plaza")
    engine = load_engine(str(folder))
    assert engine.encode("el banco", "la plaza").ids.tolist() == described.ids
    assert engine.info.notes == ()


def test_a_pair_that_nothing_parts_is_not_asked_about(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def tokenizer(document: dict[str, Any]) -> None:
        template("[CLS] $A", "[CLS] $A $B")(document)
        document["added_tokens"] = [t for t in document["added_tokens"] if t["content"] != "[SEP]"]
        document["model"]["vocab"]["qy"] = document["model"]["vocab"].pop("[SEP]")

    def settings(said: dict[str, Any]) -> None:
        own_class(said)
        said.pop("sep_token")

    engine = load_engine(
        str(changed(checkpoint("bert"), tmp_path / "model", settings=settings, tokenizer=tokenizer))
    )
    assert not engine.info.has_nsp_head
    assert "no [SEP] to part them" in str(engine.info.notes[0])


def test_a_fine_tuned_models_pairs_in_one_segment_stay_and_are_told(tmp_path: Path) -> None:
    change = template("[CLS] $A [SEP]", "[CLS] $A [SEP] $B [SEP]")
    built = fine_tuned_checkpoints.build(tmp_path / "pairs", task="pair")
    folder = changed(built, tmp_path / "model", settings=own_class, tokenizer=change)
    engine = load_engine(str(folder))
    assert engine.encode("el banco", "la plaza").segment_ids.max() == 0
    (note,) = engine.info.notes
    assert "BertForSequenceClassification" in str(note) and note.doubtful


@pytest.mark.parametrize("place", [0, -1])
def test_a_token_that_is_put_twice_is_put_once_and_told(
    place: int, checkpoint: Callable[..., Path], tiny: Callable[..., Any], tmp_path: Path
) -> None:
    def twice(tokenizer: dict[str, Any]) -> None:
        for name in ("single", "pair"):
            parts = tokenizer["post_processor"][name]
            parts.insert(len(parts) if place else 0, parts[place])

    folder = changed(checkpoint("bert"), tmp_path / "model", settings=own_class, tokenizer=twice)
    engine = load_engine(str(folder))
    assert engine.encode("el banco").tokens == tiny("bert").encode("el banco").tokens
    (note,) = engine.info.notes
    assert note.doubtful
