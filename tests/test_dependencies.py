"""What the package asks for is what the app pins, and what the code imports is asked for."""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ASKED = {
    canonicalize_name(found.name): found for found in map(Requirement, PROJECT["project"]["dependencies"])
}
# Not imported by name: transformers' Trainer needs the first and does not bring it along, Streamlit signs
# in with the second, and its server takes the third where it finds it.
UNSEEN = {"accelerate", "authlib", "uvloop"}


def pins(name: str) -> dict[str, Version]:
    """Return the versions that a file of requirements pins."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line.strip() and line[0] not in "#-"]
    for requirement in found:
        (pin,) = requirement.specifier
        assert pin.operator == "==", requirement
    return {canonicalize_name(r.name): Version(next(iter(r.specifier)).version) for r in found}


def test_both_lists_name_the_same() -> None:
    assert set(pins("requirements.txt")) == set(ASKED)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_the_pin_is_within_both_bounds_and_starts_them(name: str) -> None:
    bounds = {bound.operator: Version(bound.version) for bound in ASKED[name].specifier}
    pin = pins("requirements.txt")[name]
    assert set(bounds) == {">=", "<"}
    assert bounds[">="] <= pin < bounds["<"]
    assert bounds[">="].release[:2] == pin.release[:2], "older versions are not tested"


def test_every_pin_is_that_of_the_constraints() -> None:
    constraints = pins("constraints.txt")
    for name, pin in (pins("requirements.txt") | pins("requirements-dev.txt")).items():
        assert constraints[name] == pin, name


def test_what_is_imported_is_asked_for() -> None:
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "bertviz_core").rglob("*.py")]
    names = {name for file in files for name in imported(file)}
    brought_by = packages_distributions()
    used = {
        canonicalize_name(by) for name in names for by in brought_by[name] if canonicalize_name(by) in ASKED
    }
    assert [name for name in names if not {*map(canonicalize_name, brought_by[name])} & set(ASKED)] == []
    assert set(ASKED) - used == UNSEEN


def imported(file: Path) -> set[str]:
    """List the libraries that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"bertviz_core"}
