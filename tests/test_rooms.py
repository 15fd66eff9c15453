"""What the import linter does not see: what pages import, and rooms and views of one name on every floor."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest
from app_pages import PAGES

from bertviz_core.engine import BertEngine

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


FLOORS = ("analysis", "charts", "engine", "results", "ui")
# In the room of a page, what several of its views share bears a name of its own.
SHARED_BY_VIEWS = {
    "analysis": {
        "next_sentence": {"many_pairs"},
        "words": {"cluster_words", "clusters", "k_means", "occurrences", "word_layers"},
    },
    "charts": {"about": {"score_bars"}, "fine_tuning": {"long_curves"}},
    "results": {
        "about": {"by_language", "evaluation", "speed"},
        "fine_tuning": {"consistency"},
        "words": {"clusters", "word_embeddings", "word_layers"},
    },
}


def page_of(module: str) -> str | None:
    """Return the page whose room a module is in, on whatever floor; None for what pages share."""
    match module.split("."):
        case ["bertviz_core", floor, page, *_] if floor in FLOORS and page in PAGES:
            return page
    return None


def modules_of(folder: str) -> list[str]:
    """List the modules that lie in a folder of the package itself."""
    return [path.stem for path in (ROOT / "bertviz_core" / folder).glob("*.py") if path.stem != "__init__"]


@pytest.mark.parametrize("page", PAGES)
def test_a_room_knows_no_neighbour_on_any_floor(page: str) -> None:
    for floor in FLOORS:
        for path in (ROOT / "bertviz_core" / floor / page).rglob("*.py"):
            known = {page_of(module) for module in imported_modules(path.read_text(encoding="utf-8"))}
            assert known <= {page, None}, path


@pytest.mark.parametrize("page", PAGES)
def test_a_view_is_found_by_its_name_in_the_address(page: str) -> None:
    views = import_module(f"bertviz_core.ui.{page}.views").VIEWS
    for name, view in views.items():
        assert view.draw.__module__ == f"bertviz_core.ui.{page}.{name}"
    for floor, shared in SHARED_BY_VIEWS.items():
        rest = [
            module
            for module in modules_of(f"{floor}/{page}")
            if not any(module == name or module.startswith(f"{name}_") for name in views)
        ]
        assert set(rest) == shared.get(page, set())


def test_every_question_is_in_a_room() -> None:
    assert modules_of("analysis") == []


def test_the_example_of_a_new_view_is_where_the_guide_says() -> None:
    guide = (ROOT / "docs" / "add-a-view.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:bertviz_core|tests|docs)/[\w/.-]*)`", guide)
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_design_names_views_and_functions_that_are_there() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    for page in PAGES:
        (row,) = re.findall(rf"^\| `{page}` \| (.*) \|$", design, re.MULTILINE)
        views = list(import_module(f"bertviz_core.ui.{page}.views").VIEWS)
        named = re.findall(r"`(\w+)`", row)
        assert list(dict.fromkeys(name for name in named if name in views)) == views
        assert all(hasattr(BertEngine, name) for name in named if name not in views)
    for path in re.findall(r"made by `((?:\w+\.)+\w+)\(", design):
        module, _, function = path.rpartition(".")
        assert hasattr(import_module(f"bertviz_core.{module}"), function)
