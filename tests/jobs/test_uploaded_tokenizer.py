"""A tokenizer that a person brings is made of the family's parts within their bounds, or it is not used."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import pytest
from tokenizers import Tokenizer

from bertviz_core.engine import load_engine
from bertviz_core.errors import BertScopeError, UnreadableModelError, UnsafeModelError
from bertviz_core.jobs.model_zip import model_zip
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.jobs.upload_files import BroughtFile
from bertviz_core.jobs.uploaded_model import keep_uploaded_model
from bertviz_core.models import tokenizer_trial
from bertviz_core.models.foreign_tokenizer import check_parts, plain_tokenizer
from bertviz_core.results import LearningRun

FAMILIES = ["bert", "bert-uncased", "distilbert", "roberta", "xlm-roberta", "albert", "electra"]
Document = dict[str, Any]


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fine_tuned_checkpoints.build(tmp_path / "saved")


def bring(folder: Path, store: RunStore) -> LearningRun:
    with model_zip(folder, "m") as file:
        brought = BroughtFile(name="m.zip", open=lambda: file)
        return keep_uploaded_model([brought], name="mine", owner="me", store=store)


def nothing_is_left(store: RunStore) -> bool:
    return store.runs() == () and {path.name for path in store.folder_of_runs.iterdir()} <= {".create.lock"}


def change(folder: Path, edit: Callable[[Document], None]) -> Document:
    """Let the tokenizer's own file say something else, which its class does not overrule."""
    document: Document = json.loads((folder / "tokenizer.json").read_text())
    edit(document)
    (folder / "tokenizer.json").write_text(json.dumps(document))
    settings = json.loads((folder / "tokenizer_config.json").read_text())
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return document


def replacing(letter: str, content: str) -> Document:
    return {"type": "Replace", "pattern": {"String": letter}, "content": content}


def normalized(*steps: Document) -> Callable[[Document], None]:
    return lambda document: document.update(normalizer={"type": "Sequence", "normalizers": list(steps)})


def charsmap(*contents: bytes) -> Document:
    """Return a table of letters, one that leads nowhere, and what they become."""
    table = struct.pack("<I", 1024) + bytes(1024) + b"\0".join(contents) + b"\0"
    return {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(table).decode()}


def templated(items: list[Document], tokens: int = 1) -> Callable[[Document], None]:
    special = {
        "[CLS]": {"id": "[CLS]", "ids": [2] * tokens, "tokens": ["[CLS]"] * tokens},
    }
    step = {"type": "TemplateProcessing", "single": items, "pair": [A, B], "special_tokens": special}
    return lambda document: document.update(post_processor=step)


A = {"Sequence": {"id": "A", "type_id": 0}}
B = {"Sequence": {"id": "B", "type_id": 1}}
CLS = {"SpecialToken": {"id": "[CLS]", "type_id": 0}}

