"""Data sets of the Hub become tables; what cannot be reached is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import datasets
import huggingface_hub
import pytest
from pyarrow import parquet

from bertviz_core.errors import InputError
from bertviz_core.training.data import hub_sets
from bertviz_core.training.data.hub_sets import hub_table


@pytest.fixture
def local_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[datasets.Dataset], None]:
    """Let the library find a set in a folder, which is all that differs from the Hub."""
    load = datasets.load_dataset

    def keep(rows: datasets.Dataset) -> None:
        (tmp_path / "set").mkdir()
        rows.to_parquet(tmp_path / "set" / "train.parquet")
        monkeypatch.setattr(huggingface_hub.HfApi, "dataset_info", lambda self, name, **options: None)
        monkeypatch.setattr(
            datasets,
            "load_dataset",
            lambda name, *rest, **options: load(str(tmp_path / "set"), *rest, **options),
        )

    return keep


def test_classes_are_read_by_their_names(local_set: Callable[[datasets.Dataset], None]) -> None:
    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["neg", "pos"])}
    )
    local_set(datasets.Dataset.from_dict({"text": ["a", None, "NA"], "label": [1, 0, 1]}, features=features))
    table = hub_table("some/set")
    assert table.columns == ("text", "label")
    assert table.rows == (("a", "pos"), ("", "neg"), ("NA", "pos"))
    assert not table.more


def test_only_as_many_rows_as_allowed_are_read(
    local_set: Callable[[datasets.Dataset], None], settings: Callable[..., None]
) -> None:
    settings(max_rows="4")
    local_set(datasets.Dataset.from_dict({"text": list("abcdef"), "label": [0.5] * 6}))
    table = hub_table("some/set")
    assert [row for row in table.rows] == [(letter, "0.5") for letter in "abcd"]
    assert table.more


def test_a_set_of_books_does_not_fill_the_memory(
    local_set: Callable[[datasets.Dataset], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_sets, "MOST_CHARACTERS", 1_000)
    local_set(datasets.Dataset.from_dict({"text": ["a" * 300] * 9, "label": [0, 1, 0] * 3}))
    table = hub_table("some/set")
    assert len(table.rows) == 3
    assert table.more


def test_pictures_and_sounds_are_not_decoded_and_lists_not_kept(
    local_set: Callable[[datasets.Dataset], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object, *value: object, **options: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(datasets.Image, "decode_example", refuse)
    monkeypatch.setattr(datasets.Audio, "decode_example", refuse)
    features = datasets.Features(
        {
            "image": datasets.Image(),
            "text": datasets.Value("string"),
            "sound": {"bytes": datasets.Value("binary"), "path": datasets.Value("string")},
            "sentences": datasets.List(datasets.Value("string")),
            "both": {"en": datasets.Value("string"), "es": datasets.Value("string")},
            "bytes": datasets.Value("binary"),
            "score": datasets.Value("float32"),
            "right": datasets.Value("bool"),
            "label": datasets.ClassLabel(names=["neg", "pos"]),
        }
    )
    file = {"bytes": b"no picture and no sound", "path": None}
    rows = {
        "image": file,
        "text": "a",
        "sound": file,
        "sentences": ["b"] * 9,
        "both": {"en": "sun", "es": "sol"},
        "bytes": b"c",
        "score": 0.5,
        "right": True,
        "label": 1,
    }
    whole = datasets.Dataset.from_list([rows] * 3, features=features)
    local_set(whole.cast_column("sound", datasets.Audio()))
    table = hub_table("some/set")
    assert table.columns == ("text", "score", "right", "label")
    assert table.rows == (("a", "0.5", "True", "pos"),) * 3


def test_pictures_are_not_even_fetched(local_set: Callable[[datasets.Dataset], None], tmp_path: Path) -> None:
    features = datasets.Features({"image": datasets.Image(), "text": datasets.Value("string")})
    row = {"image": {"bytes": b"no picture", "path": None}, "text": "a"}
    local_set(datasets.Dataset.from_list([row] * 5, features=features))
    file = tmp_path / "set" / "train.parquet"
    content, rows = bytearray(file.read_bytes()), parquet.ParquetFile(file).metadata.row_group(0)
    for column in (rows.column(number) for number in range(rows.num_columns)):
        if column.path_in_schema.startswith("image"):
            start = column.dictionary_page_offset or column.data_page_offset
            content[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    file.write_bytes(content)
    with pytest.raises(OSError, match="header"):
        parquet.read_table(file)
    assert hub_table("some/set").rows == (("a",),) * 5


def test_a_set_without_texts_is_told(local_set: Callable[[datasets.Dataset], None]) -> None:
    local_set(datasets.Dataset.from_dict({"words": [["a", "b"]] * 4}))
    with pytest.raises(InputError, match="no column of texts"):
        hub_table("some/set")


def test_numbers_count_too(
    local_set: Callable[[datasets.Dataset], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_sets, "MOST_CHARACTERS", 100)
    local_set(datasets.Dataset.from_dict({"a": [123_456_789] * 30, "b": [0] * 30}))
    table = hub_table("some/set")
    assert len(table.rows) == 10 and table.more


def test_a_set_that_does_not_say_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"text": None, "words": ["a"], "label": n % 2} for n in range(3)] + [{"text": "b", "label": 1}]
    stream = datasets.IterableDataset.from_generator(lambda: iter(rows))
    assert stream.features is None
    monkeypatch.setattr(huggingface_hub.HfApi, "dataset_info", lambda self, name, **options: None)
    monkeypatch.setattr(datasets, "load_dataset", lambda *rest, **options: stream)
    table = hub_table("some/set")
    assert dict(zip(table.columns, table.rows[0], strict=True)) == {"text": "", "label": "0"}
    assert dict(zip(table.columns, table.rows[3], strict=True)) == {"text": "b", "label": "1"}


def test_a_split_that_is_not_there_is_told(local_set: Callable[[datasets.Dataset], None]) -> None:
    local_set(datasets.Dataset.from_dict({"text": ["a"], "label": [0]}))
    with pytest.raises(InputError, match="validation"):
        hub_table("some/set", split="validation")


def test_without_a_network_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    with pytest.raises(InputError, match="Hub"):
        hub_table("nobody/has-this-set")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../etc",
        "/etc/passwd",
        "a/b/c",
        "a b",
        "a--b",
        "x" * 200,
        "csv:file",
        "tests",
        "bertviz_core/samples",
    ],
)
def test_paths_are_no_names(name: str) -> None:
    with pytest.raises(InputError, match="name"):
        hub_table(name)


def test_a_host_can_forbid_it(settings: Callable[..., None]) -> None:
    settings(allow_hub="false")
    with pytest.raises(InputError, match="installation"):
        hub_table("some/set")
