"""A text field that opens with an example, keeps what was typed, and can be filled from a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.samples.sets import ThemedBlank, themed_blanks
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.sent_texts import sent_text
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import HISTORY, MASKED, PRETRAINING, begin_field

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def prefill(key: str, parameter: str, example: str) -> None:
    """Give a text field its first value: from the link that brought the visitor, or the example.

    Where the field shares the sentence of the visit, that comes before the example.

    The text of a link leaves the address at once, so that it enters no log again.
    """
    if parameter in address:
        st.session_state[key] = address[parameter]
        del address[parameter]
    elif key in (MASKED, PRETRAINING, HISTORY):
        begin_field(key, example)
    elif key not in st.session_state:
        sent = sent_text(key)
        st.session_state[key] = example if sent is None else sent


def example_picker(
    key: str,
    examples: dict[str, tuple[str, ...]],
    *,
    label: str,
    clear: str | None = None,
    themed: Callable[[ThemedBlank], str] | None = None,
) -> None:
    """Offer examples that replace the text of a field; the menu closes after a choice.

    Args:
        key: Session key of the field.
        examples: Sentences by language.
        label: Visible name of the menu.
        clear: Session key of a second field to empty, if any.
        themed: Makes an example of each of the written sentences by theme; without it they are not offered.
    """

    def use(sentence: str) -> None:
        st.session_state[key] = sentence
        if clear:
            st.session_state[clear] = ""
        st.session_state[menu] = False

    menu = f"{key}_examples"
    inside = example_menu(label, menu)
    if inside is None:
        return
    groups = {LANGUAGES[code]: list(sentences) for code, sentences in examples.items()}
    if themed:
        names = _themes()
        for blank in themed_blanks(language()):
            groups.setdefault(names[blank.theme], []).append(themed(blank))
    offered: set[str] = set()
    with inside:
        for name, sentences in groups.items():
            st.caption(name)
            for sentence in sentences:
                if sentence in offered:
                    continue
                offered.add(sentence)
                st.button(
                    literal(sentence),
                    key=f"{key}_example_{sentence}",
                    type="tertiary",
                    on_click=use,
                    args=(sentence,),
                )


def _themes() -> dict[str, str]:
    return {
        "home": _("At home"),
        "food": _("Food"),
        "school": _("At school"),
        "city": _("City and travel"),
        "nature": _("Nature"),
        "family": _("Family"),
        "money": _("Money"),
        "grammar": _("Grammar"),
    }


def example_menu(
    label: str, key: str, *, icon: str = ":material/format_list_bulleted:"
) -> DeltaGenerator | None:
    """Draw a menu of examples; return its inside, None while it is closed.

    What is drawn into a closed menu would be sent with every run of the page. It closes when its session key
    becomes False.
    """
    popover = st.popover(label, icon=icon, width="stretch", key=key, on_change="rerun")
    return popover.container(gap="xxsmall") if popover.open else None
