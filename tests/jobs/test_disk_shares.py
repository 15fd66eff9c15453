"""Of the disk each visitor has a share, and some of it is left free."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from bertviz_core.errors import StorageError
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningRun


def test_one_visitor_has_a_share_and_others_keep_theirs(
    new_run: Callable[..., LearningRun], store: RunStore, settings: Callable[..., None]
) -> None:
    mine = new_run(owner="ana")
    settings(max_own_runs_bytes=str(store.folder(mine.id).size()))
    with pytest.raises(StorageError, match=r"Your runs and models take \d+ MB"):
        new_run(owner="ana")
    new_run(owner="eva")
    new_run(owner="")
    new_run(owner="")  # the command line has no share
    store.delete(mine.id)
    new_run(owner="ana")


def test_some_of_the_disk_is_left_free(
    new_run: Callable[..., LearningRun], store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=499_999_999))
    with pytest.raises(StorageError, match="disk is full"):
        new_run()
    with pytest.raises(StorageError, match="disk is full"):
        store.new_folder()
    assert store.runs() == ()
    assert not [path for path in Path(store.folder_of_runs).iterdir() if path.is_dir()]
