"""Held-out examples of a run, which its model never saw, to be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bertviz_core.charts.chart_style import beginning
from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import TEST, QuestionExample, TaggedExample, TextExample
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inputs import example_menu
from bertviz_core.ui.text import literal

MOST_SHOWN = 20
_LETTERS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedExample:
    """Texts for the fields of the view, and what is right."""

    texts: tuple[str, ...]
    right: str
    words: tuple[str, ...] = ()
    """Of a tagged sentence."""
    tags: tuple[str, ...] = ()


def held_out(run_id: str | None) -> tuple[AskedExample, ...]:
    """Return some held-out examples of a run; none of a model that was brought from elsewhere."""
    return () if run_id is None else _held_out(run_id)


def fields_of_example(
    fields: Mapping[str, str], examples: tuple[AskedExample, ...], fallback: tuple[str, ...]
) -> None:
    """Give the fields their first texts: from the link that brought the visitor, or an example.

    The texts of a link leave the address at once, so that they enter no log again.

    Args:
        fields: Session keys by the parameters of a link.
        examples: Of which the first one is taken.
        fallback: The texts where there is no example.
    """
    state, first = st.session_state, examples[0].texts if examples else fallback
    brought = {name: address[name] for name in fields if name in address}
    for place, (name, key) in enumerate(fields.items()):
        if brought:
            state[key] = brought.get(name, "")
            address.pop(name, None)
        elif key not in state:
            state[key] = first[place]


def offer_examples(keys: tuple[str, ...], examples: tuple[AskedExample, ...]) -> None:
    """Offer the examples; the menu closes after a choice, whose texts are put into the fields."""
    if not examples:
        return
    menu = f"{keys[0]}_menu"
    inside = example_menu(_("Held-out examples"), menu)
    if inside is None:
        return
    with inside:
        st.caption(_("The model never saw these while it learned. What is right stands behind the arrow."))
        for place, example in enumerate(examples):
            text = literal(beginning(" / ".join(example.texts), _LETTERS))
            st.button(
                f"{text} → **{literal(beginning(example.right, 40))}**" if example.right else text,
                key=f"{menu}_{place}",
                type="tertiary",
                on_click=_use,
                args=(keys, example.texts, menu),
            )


def same_example(texts: tuple[str, ...], examples: tuple[AskedExample, ...]) -> AskedExample | None:
    """Return the example that stands in the fields."""
    return next((example for example in examples if example.texts == texts), None)


def _use(keys: tuple[str, ...], texts: tuple[str, ...], menu: str) -> None:
    st.session_state.update(dict(zip(keys, texts, strict=True)) | {menu: False})


@st.cache_resource(max_entries=20, show_spinner=False)
def _held_out(run_id: str) -> tuple[AskedExample, ...]:
    """Return a few examples of every class in turn; the data of a run never change."""
    try:
        data = run_store().data(run_id)
    except RunNotFoundError:  # a model that somebody brought has none
        return ()
    by_answer: dict[str, list[AskedExample]] = {}
    for example in data.part(TEST):
        asked = asked_example(example)
        by_answer.setdefault(asked.right if data.labels and not asked.words else "", []).append(asked)
    groups, found = list(by_answer.values()), []
    for place in range(max(map(len, groups), default=0)):
        found += [group[place] for group in groups if place < len(group)]
        if len(found) >= MOST_SHOWN:
            break
    return tuple(found[:MOST_SHOWN])


def asked_example(example: TextExample | TaggedExample | QuestionExample) -> AskedExample:
    """Return an example as the fields of the view take it."""
    if isinstance(example, TextExample):
        texts = (example.text,) if example.pair is None else (example.text, example.pair)
        return AskedExample(texts=texts, right=example.label)
    if isinstance(example, TaggedExample):
        return AskedExample(
            texts=(" ".join(example.tokens),), right="", words=example.tokens, tags=example.tags
        )
    return AskedExample(texts=(example.question, example.context), right=example.answers[0].text)
