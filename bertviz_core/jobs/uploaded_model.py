"""A fine-tuned model that a person brings becomes a run of theirs, as if it had learned here."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bertviz_core import list_models
from bertviz_core.analysis.passes.heap import give_back_freed, give_back_large_arrays
from bertviz_core.jobs.atomic_files import read_document
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.jobs.upload_files import BroughtFile, unpack
from bertviz_core.models.checkpoint import Checkpoint, check_folder
from bertviz_core.models.own_files import OWN_FILE
from bertviz_core.models.run_models import require_allowed_base, weights_fingerprint
from bertviz_core.results import LearningRun, LearningSettings, TaskInfo
from bertviz_core.results.json_forms import from_json


def keep_uploaded_model(
    files: Sequence[BroughtFile], *, name: str, owner: str, store: RunStore
) -> LearningRun:
    """Check a model that was brought, and keep it as a run that is done.

    Args:
        files: A folder packed as a ZIP, or its files.
        name: What people see.
        owner: Names the browser of whoever brought it.
        store: Where it is kept.

    Raises:
        BertScopeError: It is not read here, and why; nothing of it is kept then.
    """
    give_back_large_arrays()
    folder = store.new_folder()
    try:
        model = folder / "model"
        model.mkdir()
        unpack(files, model)
        checkpoint = check_folder(name, model, source="run", revision=weights_fingerprint(model))
        require_allowed_base(name, model)
        task = _tried(checkpoint)
        return store.adopt(_as_run(task, model, name=name, owner=owner), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        give_back_freed()


def _tried(checkpoint: Checkpoint) -> TaskInfo:
    # It brings torch: only for what its names did not rule out.
    from bertviz_core.jobs.tried_model import tried_task

    return tried_task(checkpoint)


def _as_run(task: TaskInfo, model: Path, *, name: str, owner: str) -> LearningRun:
    """Describe a model by what its files say, of which only what is known here is believed."""
    known = {listed.id for listed in list_models()}
    return LearningRun(
        id=secrets.token_hex(8),
        name=name,
        owner=owner,
        created=datetime.now(UTC).isoformat(timespec="microseconds"),
        task=task.task,
        data_name="",
        fingerprint="",
        counts=(0, 0, 0),
        labels=task.labels,
        model=task.base if task.base in known else "",
        revision=None,
        settings=_settings(model),
        versions={},
        uploaded=True,
    )


def _settings(model: Path) -> LearningSettings:
    try:
        said: Any = read_document(model / OWN_FILE)
        return from_json(LearningSettings, said["settings"])
    except (ValueError, LookupError, TypeError):
        return LearningSettings()
