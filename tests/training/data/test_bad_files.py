"""Whatever file is brought, there is what was read, or a sentence that says why not."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from bad_inputs import BAD_INPUTS, NAUGHTY, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.upload_files import BroughtFile, unpack
from bertviz_core.training.data.questions import read_questions
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.tagged_sentences import read_tagged_file
from bertviz_core.ui.fine_tuning.ask_upload import read_asked
from bertviz_core.ui.sentence_file import sentences_of_file
from bertviz_core.ui.words.sentence_lines import read_lines
from bertviz_core.ui.words.sentence_table import table_of_file

ENDINGS = ("csv", "tsv", "txt", "xlsx", "json", "jsonl", "conll", "conllu", "exe", "")
STARTS = (
    b"",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"PK\x03\x04",
    b"\x1f\x8b\x08",
    b"{",
    b"[",
    b"#Text=",
    b'"',
)
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | TEXTS,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(TEXTS, inside, max_size=4),
    max_leaves=12,
)
ROWS = st.lists(st.lists(TEXTS, max_size=4), max_size=6)


def joined(rows: list[list[str]], sign: str) -> bytes:
    return "\n".join(sign.join(row) for row in rows).encode("utf-8", "surrogatepass")


def packed(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.encode("utf-8", "replace").decode() or "x", content)
    return file.getvalue()


PARTS_OF_EXCEL = st.sampled_from(["xl/workbook.xml", "[Content_Types].xml", "xl/x.xml"])
FILES = st.one_of(
    st.binary(max_size=200),
    st.tuples(st.sampled_from(STARTS), st.binary(max_size=60)).map(b"".join),
    st.tuples(ROWS, st.sampled_from([*",;\t|", " "])).map(lambda of: joined(*of)),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.lists(JSON, max_size=5).map(lambda values: "\n".join(map(json.dumps, values)).encode()),
    st.dictionaries(
        st.sampled_from(["xl/workbook.xml", "[Content_Types].xml", "xl/x.xml"]), st.binary(max_size=60)
    ).map(packed),
    st.tuples(TEXTS, st.sampled_from(["utf-16", "utf-32", "cp1252", "utf-7"])).map(
        lambda of: of[0].encode(of[1], "replace")
    ),
)
NAMES = st.one_of(st.sampled_from([f"a.{ending}" for ending in ENDINGS]), TEXTS)
TEXT_FILES = FILES.map(lambda data: data.decode("utf-8", "replace")) | TEXTS

READERS: dict[str, Callable[[bytes, str], object]] = {
    "table": read_table,
    "words": table_of_file,
    "sentences": sentences_of_file,
    "asked": read_asked,
}
TEXT_READERS: dict[str, Callable[[str], object]] = {
    "tagged": read_tagged_file,
    "questions": partial(read_questions, name="x"),
    "lines": read_lines,
}


@pytest.mark.parametrize("reader", READERS)
def test_files_of_any_content_and_name(reader: str) -> None:
    @BAD_INPUTS
    @given(data=FILES, name=NAMES)
    def read(data: bytes, name: str) -> None:
        try:
            READERS[reader](data, name)
        except BertScopeError as error:
            assert str(error)

    read()


@pytest.mark.parametrize("reader", TEXT_READERS)
def test_texts_of_any_content(reader: str) -> None:
    @BAD_INPUTS
    @given(text=TEXT_FILES)
    def read(text: str) -> None:
        try:
            TEXT_READERS[reader](text)
        except BertScopeError as error:
            assert str(error)

    read()


@BAD_INPUTS
@given(encoding=TEXTS, separator=TEXTS)
def test_encodings_and_separators_of_any_name(encoding: str, separator: str) -> None:
    try:
        read_table(b"a,b\nc,d", "a.csv", encoding=encoding, separator=separator)
    except BertScopeError as error:
        assert str(error)


def test_models_packed_in_any_way(tmp_path_factory: pytest.TempPathFactory) -> None:
    names = st.sampled_from(
        ["config.json", "model.safetensors", "vocab.txt", "x/config.json"]
    ) | st.sampled_from(NAUGHTY)
    files = st.dictionaries(names, st.binary(max_size=40), max_size=4)

    @BAD_INPUTS
    @given(content=files.map(packed) | FILES, name=st.just("m.zip") | NAMES)
    def bring(content: bytes, name: str) -> None:
        folder: Path = tmp_path_factory.mktemp("model")
        try:
            unpack([BroughtFile(name=name, open=lambda: io.BytesIO(content))], folder)
        except BertScopeError as error:
            assert str(error)

    bring()
