"""The command that serves the app says what is wrong before a server starts."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

import pytest

from bertviz_core import __version__
from bertviz_core.cli import app, main
from bertviz_core.installation import app_folder


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Keep what this process would have become."""
    kept: dict[str, Any] = {}

    def execve(program: str, command: list[str], environment: dict[str, str]) -> None:
        kept.update(program=program, command=command, environment=environment)
        raise SystemExit(0)

    monkeypatch.setattr(app.os, "execve", execve)
    for name in ("STREAMLIT_SERVER_PORT", "STREAMLIT_SERVER_ADDRESS", "MALLOC_ARENA_MAX"):
        monkeypatch.delenv(name, raising=False)
    return kept


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def test_the_app_is_served_by_its_script_wherever_it_is_called(
    become: dict[str, Any], free_port: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["app", "--port", str(free_port)])
    command = become["command"]
    assert command[:5] == [sys.executable, "-P", "-m", "streamlit", "run"]
    assert command[5] == str(app_folder() / "app.py") and os.path.isabs(command[5])
    assert command[command.index("--server.port") + 1] == str(free_port)
    assert command[command.index("--server.address") + 1] == "127.0.0.1"
    assert become["environment"]["STREAMLIT_SERVER_HEADLESS"] == "true"
    assert become["environment"]["MALLOC_ARENA_MAX"] == "2"


def test_what_the_environment_says_counts(
    become: dict[str, Any], free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_PORT", str(free_port))
    monkeypatch.setenv("STREAMLIT_SERVER_HEADLESS", "false")
    with pytest.raises(SystemExit):
        main(["app"])
    assert str(free_port) in become["command"]
    assert become["environment"]["STREAMLIT_SERVER_HEADLESS"] == "false"


def test_a_taken_port_is_told_with_another(
    become: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert main(["app", "--port", str(port)]) == 2
    assert f"Port {port} is taken by another program. Choose another: --port" in capsys.readouterr().err
    assert not become


@pytest.mark.parametrize(
    "words", [["--port", "0"], ["--port", "70000"], ["--address", "no.such.host.invalid"]]
)
def test_nobody_can_listen_there(
    words: list[str], become: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["app", *words]) == 2
    assert "--port" in capsys.readouterr().err
    assert not become


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"BERT Scope {__version__}\n"
