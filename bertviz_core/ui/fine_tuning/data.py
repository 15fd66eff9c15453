"""What a model is to learn from: the set, its classes, its lengths, and how it is parted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.locales import LANGUAGES
from bertviz_core.results import TEST, TRAIN, VALIDATION, LearningData
from bertviz_core.training.data.questions import ALL
from bertviz_core.training.data.samples import SAMPLES, sample_languages
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.data_choice import (
    MOST_SEED,
    OWN,
    PARAMETERS,
    choose_data,
    data_choice,
    name_in_address,
    own_data,
    prepared_data,
    sample_name,
    task_name,
)
from bertviz_core.ui.fine_tuning.data_files import data_csv, data_json
from bertviz_core.ui.fine_tuning.data_notes import draw_notes
from bertviz_core.ui.fine_tuning.data_own_menu import choose_columns, forget_refusal, is_refused, own_menu
from bertviz_core.ui.fine_tuning.data_pictures import draw_counts, draw_lengths
from bertviz_core.ui.fine_tuning.data_table import draw_cells, draw_table
from bertviz_core.ui.fine_tuning.pretrained import pretrained_engine
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.text import literal

__all__ = ["PARAMETERS", "draw"]


def draw() -> None:
    """Ask for the set, and show what is in it."""
    _ask()
    own = own_data() if data_choice().name == OWN else None
    refused = is_refused()
    if own is not None and not refused:  # how this set was read would seem to be about the refused one
        choose_columns(own)
    name_in_address()
    try:
        prepared = prepared_data()
    except InputError as error:
        show_error(error)
        if own is not None and own.table is not None:
            draw_cells(own.table)
        return
    data = prepared.data
    line_place, button_place = st.columns([5, 1], vertical_alignment="center")
    with line_place.container(gap="xxsmall"):
        _say_parts(data)
    with button_place:
        view_button(_("Learn"), "learn", key="data_to_learn", icon=":material/school:", primary=True, run="")
    counts_place, lengths_place = st.columns(2, gap="medium")
    with counts_place:
        draw_counts(data)
    with lengths_place:
        draw_lengths(pretrained_engine(), data)
    if own is None or not refused:
        draw_notes(prepared)
    draw_table(data)
    st.markdown(
        _(
            "**How to read this.** The model learns from one part, a second one shows how far it is while it "
            "learns, and what it can do is measured on the third, which it never sees before."
        )
        + " "
        + (
            _("Pairs with the same first text are always in the same part.")
            if prepared.notes.shared
            else _("Equal texts are always in the same part.")
        )
    )
    if save_menu():
        save_as(_("Rows with their parts (CSV)"), "rows.csv", lambda: data_csv(data))
        save_as(_("Summary (JSON)"), "data.json", lambda: data_json(prepared))


def _ask() -> None:
    """Ask which set, in which language, and how it is parted."""
    choice, own = data_choice(), own_data()
    set_place, of_place, own_place, split_place = field_row([8, 5, 4, 3])
    sets = [*SAMPLES, *([OWN] if own else [])]
    name = set_place.selectbox(
        _("Data"),
        sets,
        index=sets.index(choice.name) if choice.name in sets else 0,
        format_func=lambda key: (
            f"{own.name if own and key == OWN else sample_name(key)}: "
            f"{task_name(own.task if own and key == OWN else SAMPLES[key])}"
        ),
        key=f"data_set_{choice.name}_{own.key if own else ''}_{language()}",
    )
    of, seed = choice.language, choice.seed
    if name != OWN:
        codes = sample_languages(name)
        names = {ALL: _("all languages"), **LANGUAGES}
        of = of_place.selectbox(
            _("In"),
            codes,
            index=codes.index(of) if of in codes else 0,
            format_func=lambda code: names[code],
            key=f"data_of_{name}_{choice.language}_{language()}",
        )
    with own_place:
        own_menu()
    with split_place.popover(_("Split"), icon=":material/call_split:", width="stretch"):
        seed = st.number_input(
            _("Number of the split"),
            min_value=0,
            max_value=MOST_SEED,
            value=seed,
            key=f"data_split_{choice.seed}",
            help=_("Another number parts the same rows in another way; the same number always in the same."),
        )
    if name != OWN:  # nobody else has it
        link_popover({})
    chosen = replace(choice, name=name, language=of, seed=int(seed))
    if chosen != choice:
        forget_refusal()
        choose_data(chosen)
        st.rerun()


def _say_parts(data: LearningData) -> None:
    """Say how many examples are for what, and what a model that learned nothing would get right."""
    train, validation, test = map(number, data.counts)
    st.subheader(
        _(
            "{count} examples: {train} to learn from, {validation} to validate, {test} held out",
            count=number(len(data.examples)),
            train=train,
            validation=validation,
            test=test,
        ),
        anchor=False,
    )
    if data.task not in ("sentence", "pair"):
        return
    seen = Counter(example.label for part in (TRAIN, VALIDATION) for example in data.part(part))
    label = seen.most_common(1)[0][0]
    most = sum(example.label == label for example in data.part(TEST))
    st.markdown(
        _(
            "Always saying “{label}” would be right {percent}% of the time.",
            label=literal(label),
            percent=number(100 * most / data.counts[TEST], places=0),
        )
    )
