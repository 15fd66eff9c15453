"""Where visitors bring data of their own: a file, pasted rows, or a set of the Hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.results import TASKS, Task
from bertviz_core.settings import get_settings
from bertviz_core.training.data.headings import Columns
from bertviz_core.training.tagged_sentences import ENDINGS
from bertviz_core.ui.file_reading import ask_file_reading, file_reading, forget_file_reading
from bertviz_core.ui.fine_tuning.data_choice import (
    OWN,
    choose_data,
    data_choice,
    keep_own,
    own_data,
    task_name,
)
from bertviz_core.ui.fine_tuning.data_own import MOST_BYTES, OwnData, own_file, own_table
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.tagged_file_choices import TagReading, ask_reading, ask_to_join

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_MENU, _TASK, _FILE, _PASTED, _PROBLEM = "own_menu", "own_task", "own_file", "own_pasted", "own_problem"
_AGAIN = "own_read_again"
"""Session key: it was what is loaded already, read in another way."""
_NAME = "own"
_HUB, _HUB_CONFIGURATION, _HUB_PART = "own_hub", "own_hub_configuration", "own_hub_part"

_TABLES = ["csv", "tsv", "txt", "xlsx", "jsonl", "json", "conllu", "conll"]
"""Of words with their tags it is said where they belong."""

_TYPES = {
    "sentence": _TABLES,
    "pair": _TABLES,
    "tagging": [*ENDINGS],
    "question": ["json"],
}


def own_menu() -> None:
    """Draw the menu; what is taken becomes the chosen set."""
    menu = st.popover(
        _("Own data"), icon=":material/upload_file:", width="stretch", key=_MENU, on_change="rerun"
    )
    with menu:
        task = st.radio(
            _("Task"),
            TASKS,
            format_func=task_name,
            key=f"{_TASK}_{language()}",
            persist_state="session",
            horizontal=True,
        )
        if isinstance(problem := st.session_state.get(_PROBLEM), InputError):
            show_error(problem)  # above the fields: the menu may be higher than the window
        st.file_uploader(
            _form_of_file(task),
            type=_TYPES[task],
            key=f"{_FILE}_{task}",
            max_upload_size=MOST_BYTES // 1_000_000,
            on_change=_take_file,
            args=(task,),
        )
        own = own_data()
        asked_below = own and own.doubtful and own.task == task and not is_refused()
        if not asked_below and _brought(task) is not None:
            ask_file_reading(_NAME, on_change=_read_again, args=(task,))
        if task in ("sentence", "pair"):
            st.text_area(
                _("Or paste rows, from a spreadsheet for instance"),
                key=_PASTED,
                height=100,
                persist_state="session",
                placeholder=_("Prize waiting for you!\tspam\nSee you at six\tham"),
            )
            st.button(_("Take these rows"), key="own_take_pasted", on_click=_take_pasted, args=(task,))
            if get_settings().allow_hub:
                _ask_for_hub_set(task)


def _ask_for_hub_set(task: Task) -> None:
    name_place, configuration_place, part_place = st.columns([3, 2, 2])
    name_place.text_input(
        _("Or a data set of the Hugging Face Hub"),
        key=_HUB,
        placeholder="owner/name",
        persist_state="session",
    )
    configuration_place.text_input(
        _("Configuration"),
        key=_HUB_CONFIGURATION,
        persist_state="session",
        help=_("Some sets have several: their page on the Hub calls them subsets."),
    )
    part_place.selectbox(_("Part"), ("train", "validation", "test"), key=_HUB_PART, persist_state="session")
    st.button(_("Fetch it"), key="own_take_hub", on_click=_take_from_hub, args=(task,))


def _form_of_file(task: Task) -> str:
    forms = {
        "sentence": _("A table with a column of texts and one of labels: CSV, TSV, Excel or JSON lines"),
        "pair": _("A table with two columns of texts and one of labels: CSV, TSV, Excel or JSON lines"),
        "tagging": _(
            "CoNLL or CoNLL-U: a word and its tag in each line, a blank line between sentences; "
            "or JSON with a list of words and one of tags in each row"
        ),
        "question": _("JSON in the form of SQuAD"),
    }
    return forms[task]


def is_refused() -> bool:
    """Tell whether what was brought last could not be read, so that nothing on the page is about it."""
    return st.session_state.get(_PROBLEM) is not None and not st.session_state.get(_AGAIN)


def forget_refusal() -> None:
    """Say no more of what could not be read: something else is asked about now."""
    st.session_state[_PROBLEM] = None


def _take_file(task: Task) -> None:
    file = st.session_state.get(f"{_FILE}_{task}")
    forget_refusal()
    if file is not None:
        forget_file_reading(_NAME)
        _take(lambda: own_file(file.getvalue(), file.name, task))


def _take_pasted(task: Task) -> None:
    text = st.session_state.get(_PASTED) or ""
    forget_file_reading(_NAME)
    _take(lambda: own_file(text.encode("utf-8", "replace"), _("pasted rows"), task))


def _take_from_hub(task: Task) -> None:
    from bertviz_core.training.data.hub_sets import hub_table

    name, configuration = ((st.session_state.get(key) or "").strip() for key in (_HUB, _HUB_CONFIGURATION))
    part = st.session_state.get(_HUB_PART) or "train"
    title = f"{name} ({configuration}, {part})" if configuration else f"{name} ({part})"
    _take(lambda: own_table(hub_table(name, configuration=configuration, split=part), title, task))


def _take(look: Callable[[], OwnData], *, again: bool = False) -> None:
    """Choose what was brought; what cannot be read leaves everything as it was."""
    state = st.session_state
    state[_AGAIN] = again
    try:
        own = look()
    except InputError as problem:
        state[_PROBLEM] = problem
        return
    state[_PROBLEM] = None
    keep_own(own)
    choose_data(replace(data_choice(), name=OWN))
    state[_MENU] = False


def _brought(task: Task) -> tuple[bytes, str] | None:
    """Return content and name of what was brought last for a task, whether or not it could be read."""
    own, file = own_data(), st.session_state.get(f"{_FILE}_{task}")
    if own is not None and own.data and own.task == task and not is_refused():
        return own.data, own.name
    return None if file is None else (file.getvalue(), file.name)


def _read_again(task: Task) -> None:
    """Read what was brought as the fields say."""
    if (brought := _brought(task)) is not None:
        again = not is_refused()
        _take(lambda: own_file(*brought, task, read_as=file_reading(_NAME)), again=again)


def choose_columns(own: OwnData) -> None:
    """Ask which columns of a file hold what, and where it is in doubt how it is read; first as guessed."""
    if own.doubtful:
        ask_file_reading(_NAME, on_change=_read_again, args=(own.task,))
    if own.reading is not None:
        _choose_reading(own, own.reading)
    if own.table is None or own.columns is None:
        return
    names, columns = own.table.columns, own.columns
    places = st.columns(4 if own.task == "pair" else 3, vertical_alignment="bottom")
    pair = columns.pair
    text = _column(places[0], _("Text"), names, columns.text, f"own_text_{own.key}")
    if own.task == "pair":
        pair = _column(places[1], _("Second text"), names, pair or 0, f"own_pair_{own.key}")
    label = _column(places[-2], _("Label"), names, columns.label, f"own_label_{own.key}")
    if own.data:
        header = places[-1].toggle(
            _("The first row holds names"), value=own.table.has_header, key=f"own_header_{own.key}"
        )
        if header != own.table.has_header:
            keep_own(own.with_header(header))
            st.rerun()
    if own.has_near_classes:
        joined = ask_to_join(joined=own.join_classes, key=own.key)
        if joined != own.join_classes:
            keep_own(replace(own, join_classes=joined))
            st.rerun()
    chosen = Columns(text=text, label=label, pair=pair)
    if chosen != columns:
        keep_own(own.with_columns(chosen))
        st.rerun()


def _choose_reading(own: OwnData, reading: TagReading) -> None:
    """Ask which tags of a file are taken; where they cannot be, say so and leave it as it was."""
    chosen = ask_reading(reading, own.key)
    if chosen == reading:
        return
    try:
        other = own.with_reading(chosen)
    except InputError as problem:
        show_error(problem)
        return
    keep_own(other)
    st.rerun()


def _column(place: DeltaGenerator, label: str, names: tuple[str, ...], usual: int, key: str) -> int:
    chosen: int = place.selectbox(
        label, range(len(names)), index=usual, format_func=lambda column: names[column], key=key
    )
    return chosen