HOSTILE: dict[str, Callable[[Document], None]] = {
    "a chain that grows": normalized(*[replacing("e", "e" * 100)] * 3),
    "a letter that no trial has": normalized(*[replacing("\U0001f0a1", "\U0001f0a1" * 1000)] * 3),
    "a little each, often": normalized(*[replacing("e", "ee")] * 60),
    "one letter to two": normalized(replacing("e", "ee")),
    "nothing becomes something": normalized(replacing("", "e")),
    "a letter that others make long": normalized(replacing("e", "\ufdfa"), {"type": "NFKC"}),
    "a million in front": normalized({"type": "Prepend", "prepend": "e" * 1_000_000}),
    "in front, often": normalized(*[{"type": "Prepend", "prepend": "e" * 20}] * 2),
    "bytes of bytes": normalized(*[{"type": "ByteLevel"}] * 12),
    "a table with a long content": normalized(charsmap(b"a", b"e" * 10_000)),
    "tables in a row": normalized(*[charsmap(b"e" * 30)] * 3),
    "deeply nested": normalized(
        {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [{"type": "NFC"}]}] * 20}
    ),
    "what nobody knows": normalized({"type": "Evil"}),
    "bytes before words": lambda document: document.update(
        pre_tokenizer={"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}] * 12}
    ),
    "the text over and over": templated([A] * 500),
    "classes over and over": templated([CLS] * 500 + [A]),
    "one token that is many": templated([CLS, A], tokens=500),
    "without the text": templated([CLS]),
    "a third kind of text": templated([{"Sequence": {"id": "A", "type_id": 1_000_000}}]),
    "words without an end": lambda document: document["model"].update(max_input_chars_per_word=10**9),
    "a long beginning": lambda document: document["model"].update(continuing_subword_prefix="#" * 100_000),
    "a long unknown": lambda document: document["model"].update(unk_token="u" * 1_000_000),
    "by chance": lambda document: document["model"].update(dropout=0.5),
    "another kind of model": lambda document: document["model"].update(type="WordLevel"),
    "a long token": lambda document: document["added_tokens"].append(
        {**document["added_tokens"][0], "id": len(document["model"]["vocab"]), "content": "x" * 200_000}
    ),
    "a long decoder": lambda document: document.update(
        decoder={"type": "WordPiece", "prefix": "#" * 100_000, "cleanup": True}
    ),
    "a decoder that grows": lambda document: document.update(decoder=replacing("e", "e" * 1000)),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_part_beyond_the_bounds_is_refused(folder: Path, kind: str) -> None:
    document = change(folder, HOSTILE[kind])
    with pytest.raises(UnsafeModelError, match="tokenizer of “mine”"):
        plain_tokenizer(document, model="mine")


def test_the_same_with_usual_bounds_is_not(folder: Path) -> None:
    for edit in (
        normalized(replacing("e", "a"), charsmap(b"e" * 33), {"type": "NFKC"}),
        templated([CLS, A]),
        lambda document: document["model"].update(max_input_chars_per_word=200),
    ):
        document = change(folder, edit)
        assert plain_tokenizer(document, model="mine") == document


def _long_piece(document: Document) -> None:
    vocabulary = document["model"]["vocab"]
    vocabulary["y" * 200_000] = vocabulary.pop("a")


@pytest.mark.parametrize(
    "edit",
    [
        HOSTILE["a chain that grows"],
        HOSTILE["a letter that no trial has"],
        HOSTILE["classes over and over"],
        _long_piece,
    ],
)
def test_a_tokenizer_that_makes_texts_long_is_refused(
    store: RunStore, folder: Path, edit: Callable[[Document], None]
) -> None:
    change(folder, edit)
    with pytest.raises(UnsafeModelError, match="tokenizer of “mine”"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_ids_without_weights_are_refused(store: RunStore, folder: Path) -> None:
    change(folder, lambda document: document["model"]["vocab"].update(a=10**9))
    with pytest.raises(BertScopeError, match=r"belong together|damaged"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_ends_with_the_ids_of_another_vocabulary_are_put_right(store: RunStore, folder: Path) -> None:
    ends = {"type": "BertProcessing", "sep": ["[SEP]", 10**9], "cls": ["[CLS]", 2]}
    change(folder, lambda document: document.update(post_processor=ends))
    bring(folder, store)
    assert not nothing_is_left(store)


def test_padding_and_cutting_that_a_file_asks_for_are_taken_out(store: RunStore, folder: Path) -> None:
    padding = {
        "strategy": {"Fixed": 10**9},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "[PAD]",
    }
    truncation = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}
    before = load_engine(str(folder)).encode("La mujer va a la plaza").tokens
    change(folder, lambda document: document.update(padding=padding, truncation=truncation))
    run = bring(folder, store)
    kept = json.loads((store.folder(run.id).model / "tokenizer.json").read_text())
    assert (kept["padding"], kept["truncation"]) == (None, None)
    assert load_engine(f"run:{run.id}").encode("La mujer va a la plaza").tokens == before


@pytest.mark.parametrize("family", FAMILIES)
def test_tokenizers_of_the_family_stay_as_they_are(tmp_path: Path, family: str) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path / "saved", family=family)
    document = json.loads((folder / "tokenizer.json").read_text())
    assert plain_tokenizer(document, model="mine") == document


def test_what_older_files_say_is_read() -> None:
    """Sentencepiece models that were turned into fast tokenizers years ago, and models without a kind."""
    table = charsmap(b"a", "صلى الله عليه وسلم".encode())
    older = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": 0, "special": True, "content": "<pad>", "single_word": False}],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                replacing("``", '"'),
                replacing("''", '"'),
                {"type": "NFKD"},
                {"type": "StripAccents"},
                {"type": "Lowercase"},
                table,
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "WhitespaceSplit"},
                {"type": "Metaspace", "replacement": "▁", "str_rep": "▁", "add_prefix_space": True},
            ],
        },
        "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]},
        "decoder": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True},
        "model": {"unk_id": 1, "vocab": [["<pad>", 0.0], ["<unk>", 0.0]]},
    }
    assert plain_tokenizer(older, model="mine") == older


def test_the_bundled_tokenizer_is_read() -> None:
    file = Path(tokenizer_trial.__file__).with_name("bundled") / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(file))
    assert tokenizer.normalizer is not None
    document = json.loads(file.read_text())
    assert plain_tokenizer(document, model="mini")["model"] == document["model"]
    check_parts(document, model="mini")


def test_a_table_that_leads_out_of_itself_is_damaged(store: RunStore, folder: Path) -> None:
    """Its kind of failure is none that a page can catch."""
    table = struct.pack("<I", 4) + struct.pack("<I", 0x7FFFFC00) + b"a\0"
    step = {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(table).decode()}
    change(folder, normalized(step))
    with pytest.raises(UnreadableModelError, match="damaged"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_a_trial_that_takes_too_much_memory_ends_alone(
    store: RunStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenizer_trial, "MOST_BYTES", 150_000_000)
    (folder / "tokenizer.json").write_text("[" + "[]," * 5_000_000 + "[]]")
    with pytest.raises(UnsafeModelError, match="memory or time"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_a_trial_that_takes_too_long_ends(
    store: RunStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenizer_trial, "PATIENCE_S", 0.01)
    with pytest.raises(UnsafeModelError, match="memory or time"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_a_file_with_a_key_twice_is_written_anew(store: RunStore, folder: Path) -> None:
    """Readers differ in which of the two they believe."""
    file = folder / "tokenizer.json"
    twice = json.dumps({"type": "Prepend", "prepend": "e" * 1_000_000})
    text = file.read_text().replace('"normalizer": {', f'"normalizer": {twice}, "normalizer": {{', 1)
    assert "eeee" in text
    file.write_text(text)
    run = bring(folder, store)
    assert "eeee" not in (store.folder(run.id).model / "tokenizer.json").read_text()


def test_a_vocabulary_alone_is_enough(store: RunStore, folder: Path, tmp_path: Path) -> None:
    vocabulary = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    (folder / "vocab.txt").write_text("\n".join(sorted(vocabulary, key=vocabulary.get)) + "\n")
    before = load_engine(str(folder)).encode("La mujer va a la plaza").tokens
    (folder / "tokenizer.json").unlink()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    file = BroughtFile(name="m.zip", open=lambda: io.BytesIO(content.getvalue()))
    run = keep_uploaded_model([file], name="mine", owner="me", store=store)
    assert load_engine(f"run:{run.id}").encode("La mujer va a la plaza").tokens == before
