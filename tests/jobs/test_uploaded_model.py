"""A model that is taken home and brought back is the same; a hostile one is refused before it is loaded."""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from bertviz_core.engine import load_engine
from bertviz_core.errors import (
    BertScopeError,
    InputError,
    StorageError,
    UnreadableModelError,
    UnsafeModelError,
)
from bertviz_core.jobs.model_zip import model_zip, plain_file_name
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.jobs.upload_files import BroughtFile
from bertviz_core.jobs.uploaded_model import keep_uploaded_model
from bertviz_core.results import LearningRun

TEXTS = ("Saqué dinero del banco", "The man went to the store", "a gallon of milk 😀")
OWN = {"task": "sentence", "labels": list(fine_tuned_checkpoints.LABELS), "base": "mini"}


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fine_tuned_checkpoints.build(tmp_path / "saved", own=OWN)


def bring(folder: Path, store: RunStore, **changes: str) -> LearningRun:
    """Upload a folder as a person would who has packed it."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"model/{path.name}")
    file = BroughtFile(name="model.zip", open=lambda: io.BytesIO(content.getvalue()))
    return keep_uploaded_model([file], store=store, **{"name": "mine", "owner": "me", **changes})


def nothing_is_left(store: RunStore) -> bool:
    entries = {path.name for path in store.folder_of_runs.iterdir()}
    return entries <= {".create.lock"} and store.runs() == ()


def change(file: Path, **values: Any) -> None:
    document = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps(document | values))


@pytest.mark.parametrize(
    "family", ["bert", "bert-uncased", "distilbert", "roberta", "xlm-roberta", "albert", "electra"]
)
def test_taken_home_and_brought_back_it_says_the_same(store: RunStore, tmp_path: Path, family: str) -> None:
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", family=family, own=OWN)
    before = load_engine(str(saved))
    with model_zip(saved, "spam-mini") as file:
        run = keep_uploaded_model(
            [BroughtFile(name="spam.zip", open=lambda: file)], name="spam", owner="me", store=store
        )
    after = load_engine(f"run:{run.id}")
    assert after.task == before.task
    for text in TEXTS:
        assert after.encode(text).tokens == before.encode(text).tokens
        np.testing.assert_array_equal(after.classify(text).probabilities, before.classify(text).probabilities)
    again = keep_uploaded_model([_packed(store.model_folder(run.id))], name="again", owner="me", store=store)
    np.testing.assert_array_equal(
        load_engine(f"run:{again.id}").classify(TEXTS[0]).probabilities,
        before.classify(TEXTS[0]).probabilities,
    )


def _packed(folder: Path | None) -> BroughtFile:
    assert folder is not None
    return BroughtFile(name="m.zip", open=lambda: model_zip(folder, "m"))


@pytest.mark.parametrize("task", ["sentence", "tagging", "question"])
def test_transformers_opens_what_is_taken_home(tmp_path: Path, task: str) -> None:
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", task=task, own={"task": task})
    (saved / "optimizer.pt").write_bytes(b"never packed")
    with model_zip(saved, "mine") as file, zipfile.ZipFile(file) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {"mine"}
        assert all(entry.compress_type == zipfile.ZIP_STORED for entry in archive.infolist())
        archive.extractall(tmp_path / "home")
    home = tmp_path / "home" / "mine"
    assert not (home / "optimizer.pt").exists()
    auto = getattr(transformers, f"AutoModel{fine_tuned_checkpoints.KINDS[task]}")
    network, report = auto.from_pretrained(home, output_loading_info=True, use_safetensors=True)
    assert not report["missing_keys"]
    original = auto.from_pretrained(saved)
    tokens = transformers.AutoTokenizer.from_pretrained(home)(TEXTS[0], return_tensors="pt")
    with torch.no_grad():
        for one, other in zip(network(**tokens).values(), original(**tokens).values(), strict=True):
            assert torch.equal(one, other)


def test_a_brought_model_is_a_run_that_is_done(store: RunStore, folder: Path) -> None:
    change(folder / "bert_scope.json", settings={"method": "lora", "epochs": 7})
    run = bring(folder, store)
    assert store.run(run.id) == run
    assert (run.owner, run.name, run.task, run.model) == ("me", "mine", "sentence", "mini")
    assert run.uploaded
    assert (run.settings.method, run.settings.epochs) == ("lora", 7)
    assert run.labels == fine_tuned_checkpoints.LABELS
    assert store.status(run.id).phase == "done"
    assert store.history(run.id) == ()
    assert store.report(run.id) is None
    assert store.data(run.id).counts == run.counts == (0, 0, 0)
    store.delete(run.id)
    assert store.runs() == ()


def test_a_folder_of_others_needs_nothing_of_ours(store: RunStore, tmp_path: Path) -> None:
    saved = fine_tuned_checkpoints.build(
        tmp_path / "saved", task="tagging", labels=fine_tuned_checkpoints.TAGS
    )
    run = bring(saved, store)
    assert (run.task, run.labels, run.model) == ("tagging", fine_tuned_checkpoints.TAGS, "")


@pytest.mark.parametrize("base", ["/etc", "run:0123456789abcdef", "../x", "<b>", "somebody/model", ""])
def test_a_base_that_is_not_known_here_is_not_believed(store: RunStore, folder: Path, base: str) -> None:
    change(folder / "bert_scope.json", base=base)
    assert bring(folder, store).model == ""


def test_the_base_has_to_be_allowed(store: RunStore, folder: Path, settings: Callable[..., None]) -> None:
    settings(allowed_models='["mini"]')
    assert bring(folder, store).model == "mini"
    change(folder / "bert_scope.json", base="bert-base-cased")
    with pytest.raises(UnsafeModelError, match="bert-base-cased"):
        bring(folder, store)


def test_a_model_without_a_task_is_refused(store: RunStore, checkpoint: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="not fine-tuned"):
        bring(checkpoint("bert"), store)
    assert nothing_is_left(store)


def test_a_head_that_gives_a_number_is_refused(store: RunStore, tmp_path: Path) -> None:
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", labels=("score",))
    with pytest.raises(InputError, match="a number"):
        bring(saved, store)
    assert nothing_is_left(store)


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({"auto_map": {"AutoModel": "modeling.py--Model"}}, "program code"),
        ({"transformers_weights": "config.json"}, "safetensors"),
        ({"model_type": "gpt2"}, "gpt2"),
        ({"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True}}, "quantised"),
        ({"num_hidden_layers": 100_000}, "num_hidden_layers = 100000"),
        ({"num_hidden_layers": -1}, "num_hidden_layers"),
        ({"num_hidden_layers": "3"}, "num_hidden_layers"),
        ({"num_hidden_layers": 3.5}, "num_hidden_layers"),
        ({"num_hidden_layers": 40, "num_attention_heads": 32}, "layers × heads"),
        ({"num_labels": 1_000_000_000}, "num_labels"),
        ({"id2label": {str(n): "x" for n in range(2_000)}}, "num_labels"),
        ({"id2label": [1, 2]}, "num_labels"),
        ({"max_position_embeddings": 1_000_000}, "max_position_embeddings"),
        ({"hidden_size": 1_000_000}, "belong together"),
        ({"vocab_size": 2_000_000_000}, "belong together"),
        ({"intermediate_size": 2_000_000_000}, "belong together"),
        ({"hidden_size": 33}, "damaged"),
        ({"hidden_size": "a lot"}, "damaged"),
        ({"hidden_act": "import os"}, "damaged"),
        ({"vocab_size": 100}, "damaged|belong together"),
    ],
)
def test_a_config_that_asks_for_too_much_is_refused(
    store: RunStore, folder: Path, config: dict[str, Any], error: str
) -> None:
    change(folder / "config.json", **config)
    with pytest.raises(BertScopeError, match=error):
        bring(folder, store)
    assert nothing_is_left(store)


def _header(content: bytes) -> bytes:
    length = int.from_bytes(content[:8], "little")
    return content[8 : 8 + length]


def _with_header(content: bytes, header: bytes) -> bytes:
    return struct.pack("<Q", len(header)) + header + content[8 + len(_header(content)) :]


HOSTILE_WEIGHTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "short": lambda content: content[:5],
    "cut": lambda content: content[:-4],
    "longer": lambda content: content + b"PK\3\4",
    "pickle": lambda content: b"\x80\x04\x95" + content,
    "endless header": lambda content: struct.pack("<Q", 2**60) + content[8:],
    "no JSON": lambda content: _with_header(content, b"{" * 40),
    "nested": lambda content: _with_header(content, b"[" * 100_000),
    "a list": lambda content: _with_header(content, b"[]"),
    "negative": lambda content: _with_header(
        content, _header(content).replace(b'"shape":[3]', b'"shape":[-3]')
    ),
    "huge": lambda content: _with_header(
        content, _header(content).replace(b'"shape":[3]', b'"shape":[3333333333]')
    ),
    "texts": lambda content: _with_header(
        content, _header(content).replace(b'"shape":[3]', b'"shape":["3"]')
    ),
    "no kind": lambda content: _with_header(content, _header(content).replace(b'"F32"', b'"F99"', 1)),
    "overlap": lambda content: _with_header(
        content, _header(content).replace(b'"data_offsets":[0,', b'"data_offsets":[4,')
    ),
}


@pytest.mark.parametrize("kind", HOSTILE_WEIGHTS)
def test_damaged_weights_are_refused(store: RunStore, folder: Path, kind: str) -> None:
    weights = folder / "model.safetensors"
    content = weights.read_bytes()
    changed = HOSTILE_WEIGHTS[kind](content)
    assert changed != content
    weights.write_bytes(changed)
    with pytest.raises(UnreadableModelError, match="damaged"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_weights_of_another_kind_of_number_are_refused(store: RunStore, folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    save_file(
        {name: tensor.to(torch.int8) for name, tensor in tensors.items()},
        folder / "model.safetensors",
        metadata={"format": "pt"},
    )
    with pytest.raises(UnreadableModelError, match="damaged"):
        bring(folder, store)


def test_a_file_without_most_of_its_weights_is_refused(store: RunStore, folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    kept = {name: tensor for name, tensor in tensors.items() if "layer.2." not in name}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnreadableModelError, match="lack parts"):
        bring(folder, store)
    assert nothing_is_left(store)


def test_a_tokenizer_with_patterns_of_its_own_is_refused(store: RunStore, tmp_path: Path) -> None:
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", family="roberta")
    file = saved / "tokenizer.json"
    document = json.loads(file.read_text())
    endless = {"type": "Split", "pattern": {"Regex": "(a|a)*$"}, "behavior": "Isolated", "invert": False}
    document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [endless, document["pre_tokenizer"]]}
    file.write_text(json.dumps(document))
    change(saved / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    with pytest.raises(UnsafeModelError, match=r"pattern of its own, \(a\|a\)\*\$"):
        bring(saved, store)
    assert nothing_is_left(store)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", "[" * 100_000, '{"model": 3}', '{"version": "9"}']
)
@pytest.mark.parametrize("name", ["tokenizer.json", "tokenizer_config.json", "config.json"])
def test_damaged_settings_are_refused_or_do_not_matter(
    store: RunStore, folder: Path, name: str, content: str
) -> None:
    (folder / name).write_text(content)
    try:
        run = bring(folder, store)
    except BertScopeError:
        assert nothing_is_left(store)
    else:  # the vocabulary beside it was enough
        assert name == "tokenizer_config.json"
        assert load_engine(f"run:{run.id}").encode("dinero")


def test_settings_of_a_tokenizer_name_no_files_and_no_code(
    store: RunStore, folder: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\npassword\n")
    change(
        folder / "tokenizer_config.json",
        vocab_file=str(secret),
        tokenizer_file=str(secret),
        init_inputs=[str(secret)],
        auto_map={"AutoTokenizer": ["evil.py--T", None]},
        tokenizer_class="EvilTokenizer",
        chat_template="{{ 7 * 7 }}",
    )
    run = bring(folder, store)
    kept = json.loads((store.folder(run.id).model / "tokenizer_config.json").read_text())
    assert not kept.keys() & {"vocab_file", "tokenizer_file", "init_inputs", "auto_map", "chat_template"}
    assert "tokenizer_class" not in kept
    assert "password" not in load_engine(f"run:{run.id}").encode("password").tokens


def test_a_card_that_was_brought_stays_text(store: RunStore, folder: Path) -> None:
    (folder / "README.md").write_text("---\nlanguage: [[[[\n---\n<script>alert(1)</script>")
    run = bring(folder, store)
    assert load_engine(f"run:{run.id}").card()


def test_runs_have_bounds_for_brought_models_too(
    store: RunStore, folder: Path, settings: Callable[..., None]
) -> None:
    bring(folder, store)
    settings(max_runs_bytes="1000")
    with pytest.raises(StorageError, match="Delete runs"):
        bring(folder, store)
    assert len(store.runs()) == 1
    assert {path.name for path in store.folder_of_runs.iterdir()} == {".create.lock", store.runs()[0].id}


@pytest.mark.parametrize("name", ["<b>x</b>", "a\nb", "\u202eabc", " ", "x" * 500, "../../x"])
def test_a_name_is_only_a_name(store: RunStore, folder: Path, name: str) -> None:
    run = bring(folder, store, name=name)
    assert store.run(run.id).name.isprintable()
    assert len(run.name) <= 80
    assert run.name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("spam · mini", "spam-mini"),
        ("../../etc/passwd", "etc-passwd"),
        ("ñandú", "and"),
        ("🙂", "model"),
        ("", "model"),
        ("a" * 99, "a" * 40),
        ("CON.zip\0", "con-zip"),
    ],
)
def test_a_folder_gets_a_name_that_any_system_takes(name: str, plain: str) -> None:
    assert plain_file_name(name) == plain


def test_links_in_a_folder_are_not_packed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    os.symlink(tmp_path / "secret", folder / "vocab.json")
    with model_zip(folder, "m") as file, zipfile.ZipFile(file) as archive:
        assert "m/vocab.json" not in archive.namelist()
        assert "m/config.json" in archive.namelist()


def test_an_adapter_is_left_out(store: RunStore, folder: Path) -> None:
    (folder / "adapter_config.json").write_text(json.dumps({"base_model_name_or_path": "/etc"}))
    run = bring(folder, store)
    assert not (store.folder(run.id).model / "adapter_config.json").exists()


def test_without_weights_there_is_no_model(store: RunStore, folder: Path) -> None:
    shutil.move(folder / "model.safetensors", folder / "adapter_model.safetensors")
    with pytest.raises(UnsafeModelError, match="safetensors"):
        bring(folder, store)
    assert nothing_is_left(store)


LABELS_THAT_ARE_NONE: dict[str, list[Any]] = {
    "half a letter": ["ham", "\ud800", "x"],
    "empty": ["ham", "", "x"],
    "spaces": ["ham", "  ", "x"],
    "nothing to be seen": ["ham", "\n\0", "x"],
    "joiners alone": ["ham", "\u200d\u200c", "x"],
    "written backwards": ["ham", "\u202espam", "x"],
    "the same": ["ham", "ham", "x"],
    "the same but for spaces": ["ham", " ham ", "x"],
    "long": ["ham", "x" * 200_000, "x"],
    "a list": ["ham", ["spam"], "x"],
    "an object": ["ham", {"a": 1}, "x"],
    "nothing": ["ham", None, "x"],
}


@pytest.mark.parametrize("kind", LABELS_THAT_ARE_NONE)
@pytest.mark.parametrize("task", ["sentence", "tagging"])
def test_labels_that_cannot_be_shown_or_told_apart_are_refused(
    store: RunStore, tmp_path: Path, task: str, kind: str
) -> None:
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", task=task)
    labels = LABELS_THAT_ARE_NONE[kind]
    change(saved / "config.json", id2label={str(place): label for place, label in enumerate(labels)})
    with pytest.raises(InputError, match=r"id2label"):
        bring(saved, store)
    assert nothing_is_left(store)


@pytest.mark.parametrize("names", [{"0": "1", "7": "b", "8": "c"}, {"0": "a"}])
def test_classes_without_a_name_each_are_numbers(
    store: RunStore, folder: Path, names: dict[str, str]
) -> None:
    change(folder / "config.json", id2label=names, label2id=None)
    assert bring(folder, store).labels == ("0", "1", "2")


def test_labels_in_any_script_are_read(store: RunStore, tmp_path: Path) -> None:
    labels = ("👩‍🎓", "می‌خواهم", "x" * 100)
    saved = fine_tuned_checkpoints.build(tmp_path / "saved", labels=labels)
    assert bring(saved, store).labels == labels
