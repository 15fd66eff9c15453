"""The wheel, installed in an environment of its own, outside the checkout, by somebody with an empty home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from worker_processes import free_port, wait_for

from benchmarks.streamlit_visitor import visitor

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parent.parent
# Beside the package in a checkout, inside it in a wheel.
APP = ("app.py", "pages", ".streamlit/config.toml")
THREE_LINES = """
from bertviz_core import load_engine, show_head
maps = load_engine("mini").attention("Saqué dinero del banco")
show_head(maps, layer=3, head=5).write_html("head.html")
"""


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment into which the wheel was installed, and a folder to call it from."""

    programs: Path
    folder: Path
    environment: dict[str, str]

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment to its end and return what it prints."""
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def serving(self, port: int) -> Iterator[subprocess.Popen[bytes]]:
        """Serve the app, as somebody does who calls the command."""
        command = [self.programs / "bertscope", "app", "--port", str(port)]
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=60)


def pip(*arguments: str | Path) -> None:
    """Run pip without a network."""
    environment = os.environ | {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "pip", *map(str, arguments), "--no-deps", "--quiet"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ROOT, "--no-build-isolation", "--wheel-dir", folder)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Install the wheel beside the libraries of this environment, which take minutes to install again."""
    folder = tmp_path_factory.mktemp("installation")
    venv.create(folder / "venv", symlinks=True)
    (libraries,) = (folder / "venv").glob("lib/python*/site-packages")
    known = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (libraries / "libraries.pth").write_text("\n".join(known), encoding="utf-8")
    pip("--python", folder / "venv" / "bin" / "python", "install", wheel)
    (folder / "home").mkdir()
    (folder / "elsewhere").mkdir()
    environment = {
        "PATH": os.defpath,
        "HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
    }
    return Installation(folder / "venv" / "bin", folder / "elsewhere", environment)


def test_the_wheel_holds_the_package_and_the_app_and_nothing_else(wheel: Path) -> None:
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--"]
    wanted = set(subprocess.check_output([*command, "bertviz_core"], text=True).split())
    wanted |= {f"bertviz_core/app/{n}" for n in subprocess.check_output([*command, *APP], text=True).split()}
    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert found == {name for name in wanted if (ROOT / name.replace("bertviz_core/app/", "")).is_file()}
    assert wheel.stat().st_size < 100_000_000, "more than package indexes take"


def test_three_lines_show_a_head(installation: Installation) -> None:
    installation.run("python", "-c", THREE_LINES)
    page = (installation.folder / "head.html").read_text(encoding="utf-8")
    assert "banco" in page and "layer 3, head 5" in page


# Commands that need a model are called as people do in `tests/cli` and `tests/test_readme.py`.
def test_the_package_is_the_installed_one_and_its_command_answers(installation: Installation) -> None:
    said = installation.run("python", "-c", "import bertviz_core as b; print(b.__file__, b.__version__)")
    file, version = said.split()
    assert Path(file).is_relative_to(installation.programs.parent)
    assert installation.run("bertscope", "--version") == f"BERT Scope {version}\n"
    assert "usage: bertscope " in installation.run("bertscope", "--help")
    offered = json.loads(installation.run("bertscope", "models", "--json"))["models"]
    assert "mini" in {model["id"] for model in offered}


def test_the_app_is_served_from_anywhere(installation: Installation) -> None:
    # A folder of somebody's, with a file that has the name of a module of Python's own.
    (installation.folder / "queue.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    port = free_port()
    with installation.serving(port) as process:

        def healthy() -> bool:
            assert process.poll() is None
            try:
                with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
                    return bool(answer.read() == b"ok")
            except OSError:
                return False

        wait_for(healthy)
        with visitor(f"http://127.0.0.1:{port}", "masked_words") as tab:
            seen = tab.rerun()
    assert seen.errors == [] and seen.messages > 20
