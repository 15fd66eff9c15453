"""Runs as the lines of a list: what was asked for, how each stands, what it reached."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from babel.dates import format_date, format_datetime

from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningRun, RunStatus
from bertviz_core.ui.fine_tuning.learn_names import final_score
from bertviz_core.ui.i18n import language
from bertviz_core.ui.visitor import sees_all, visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run in the list."""

    run: LearningRun
    status: RunStatus
    score: tuple[str, float] | None
    """Name and value of the fine-tuned model's main score on the held-out examples, where it was measured."""


def run_rows(store: RunStore) -> list[RunRow]:
    """Return the visitor's runs, everybody's where they are shared, the newest first."""
    rows = []
    for run in store.runs(None if sees_all() else visitor()):
        try:
            status = store.status(run.id)
        except RunNotFoundError:  # deleted in this moment
            continue
        rows.append(RunRow(run=run, status=status, score=_score(store, run.id)))
    return rows


def begun_text(run: LearningRun) -> str:
    """Write when a run began, by the visitor's clock."""
    try:
        begun = datetime.fromisoformat(run.created)
    except ValueError:
        return ""
    aware = begun if begun.tzinfo else begun.replace(tzinfo=UTC)
    return str(format_datetime(aware.astimezone(_zone()), format="short", locale=language()))


def today_text() -> str:
    """Write today's date, by the visitor's clock."""
    return str(format_date(datetime.now(_zone()), format="long", locale=language()))


def _zone() -> ZoneInfo:
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _score(store: RunStore, run_id: str) -> tuple[str, float] | None:
    """Return the main score with its name; the report, which holds every prediction, is read once."""
    path = store.folder(run_id).path / "report.json"
    try:
        written = path.stat().st_mtime_ns
    except OSError:
        return None
    return _read_score(store, str(path), run_id, written)


@st.cache_resource(max_entries=500, show_spinner=False)
def _read_score(_store: RunStore, path: str, run_id: str, written: int) -> tuple[str, float] | None:
    return final_score(_store.report(run_id))
