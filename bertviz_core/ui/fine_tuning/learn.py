"""Two ways to learn a task side by side: on frozen features, and by fine-tuning, which can be watched."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import LearningData
from bertviz_core.ui.fine_tuning.data_choice import OWN, data_choice, name_in_address, shown_name
from bertviz_core.ui.fine_tuning.learn_beginning import draw_beginning, draw_what_goes_on
from bertviz_core.ui.fine_tuning.learn_features import draw_features
from bertviz_core.ui.fine_tuning.learn_run import draw_run
from bertviz_core.ui.fine_tuning.learn_settings import PARAMETERS
from bertviz_core.ui.fine_tuning.pretrained import pretrained_engine
from bertviz_core.ui.fine_tuning.question import chosen_data, chosen_run
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal

__all__ = ["PARAMETERS", "draw"]


def draw() -> None:
    """Draw the chosen run, or what has to be decided before one begins."""
    run = chosen_run()
    if run is not None:
        draw_run(run)
        return
    draw_what_goes_on()
    prepared = chosen_data()
    if prepared is None:
        st.info(_("Choose first what the model is to learn from."), icon=":material/info:")
        view_button(_("Choose data"), "data", key="learn_to_data", icon=":material/table:", primary=True)
        return
    _draw_choices(prepared.data)


def _draw_choices(data: LearningData) -> None:
    name_in_address()
    engine = pretrained_engine()
    st.markdown(data_line(shown_name(data.name), data.counts, engine.info.name))
    if data_choice().name != OWN:  # nobody else has it
        link_popover({})
    features_place, tuning_place = st.columns([2, 3], gap="medium")
    with tuning_place:
        draw_beginning(engine, data)
    with features_place:
        draw_features(engine.info.id, engine.info.revision, data)


def data_line(name: str, counts: tuple[int, int, int], model: str) -> str:
    """Say in one line what is learned from, and by which model."""
    train, validation, test = map(number, counts)
    return _(
        "**{data}**: {train} examples to learn from, {validation} to validate, {test} held out · "
        "model **{model}**",
        data=literal(name),
        train=train,
        validation=validation,
        test=test,
        model=literal(model),
    )
