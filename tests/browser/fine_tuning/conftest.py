"""A server with a folder for runs of its own, where nothing learns and runs are everybody's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.app_under_test import RunningApp, running_app
from bertviz_core.jobs.run_store import RunStore


@pytest.fixture(scope="session")
def runs_of_app(tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    """Return the runs that the app serves."""
    return RunStore(tmp_path_factory.mktemp("data") / "runs")


@pytest.fixture(scope="session")
def app(runs_of_app: RunStore) -> Iterator[RunningApp]:
    """Serve the app to all files of this folder but the one in which something learns."""
    environment = {
        "BERTSCOPE_DATA_FOLDER": str(runs_of_app.folder_of_runs.parent),
        "BERTSCOPE_START_WORKER": "false",
        "BERTSCOPE_SHARE_RUNS": "true",
    }
    with running_app(environment) as running:
        running.wait_until_healthy()
        yield running
