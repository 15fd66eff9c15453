"""A file that was not fetched is called what it is."""

from __future__ import annotations

import shutil

import pytest

from bertviz_core.engine import load_engine
from bertviz_core.errors import UnreadableModelError

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "ab" * 32 + "\nsize 440449768\n"
PAGE = "\n<!DOCTYPE html>\n<html><head><title>model.safetensors</title></head><body></body></html>"


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
@pytest.mark.parametrize(("content", "told"), [(POINTER, "git lfs pull"), (PAGE, "web page")])
def test_what_stands_in_place_of_a_file_is_named(name, content, told, checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    (folder / name).write_text(content)
    with pytest.raises(UnreadableModelError, match=rf"“{name}”.*{told}"):
        load_engine(str(folder))


def test_a_text_about_pointers_is_no_pointer(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    (folder / "notes.txt").write_text("See " + POINTER)
    assert load_engine(str(folder)).info.notes == ()
