"""Before a run: its settings, what it will take, and the button that begins it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.errors import BertScopeError, RunNotFoundError
from bertviz_core.jobs.run_limits import check_run_size
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.jobs.start_worker import submit
from bertviz_core.results import LearningData, LearningRun, LearningSettings, ModelInfo
from bertviz_core.ui.fine_tuning.data_choice import shown_name
from bertviz_core.ui.fine_tuning.learn_settings import ask_settings
from bertviz_core.ui.fine_tuning.question import choose_run
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.sign_in import require_author
from bertviz_core.ui.text import literal
from bertviz_core.ui.visitor import visitor

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw_what_goes_on() -> None:
    """Name the newest run of the visitor that waits or learns, if there is one, and offer to open it."""
    run = _open_run(run_store())
    if run is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f":material/pending: {_('A run of yours goes on: **{name}**', name=literal(run.name))}",
            width="content",
        )
        view_button(_("Open"), "learn", key="learn_open_run", icon=":material/open_in_full:", run=run.id)


def _open_run(store: RunStore) -> LearningRun | None:
    for run in store.runs(visitor()):
        try:
            if store.status(run.id).open:
                return run
        except RunNotFoundError:  # deleted in this moment
            continue
    return None


def draw_beginning(engine: BertEngine, data: LearningData) -> None:
    """Ask for the settings, and begin a run when told so."""
    from bertviz_core.training.fine_tuning import (  # brings torch
        memory_bytes,
        step_count,
        usual_settings,
    )

    info = engine.info
    st.subheader(_("Fine-tuning"), anchor=False)
    st.caption(_("The model itself learns: every example changes its weights a little."))
    settings = ask_settings(
        lambda method: usual_settings(info, data, method=method),
        layers=info.layers,
        longest=info.max_tokens,
        classes=data.task in ("sentence", "pair"),
    )
    st.caption(
        _(
            "{steps} steps, up to {memory} GB of memory. The paper (Devlin et al. 2019) takes 2 to 4 epochs "
            "and a learning rate of 2·10⁻⁵ to 5·10⁻⁵. What is proposed here suits the model and the number "
            "of examples.",
            steps=number(step_count(data, settings)),
            memory=number(memory_bytes(info, settings) / 1e9, places=1),
        )
    )
    too_large = _refusal(engine.info, data, settings)
    if too_large:
        show_error(too_large)
    if st.button(
        _("Learn"),
        icon=":material/school:",
        type="primary",
        key="learn_begin",
        disabled=too_large is not None,
    ):
        try:
            _begin(engine, data, settings)
        except BertScopeError as error:
            show_error(error)
        else:
            st.rerun()  # to what goes on
    st.markdown(
        _(
            "**How to read this.** Both ways are measured on the same held-out examples, which neither "
            "learns from. Press “Learn” and watch the loss fall; the run goes on when you leave the page."
        )
    )


def _refusal(info: ModelInfo, data: LearningData, settings: LearningSettings) -> BertScopeError | None:
    """Return why so large a run cannot begin here, None where it can."""
    try:
        check_run_size(settings, info, data)
    except BertScopeError as error:
        return error
    return None


def _begin(engine: BertEngine, data: LearningData, settings: LearningSettings) -> None:
    """Keep a run, queue it, and make it the one that the workshop is about.

    Raises:
        BertScopeError: It cannot work, or there is no room for it now.
    """
    from bertviz_core.training.fine_tuning import check_settings

    require_author()
    check_settings(settings, engine.info, data)
    check_run_size(settings, engine.info, data)
    store = run_store()
    run = store.create(
        data,
        model=engine.info.id,
        revision=engine.info.revision,
        settings=settings,
        owner=visitor(),
        name=_free_name(shown_name(data.name), {run.name for run in store.runs(visitor())}),
    )
    choose_run(run.id)
    submit(run.id)


def _free_name(name: str, taken: set[str]) -> str:
    """Return the name of the data, with a number where a run is called so already."""
    if name not in taken:
        return name
    return next(f"{name} {count}" for count in range(2, len(taken) + 3) if f"{name} {count}" not in taken)
