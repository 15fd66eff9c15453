"""`lesson` saves a page or a folder, and says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bertviz_core.cli import main


def test_a_page_in_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "lesson.html"
    options = ["--language", "pt", "--view", "pair", "--text", "Olá,\nmundo.", "--pair", "Tudo bem?"]
    assert main(["lesson", str(out), *options]) == 0
    assert str(out) in capsys.readouterr().err
    with out.open(encoding="utf-8") as page:
        head = page.read(2_000_000)
    assert '<html lang="pt">' in head
    assert '"next_sentence": ["Olá, mundo.", "Tudo bem?"]' in head
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.html"]


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    assert main(["lesson", "--folder", str(tmp_path / "deep" / "site")]) == 0
    assert (tmp_path / "deep" / "site" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "one of both"),
        (["a.html", "--folder", "b"], "one of both"),
        (["a.html", "--text", "a" * 5000], "over 8000 characters"),
        (["missing/a.html"], "No such file"),
    ],
)
def test_what_cannot_be_saved_is_said(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lesson", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
