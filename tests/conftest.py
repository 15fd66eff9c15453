"""Engines that many tests share: the bundled one, and a tiny random one of every family."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import fine_tuned_checkpoints
import pytest
import redis
import tiny_checkpoints
from streamlit.components.v2 import manifest_scanner
from worker_processes import free_port, wait_for

from bertviz_core.analysis.passes import engine_client, forward, gate
from bertviz_core.analysis.vectors.umap_process import UmapProcess, umap_process
from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.errors import SettingError
from bertviz_core.jobs import tried_model
from bertviz_core.models import tokenizer_trial
from bertviz_core.settings import get_settings

# The process that draws UMAP maps compiles for seconds: tests that are about it ask for `drawing`.
os.environ.setdefault("BERTSCOPE_UMAP_PROCESS", "false")

FAMILIES = tuple(tiny_checkpoints.FAMILIES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long: at the end no worker waits for another one's."""
    items.sort(key=lambda item: "browser" not in item.path.parts)


@pytest.fixture(scope="session", autouse=True)
def packages_read_once() -> Iterator[None]:
    """Look for components in what is installed once, as a server does; each AppTest would do it again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests)
        )
        yield


@pytest.fixture(scope="session", autouse=True)
def tokenizers_tried_once() -> Iterator[None]:
    """Start no process for a tokenizer that was found good before: most tests bring the same one."""
    good: dict[tuple[object, ...], bytes] = {}

    def try_once(folder: Path, *, model: str) -> None:
        file = folder / "tokenizer.json"
        brought = file.read_bytes() if file.exists() else b""
        key = brought, tokenizer_trial.MOST_BYTES, tokenizer_trial.PATIENCE_S
        if not brought or key not in good:
            tokenizer_trial.try_tokenizer(folder, model=model)
        if brought:
            file.write_bytes(good.setdefault(key, file.read_bytes()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tried_model, "try_tokenizer", try_once)
        yield


@pytest.fixture(scope="module", autouse=True)
def garbage_is_looked_for_where_it_can_be() -> None:
    """Leave out what is imported and loaded: each run of a page looks for garbage, as it does on a server."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def mini() -> BertEngine:
    """Load the bundled model; where it is missing the tests that need it fail."""
    return load_engine("mini")


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build each tiny checkpoint once; arguments as for `tiny_checkpoints.build`."""
    built: dict[tuple[str, str | None], Path] = {}

    def get(family: str, save_as: str | None = None) -> Path:
        if (family, save_as) not in built:
            folder = tmp_path_factory.mktemp("models") / family
            built[family, save_as] = tiny_checkpoints.build(family, folder, save_as=save_as)
        return built[family, save_as]

    return get


@pytest.fixture(scope="session")
def tiny(checkpoint: Callable[..., Path]) -> Callable[..., BertEngine]:
    """Load each tiny checkpoint once."""
    loaded: dict[Path, BertEngine] = {}

    def get(family: str, save_as: str | None = None) -> BertEngine:
        folder = checkpoint(family, save_as)
        if folder not in loaded:
            loaded[folder] = load_engine(str(folder))
        return loaded[folder]

    return get


@pytest.fixture(scope="session")
def fine(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., BertEngine]:
    """Load each tiny fine-tuned checkpoint once; family and task as for `fine_tuned_checkpoints.build`."""
    loaded: dict[tuple[str, str], BertEngine] = {}

    def get(family: str = "bert", task: str = "sentence") -> BertEngine:
        if (family, task) not in loaded:
            folder = tmp_path_factory.mktemp("fine") / family
            labels = fine_tuned_checkpoints.TAGS if task == "tagging" else fine_tuned_checkpoints.LABELS
            fine_tuned_checkpoints.build(
                folder, family=family, task=task, labels=labels, own={"task": task, "base": "mini"}
            )
            loaded[family, task] = load_engine(str(folder))
        return loaded[family, task]

    return get


@pytest.fixture(params=FAMILIES)
def engine(request: pytest.FixtureRequest, tiny: Callable[..., BertEngine]) -> BertEngine:
    """Every family's engine in turn."""
    return tiny(request.param)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Change settings for one test: `settings(allow_hub="false")`."""
    read_once = (
        get_settings,
        gate.open_places,
        forward._cache,
        forward._queue,
        engine_client.engine_client,
    )

    def change(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"BERTSCOPE_{name.upper()}", value)
        for cached in read_once:
            cached.cache_clear()
        with suppress(SettingError):
            get_settings()  # kept at once: a thread that read the old ones meanwhile cannot leave them here

    change()
    yield change
    monkeypatch.undo()
    for cached in read_once:
        cached.cache_clear()


@pytest.fixture
def drawing(settings: Callable[..., None]) -> UmapProcess:
    """Have the process that draws UMAP maps ready; all tests of one session share it."""
    settings(umap_process="true", umap_niceness="0")
    until = time.monotonic() + 600
    while umap_process.begin() == "warming" and time.monotonic() < until:
        time.sleep(0.1)
    assert umap_process.state == "ready"
    return umap_process


@pytest.fixture
def data_folder(tmp_path: Path, settings: Callable[..., None]) -> Path:
    """Keep the runs of one test by themselves, and let no page start a worker."""
    settings(data_folder=str(tmp_path / "data"), start_worker="false", worker_niceness="0")
    return tmp_path / "data"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a Redis that keeps nothing."""
    program = shutil.which("redis-server")
    if program is None:
        if os.environ.get("REQUIRE_REDIS") == "1":
            pytest.fail("redis-server is not installed")
        pytest.skip("redis-server is not installed")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    folder = tmp_path_factory.mktemp("redis")
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as server:
        url = f"redis://127.0.0.1:{port}/0"

        def answers() -> bool:
            try:
                return bool(redis.Redis.from_url(url).ping())
            except redis.ConnectionError:
                return False

        wait_for(answers)
        yield url
        server.terminate()
