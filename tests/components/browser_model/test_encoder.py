"""The encoder that runs in browsers answers what the engine answers, and is what its source makes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.browser_model_in_node import MODULES, compare
from bertviz_core.engine import BertEngine

ROOT = Path(__file__).parents[3]
KERNEL = MODULES / "kernel"
TEXTS = [
    ("Saqué dinero del banco.", None),
    ("¿Te sentaste en el banco?", "Sí, junto al río."),
    ("A menina comeu o pão de ontem.", None),
    ("The [MASK] barked all night", "Nobody slept."),
    ("x", None),
    ("Mi hermana lee un libro junto al río mientras llueve y nadie la molesta en toda la tarde.", None),
    ("😀 漢字 — ½ zzqqxx", None),
    ("de la casa " * 60, None),
]


@pytest.mark.parametrize("kernel", ["encoder.wasm", "encoder-relaxed.wasm"])
def test_it_answers_what_the_engine_answers(mini: BertEngine, kernel: str) -> None:
    far = compare(mini, TEXTS, kernel=kernel)
    assert far.attention < 2e-5
    assert far.probabilities < 2e-5
    assert far.states < 5e-5
    assert far.same_first == 1


def test_what_is_committed_was_made_of_this_source() -> None:
    lines = (KERNEL / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name: checksum for checksum, name in (line.split() for line in lines)}
    assert sums.keys() == {"encoder.c", "dense.h", "lanes.h", "encoder.wasm", "encoder-relaxed.wasm"}
    for name, checksum in sums.items():
        assert hashlib.sha256((KERNEL / name).read_bytes()).hexdigest() == checksum, "make wasm"


def test_the_source_makes_the_same_bytes_again(tmp_path: Path) -> None:
    if not (shutil.which("clang-16") and shutil.which("wasm-ld-16")):
        assert not os.environ.get("REQUIRE_WASM"), "clang-16 and lld-16 are missing"
        pytest.skip("clang-16 and lld-16 are not installed")
    for name in ("encoder.c", "dense.h", "lanes.h"):
        shutil.copy(KERNEL / name, tmp_path)
    subprocess.run(["make", "wasm", f"KERNEL={tmp_path}"], cwd=ROOT, check=True, capture_output=True)
    for name in ("encoder.wasm", "encoder-relaxed.wasm"):
        assert (tmp_path / name).read_bytes() == (KERNEL / name).read_bytes()
