"""The services cannot be started in a test; that they fit the image and the settings can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bertviz_core.jobs.process_lock import ProcessLock
from bertviz_core.settings import Settings

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]


def test_app_and_worker_are_the_same_image_with_the_same_data_and_queue(services: dict[str, Any]) -> None:
    app, worker = services["app"], services["worker"]
    for shared in ("image", "build", "environment", "volumes", "depends_on"):
        assert app[shared] == worker[shared]
    folder = app["volumes"][0].partition(":")[2]
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert f"VOLUME {folder}\n" in dockerfile and f"BERTSCOPE_DATA_FOLDER={folder} " in dockerfile
    assert re.search(rf"install --directory --owner=bertscope .*{folder}\n", dockerfile)


def test_what_a_run_may_take_is_what_the_worker_has(services: dict[str, Any]) -> None:
    worker = services["worker"]
    has = int(worker["mem_limit"].removesuffix("g")) * 2**30
    assert int(worker["environment"]["BERTSCOPE_MAX_RUN_MEMORY_BYTES"]) <= has


def test_the_settings_are_real_and_only_the_service_works(services: dict[str, Any]) -> None:
    environment = services["app"]["environment"]
    values = {name.removeprefix("BERTSCOPE_").lower(): value for name, value in environment.items()}
    assert set(values) <= set(Settings.model_fields)
    settings = Settings.model_validate(values)
    assert settings.start_worker is False and settings.redis_url == "redis://redis:6379/0"
    assert services["worker"]["command"][-2:] == ["bertviz_core", "worker"]


def test_every_service_reports_its_health(services: dict[str, Any]) -> None:
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text(encoding="utf-8")  # of the app
    assert services["worker"]["healthcheck"]["test"] and services["redis"]["healthcheck"]["test"]


def test_the_health_of_the_worker_is_that_of_its_lock(
    services: dict[str, Any], data_folder: Path, settings: Callable[..., None]
) -> None:
    _, _, *command = services["worker"]["healthcheck"]["test"]
    data_folder.mkdir()
    lock = ProcessLock(data_folder / "worker.lock")

    def healthy() -> bool:
        return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True).returncode == 0

    assert not healthy()
    assert lock.acquire()
    assert healthy()
    lock.release()
    assert not healthy()
