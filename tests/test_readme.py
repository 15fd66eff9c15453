"""The examples of the README work as they stand there."""

import contextlib
import io
import re
import shlex
from functools import partial
from pathlib import Path

import pytest

from bertviz_core.cli import main
from bertviz_core.training.data import samples

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


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Run the command that learns, once for all that need its model; return its folder and what it said.

    It learns from the messages in one of the languages: they are read as all of them are.
    """
    folder, said = tmp_path_factory.mktemp("learned"), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(folder), contextlib.redirect_stdout(said):
        patch.setattr(samples, "sample_data", partial(samples.sample_data, language="es"))
        assert main(shlex.split(LEARNING)) == 0
    return folder, said.getvalue()


def test_the_command_that_learns_succeeds(learned: tuple[Path, str]) -> None:
    assert learned[1].strip()


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != LEARNING])
def test_the_commands_succeed(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sentences.txt").write_text("Saqué dinero del banco.\nMe siento en el banco.\n", "utf-8")
    words = shlex.split(command)
    if command.startswith("classify"):
        monkeypatch.chdir(request.getfixturevalue("learned")[0])
    if command.startswith("evaluate"):  # two minutes with the whole model, which `tests/evaluation` measures
        words[words.index("mini")] = str(request.getfixturevalue("checkpoint")("bert"))
    assert main(words) == 0
    assert capsys.readouterr().out.strip()
