"""Pages are scripts, out of the import linter's sight: what they may import is read from their source."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "pages").glob("*.py"))
# Beyond the public API, `bertviz_core` itself: what draws, the types it answers with, the names of languages.
ROOMS_A_PAGE_KNOWS = {"ui", "charts", "components", "jobs", "locales", "results", "errors"}
ENGINE_SIDE = {"torch", "transformers", "tokenizers", "safetensors", "huggingface_hub"}


def imported_modules(source: str) -> set[str]:
    """List the modules a script imports, anywhere in it; `from a import b` counts as `a` and `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def trespasses(source: str, *, known: set[str] = ROOMS_A_PAGE_KNOWS) -> set[str]:
    """List the modules a page imports although they are behind a door."""
    rooms = {path.stem for path in (ROOT / "bertviz_core").iterdir() if path.suffix in {".py", ""}}
    pages = {"app", *(path.stem for path in SCRIPTS)}
    wrong: set[str] = set()
    for module in imported_modules(source):
        first, *rest = module.split(".")
        behind = first == "bertviz_core" and rest and rest[0] in rooms - known
        if behind or first in {"pages", "", *pages, *ENGINE_SIDE}:
            wrong.add(module)
    return wrong


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_page_knows_only_its_rooms(script: Path) -> None:
    assert trespasses(script.read_text(encoding="utf-8")) == set()


def test_the_entry_knows_the_server_and_what_is_drawn() -> None:
    assert trespasses((ROOT / "app.py").read_text(encoding="utf-8"), known={"server", "ui"}) == set()


@pytest.mark.parametrize(
    "line",
    [
        "import torch",
        "from pages import home",
        "from . import home",
        "def f():\n    from bertviz_core.errors import x\n    from bertviz_core.engine import BertEngine",
        "import app",
    ],
)
def test_a_trespass_is_seen(line: str) -> None:
    assert trespasses(line)
