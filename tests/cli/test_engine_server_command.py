"""The command that computes passes for others asks nobody else for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.cli import main


def test_an_engine_that_would_ask_another_one_is_refused(
    settings: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    settings(engine_url="http://127.0.0.1:9")
    assert main(["engine-server"]) == 2
    assert "BERTSCOPE_ENGINE_URL" in capsys.readouterr().err


@pytest.mark.parametrize(
    "address", ["engine:8700", "http://user:secret@engine", "http://one, two", "ftp://x"]
)
def test_what_is_no_address_is_told(
    address: str, settings: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    settings(engine_url=address)
    assert main(["engine-server"]) == 2
    assert "must be an address such as http://engine:8700" in capsys.readouterr().err
