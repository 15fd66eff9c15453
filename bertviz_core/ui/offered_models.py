"""The models that a visitor can choose: those of the list, and fine-tuned ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import streamlit as st

from bertviz_core import list_models
from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.models.catalogue import find_listed
from bertviz_core.models.run_models import PREFIX, is_run_model
from bertviz_core.results import LearningRun, ListedModel
from bertviz_core.settings import get_settings
from bertviz_core.ui.address import address
from bertviz_core.ui.arrivals import ARRIVED_MODEL
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.run_parameters import chosen_run_id
from bertviz_core.ui.text import literal
from bertviz_core.ui.visitor import visitor


def offered_models() -> dict[str, ListedModel]:
    """Return them by their ids, fine-tuned ones last; notes are in the visitor's language.

    Fine-tuned are those of this visitor, of everybody where runs are shared, and those that the address
    or this visit names: whoever has the link of a run may use its model.
    """
    models = [*list_models(), *_fine_tuned()]
    return {model.id: model for model in models}


def run_model_name(run: LearningRun) -> str:
    """Name the model of a run: what it learned, from which model, and when."""
    return " · ".join(filter(None, (run.name, Path(run.model).name, run.created[:10])))


def _fine_tuned() -> Iterator[ListedModel]:
    store = run_store()
    named: set[str] = set()
    for run in _visible_runs(store):
        if store.model_folder(run.id) is None or store.folder(run.id).status().open or not _is_allowed(run):
            continue
        name = run_model_name(run)
        if name in named:  # the menu tells models apart by their names
            name = f"{name} ({run.id})"
        named.add(name)
        yield ListedModel(id=f"{PREFIX}{run.id}", name=name, source="run", note=_note(run))


def _visible_runs(store: RunStore) -> Iterable[LearningRun]:
    own = store.runs(None if get_settings().share_runs else visitor())
    return {run.id: run for run in (*own, *_named_runs(store))}.values()


def _named_runs(store: RunStore) -> Iterator[LearningRun]:
    """Yield the runs that the address names or that were chosen in this visit."""
    models = (address.get(MODEL_KEY), *(st.session_state.get(key) for key in (MODEL_KEY, ARRIVED_MODEL)))
    ids = [model.removeprefix(PREFIX) for model in models if model and is_run_model(model)]
    for run_id in (*ids, chosen_run_id()):
        with suppress(RunNotFoundError):
            if run_id:
                yield store.run(run_id)


def _is_allowed(run: LearningRun) -> bool:
    allowed = get_settings().allowed_models
    return not allowed or run.model in allowed


def _note(run: LearningRun) -> str:
    if run.uploaded:
        return _("A fine-tuned model that was uploaded.")
    base = find_listed(run.model)
    return _(
        "Fine-tuned from {model} on “{data}”.",
        model=literal(base.name if base else run.model),
        data=literal(run.data_name),
    )
