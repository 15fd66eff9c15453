"""Files of pages: found once, named as Streamlit names them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bertviz_core.ui.page_files import page_file

PAGES = Path(__file__).parents[2] / "pages"


def test_a_page_is_the_file_of_its_name() -> None:
    assert Path("/elsewhere") / page_file("home.py") == (PAGES / "home.py").resolve()
    assert str(page_file("home.py").resolve()) == str((PAGES / "home.py").resolve())


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        page_file("nowhere.py")


def test_a_page_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page_file("home.py")

    def look(*arguments: object, **options: object) -> None:
        raise AssertionError("The disk was asked.")

    monkeypatch.setattr(os, "stat", look)
    monkeypatch.setattr(os, "lstat", look)
    assert (Path("/elsewhere") / page_file("home.py")).resolve().is_file()
