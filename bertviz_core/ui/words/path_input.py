"""What is followed through the layers: a sentence, another one beside it, and a word of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.results import Encoding
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_menu
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.open_in import offer_sentence
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, encoding_key, text_key
from bertviz_core.ui.visit_sentence import PATH, PATH_SECOND, begin_field
from bertviz_core.ui.words.path_examples import PATH_EXAMPLES, PathExample, example_word
from bertviz_core.ui.words.path_words import FollowedWord, first_choice, same_word, words_of

if TYPE_CHECKING:
    from bertviz_core import BertEngine

FIRST_PARAMETER, SECOND_PARAMETER = "first", "second"
"""The sentences in the address of a link."""

AT_PARAMETER, OTHER_PARAMETER = "at", "other"
"""Numbers of the followed words, in the address."""

_FIRST, _SECOND, _MENU = PATH, PATH_SECOND, "path_examples"

_STYLE = """<style>
[class*=st-key-path_word] [role=radiogroup] {max-height: 4.6rem; overflow-y: auto}
[class*=st-key-path_word] [role=radiogroup] button {flex: none}
</style>"""


@dataclass(frozen=True, slots=True)
class Followed:
    """A word in its sentence."""

    text: str
    """The sentence."""
    encoding: Encoding
    word: FollowedWord


def ask_path(engine: BertEngine) -> list[Followed]:
    """Ask for the sentences and the words; return the first followed word, and the second if there is one.

    Raises:
        InputError: The first sentence is empty.
    """
    texts = _ask_sentences()
    st.html(_STYLE)
    encodings = [engine.encode(texts[0]), *(engine.encode(text) for text in texts[1:] if text.strip())]
    for encoding in encodings:
        encoding_notices(encoding)
    words, *rest = [words_of(encoding, engine.info.mask_token) for encoding in encodings]
    key = text_key(*map(encoding_key, encodings))
    first_place, second_place = st.columns(2, gap="medium")
    with first_place:
        usual = _usual(texts, words, rest[0] if rest else ())
        label = _("Word followed in A")
        chosen = _chips(label, words, AT_PARAMETER, side="A", usual=usual, key=key)
    chosen = usual if chosen is None else chosen
    followed = [Followed(texts[0], encodings[0], words[chosen])]
    if rest:
        with second_place:
            same = same_word(words, chosen, rest[0])
            label, key = _("Word followed in B"), f"{key}_{chosen}"
            other = _chips(label, rest[0], OTHER_PARAMETER, side="B", usual=same, key=key)
            if other is None:
                st.caption(
                    _(
                        "“{word}” does not stand in B. Click the word it is compared with.",
                        word=literal(words[chosen].text),
                    )
                )
            else:
                followed.append(Followed(texts[1], encodings[1], rest[0][other]))
    return followed


def _usual(texts: tuple[str, str], words: tuple[FollowedWord, ...], others: tuple[FollowedWord, ...]) -> int:
    """Return the number of the word that is followed before one is chosen."""
    example = example_word(*texts)
    named = (number for number, word in enumerate(words) if word.text == example)
    return next(named, first_choice(words, others))


def _ask_sentences() -> tuple[str, str]:
    state = st.session_state
    if FIRST_PARAMETER in address or SECOND_PARAMETER in address:
        state[_FIRST], state[_SECOND] = address.pop(FIRST_PARAMETER, ""), address.pop(SECOND_PARAMETER, "")
    else:
        example = PATH_EXAMPLES[language()][0]
        state.setdefault(_SECOND, example.second)
        begin_field(_FIRST, example.first)
    first_place, second_place, menu_place = field_row([6, 7, 4])
    first = first_place.text_input(_("Sentence A"), key=_FIRST, persist_state="session") or ""
    second = (
        second_place.text_input(_("Sentence B, to compare with"), key=_SECOND, persist_state="session") or ""
    )
    with menu_place:
        _offer_examples()
    link_popover({FIRST_PARAMETER: first, SECOND_PARAMETER: second})
    offer_sentence(_FIRST)
    return first, second


def _offer_examples() -> None:
    def use(example: PathExample) -> None:
        st.session_state.update({_FIRST: example.first, _SECOND: example.second, _MENU: False})

    inside = example_menu(_("Pairs to try"), _MENU, icon=":material/compare:")
    if inside is None:
        return
    with inside:
        for code, examples in PATH_EXAMPLES.items():
            st.caption(LANGUAGES[code])
            for example in examples:
                st.button(
                    f"{literal(example.first)} / {literal(example.second)}",
                    key=f"path_example_{example.first}",
                    type="tertiary",
                    on_click=use,
                    args=(example,),
                )


def _chips(
    label: str, words: tuple[FollowedWord, ...], parameter: str, *, side: str, usual: int | None, key: str
) -> int | None:
    """Offer the words of a sentence beside its letter; return the number of the chosen one.

    The address counts for the question it came with; another one begins with the usual word.
    """
    named = address.number(parameter) if address_counts(parameter, key) else None
    labels = _labels(words)
    with st.container(horizontal=True, gap="small"):
        st.markdown(f"**{side}**", width="content")
        chosen = st.pills(
            label,
            range(len(words)),
            default=named if named is not None and named < len(words) else usual,
            required=True,
            format_func=labels.__getitem__,
            key=f"path_word_{parameter}_{key}",
            wrap=True,
            width="stretch",
            label_visibility="collapsed",
            persist_state="session",
        )
    address.put(parameter, "" if chosen is None else str(chosen), usual="" if usual is None else str(usual))
    return chosen


def _labels(words: tuple[FollowedWord, ...]) -> list[str]:
    """Name every chip differently: Streamlit tells equal words apart by spaces that Markdown drops.

    The space in front keeps an emoji from becoming an icon, which Streamlit cuts off the name.
    """
    seen: dict[str, int] = {}
    labels = []
    for word in words:
        seen[word.text] = seen.get(word.text, -1) + 1
        labels.append(f" {literal(word.text)}{' ' * seen[word.text]}")
    return labels
