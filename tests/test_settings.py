"""A variable that holds what it cannot hold is named, with what it must be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bertviz_core.cli import main
from bertviz_core.errors import SettingError
from bertviz_core.settings import get_settings

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("MAX_ROWS", "abc", "a whole number above 0"),
        ("MAX_ROWS", "0", "a whole number above 0"),
        ("CACHE_BYTES", "-1", "a whole number that is not negative"),
        ("TORCH_THREADS", "many", "a whole number above 0"),
        ("MAX_WAIT_S", "soon", "a number above 0"),
        ("WORKER_NICENESS", "40", "a whole number from 0 to 19"),
        ("SHARE_RUNS", "maybe", "true or false"),
        ("ALLOWED_MODELS", "mini", 'a list such as ["mini", "bert-base-cased"]'),
        ("PUBLIC_ADDRESS", "nope", "an address such as https://bert.example.org"),
    ],
)
def test_a_wrong_setting_is_told(
    name: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"BERTSCOPE_{name}", value)
    get_settings.cache_clear()
    told = f"BERTSCOPE_{name} is “{value}”, and must be {expected}. "
    with pytest.raises(SettingError) as wrong:
        get_settings()
    assert str(wrong.value).startswith(told)
    assert main(["app"]) == main(["fill-mask", "a [MASK]"]) == 2
    assert capsys.readouterr().err.count(told) == 2
    monkeypatch.undo()
    get_settings.cache_clear()


def test_a_long_value_is_told_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("bertscope_max_rows", "x" * 100_000)
    get_settings.cache_clear()
    with pytest.raises(SettingError) as wrong:
        get_settings()
    assert 80 < len(str(wrong.value)) < 300
    monkeypatch.undo()
    get_settings.cache_clear()


def test_the_app_does_not_start_with_a_wrong_setting() -> None:
    start = subprocess.run(
        [sys.executable, "-c", "import app"],
        cwd=ROOT,
        env={**os.environ, "BERTSCOPE_MAX_ROWS": "abc"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert start.returncode == 2
    assert start.stderr.startswith("BERTSCOPE_MAX_ROWS is “abc”, and must be a whole number")
    assert "Traceback" not in start.stderr
