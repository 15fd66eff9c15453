"""The examples of the README work as they stand there."""

import re
import shlex
from pathlib import Path

import pytest

from bertviz_core.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
[PYTHON] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^ +\.venv/bin/python -m bertviz_core (.*)$", README, re.MULTILINE)
[LEARNING] = [command for command in COMMANDS if command.startswith("finetune")]


def test_the_python_example_prints_three_words(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(PYTHON, names)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(0 < float(line.split()[1]) < 1 for line in lines)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_succeed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sentences.txt").write_text("Saqué dinero del banco.\nMe siento en el banco.\n", "utf-8")
    if command.startswith("classify"):
        assert main(shlex.split(LEARNING)) == 0
        capsys.readouterr()
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.strip()
