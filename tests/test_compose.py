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
    assert all(services[name]["healthcheck"]["test"] for name in ("worker", "redis", "nginx"))


def test_the_copies_are_those_that_nginx_knows_and_nobody_else_reaches_them(services: dict[str, Any]) -> None:
    known = (ROOT / "deploy/nginx/copies.conf").read_text(encoding="utf-8")
    copies = {
        name for name, service in services.items() if "BERTSCOPE_COPY_NAME" in service.get("environment", {})
    }
    assert copies == set(re.findall(r"^upstream (\w+)", known, re.MULTILINE)) - {"new_visitors"}
    for name in copies:
        copy, alone = services[name], services["app"]
        assert "ports" not in copy and copy["environment"]["BERTSCOPE_COPY_NAME"] == name
        assert copy["environment"].items() > alone["environment"].items()
        assert all(copy[shared] == alone[shared] for shared in ("image", "volumes", "depends_on"))
        assert re.search(rf"^ +{name} +{name};$", known, re.MULTILINE), "the cookie leads to it"
        for upstream in re.findall(r"^upstream \w+ \{.*?^\}", known, re.MULTILINE | re.DOTALL):
            assert f"server {name}:8501 resolve" in upstream, "each visitor finds another one"
        assert Settings.model_validate({"copy_name": name}).copy_name == name
        given = int(copy["stop_grace_period"].removesuffix("s"))
        assert given > Settings().leave_notice_s + Settings().leave_wait_s


def test_nginx_begins_with_what_is_needed_for_copies_and_nothing_of_it_without(
    services: dict[str, Any],
) -> None:
    nginx = services["nginx"]
    copies = {name for name, service in services.items() if service.get("profiles") == ["copies"]}
    assert copies == {"nginx", "app1", "app2"}
    assert set(nginx["depends_on"]) == {"app1", "app2", "worker"}
    mounts = dict(mount.split(":")[:2] for mount in nginx["volumes"])
    command = nginx["command"]
    assert mounts["./deploy/nginx"] + "/nginx.conf" == command[command.index("-c") + 1]
    assert mounts["scripts"] + "/" == command[command.index("-p") + 1], "what it writes lasts"
    # `resolve` in copies.conf; the port that nginx.conf listens on
    assert tuple(map(int, re.findall(r"\d+", nginx["image"])[:2])) >= (1, 28)
    assert nginx["ports"] == ["8080:8080"]
    assert "listen 8080;" in (ROOT / "deploy/nginx/nginx.conf").read_text(encoding="utf-8")


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
