"""Which data set the workshop is about, apart from the fields that show it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.results import PreparedData
from bertviz_core.training.data.questions import ALL
from bertviz_core.training.data.samples import SAMPLES, sample_data, sample_languages
from bertviz_core.ui.address import address
from bertviz_core.ui.fine_tuning.data_own import OwnData
from bertviz_core.ui.i18n import _

SET, OF, SPLIT = "data", "of", "split"
"""Parameters of the address: name of the set, its language, seed of the split."""

PARAMETERS = (SET, OF, SPLIT)
OWN = "own"
MOST_SEED = 9999
_CHOICE, _OWN, _PREPARED = "fine_tuning_data", "fine_tuning_own", "fine_tuning_prepared"


@dataclass(frozen=True, slots=True, kw_only=True)
class DataChoice:
    """A written set by its name, or `OWN`."""

    name: str
    language: str = ALL
    seed: int = 0


def data_choice() -> DataChoice:
    """Return what is chosen; at first what the address names, or the first written set."""
    kept = st.session_state.get(_CHOICE)
    if isinstance(kept, DataChoice):
        return kept
    named, of = address.get(SET, ""), address.get(OF, ALL)
    name = named if named in SAMPLES else next(iter(SAMPLES))
    language = of if of in sample_languages(name) else ALL
    return DataChoice(name=name, language=language, seed=address.number(SPLIT) or 0)


def choose_data(choice: DataChoice) -> None:
    """Choose a set for all views."""
    st.session_state[_CHOICE] = choice


def name_in_address() -> None:
    """Write the choice into the address; a file that somebody brought has no name there."""
    choice = data_choice()
    choose_data(choice)  # another view takes its parameters out of the address
    usual = next(iter(SAMPLES))
    address.put(SET, usual if choice.name == OWN else choice.name, usual=usual)
    address.put(OF, choice.language, usual=ALL)
    address.put(SPLIT, str(choice.seed), usual="0")


def own_data() -> OwnData | None:
    """Return what this visitor brought."""
    kept = st.session_state.get(_OWN)
    return kept if isinstance(kept, OwnData) else None


def keep_own(own: OwnData) -> None:
    """Keep what a visitor brought, in this visit only."""
    st.session_state[_OWN] = own


def prepared_data() -> PreparedData:
    """Return the chosen set, parted.

    Raises:
        InputError: It cannot be learned from.
    """
    choice, own = data_choice(), own_data()
    if choice.name != OWN or own is None:
        name = choice.name if choice.name in SAMPLES else next(iter(SAMPLES))
        return sample_data(name, language=choice.language, seed=choice.seed)
    key = own.key, own.columns, own.reading, own.join_classes, choice.seed
    kept = st.session_state.get(_PREPARED)
    if kept is None or kept[0] != key:
        kept = st.session_state[_PREPARED] = key, own.prepared(choice.seed)
    prepared: PreparedData = kept[1]
    return prepared


def sample_name(name: str) -> str:
    """Name a written set in the visitor's language."""
    return {
        "spam": _("Spam messages"),
        "film_reviews": _("Film reviews"),
        "paraphrases": _("Paraphrases"),
        "entailment": _("Entailment"),
        "tagging": _("Names in sentences"),
        "questions": _("Questions about texts"),
    }[name]


def shown_name(name: str) -> str:
    """Name a data set in the visitor's language where it is a written one, else as it is called."""
    sample, _space, language = name.partition(" ")
    code = language.strip("()")
    if sample not in SAMPLES or (code and code not in LANGUAGES):
        return name
    return f"{sample_name(sample)} ({LANGUAGES[code]})" if code else sample_name(sample)


def task_name(task: str) -> str:
    """Name a task in the visitor's language."""
    return {
        "sentence": _("text → class"),
        "pair": _("two texts → class"),
        "tagging": _("words → tags"),
        "question": _("question → answer in a text"),
    }[task]
