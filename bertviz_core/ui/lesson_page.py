"""A lesson as one page in a language: its words, and the sentences that it begins with."""

from __future__ import annotations

import json

from bertviz_core.analysis.texts.input_text import has_blank
from bertviz_core.components.lesson.page import LessonWords
from bertviz_core.installation import VERSION
from bertviz_core.models.card import read_card
from bertviz_core.models.catalogue import BUNDLED_FOLDER, BUNDLED_ID, find_listed
from bertviz_core.server.lesson_route import AskedLesson
from bertviz_core.ui.attention.explore_words import explore_words
from bertviz_core.ui.attention.head_reading import reading_words
from bertviz_core.ui.examples import ATTENTION_EXAMPLES, MASKED_EXAMPLES
from bertviz_core.ui.i18n import _, in_language, number
from bertviz_core.ui.masked_words import fill_typed
from bertviz_core.ui.next_sentence import pair_typed
from bertviz_core.ui.next_sentence.pair_examples import PAIR_EXAMPLES
from bertviz_core.ui.notices import unknown_words

WORDS_IN_A_BLANK = 10
_MASK = "[MASK]"
_SPECIAL = ("[CLS]", "[SEP]")


def lesson_words(asked: AskedLesson, *, in_folder: bool = False) -> LessonWords:
    """Return all that the page says.

    Args:
        asked: What it begins with.
        in_folder: Its files come from a server, and are not in it.
    """
    with in_language(asked.language):
        return LessonWords(page=_page_words(asked, in_folder), data=_data(asked))


def _page_words(asked: AskedLesson, in_folder: bool) -> dict[str, str]:
    here = _("What you type stays on this machine: this page computes every answer itself.")
    if not in_folder:
        here += " " + _("It needs no server and no network.")
    return {
        "locale": asked.language,
        "title": _("BERT in one page"),
        "attention": _("Attention"),
        "maskedWords": _("Masked words"),
        "nextSentence": _("Next sentence"),
        "here": here,
        "begins": _("The model is being opened…"),
        "noScript": _("This page computes with JavaScript. Let the browser run it."),
        "sentence": _("Sentence"),
        "second": _("Second sentence (optional)"),
        "blanks": _("Sentence with [MASK] or ___ where a word is missing"),
        "first": _("Sentence A"),
        "next": _("Sentence B"),
        "about": _about(),
    }


def _about() -> str:
    """Say which model it is, and what made the page."""
    card, listed = read_card(BUNDLED_FOLDER), find_listed(BUNDLED_ID)
    config = json.loads((BUNDLED_FOLDER / "config.json").read_text(encoding="utf-8"))
    return _(
        "Model: {name}, with {layers} layers of {heads} heads ({languages}); licence {licence}. The page was "
        "made with BERT Scope {version}. The model answers what it expects after the texts it read: it is "
        "often wrong.",
        name=listed.name if listed else BUNDLED_ID,
        languages=", ".join(card.languages),
        version=VERSION,
        licence=(card.licence or "—").upper(),
        layers=number(config["num_hidden_layers"]),
        heads=number(config["num_attention_heads"]),
    )


def _data(asked: AskedLesson) -> dict[str, object]:
    listed = find_listed(BUNDLED_ID)
    pair = pair_typed.pair_picture(listed.name if listed else BUNDLED_ID)
    blanks = fill_typed.blanks_picture(WORDS_IN_A_BLANK)
    return {
        "view": asked.view,
        "texts": _texts(asked),
        "words": {
            "loading": _("Opening the model: {done} of {size} MB"),
            "failed": _failures(),
            "fields": _refusals(),
        },
        "attention": {
            "model": BUNDLED_ID,
            "mode": "explore",
            "locale": asked.language,
            "words": explore_words(),
            "typing": reading_words(_SPECIAL) | {"unknown": unknown_words()},
            "standalone": {},
        },
        "blanks": {
            **blanks,
            "words": {**_words_of(blanks), **_blank_words()},
            "howTo": fill_typed.how_to_read(),
        },
        "pair": {
            **pair,
            "words": {**_words_of(pair), "missing": _("Write both sentences.")},
            "howTo": pair_typed.how_to_read(_SPECIAL[0]),
        },
    }


def _words_of(picture: dict[str, object]) -> dict[str, str]:
    words = picture["words"]
    assert isinstance(words, dict)
    return words


def _blank_words() -> dict[str, str]:
    return {
        "noBlank": _("There is no blank in the text. Write {mask} or ___ in place of a word.", mask=_MASK)
    }


def _failures() -> dict[str, str]:
    """Say why the model could not be opened, by the names that `open_model.js` gives the reasons."""
    return {
        "oldBrowser": _("This browser is too old to run the model. Open the page in a newer one."),
        "incomplete": _("A part of the model is missing in this page. Save or copy it again."),
        "missing": _(
            "The model beside this page could not be read. Open the page by the address of a web server that "
            "holds the whole folder; from a disk only the page in one file opens."
        ),
        "other": _(
            "The model could not be opened here ({reason}). Close other pages, and open this one again."
        ),
    }


def _refusals() -> dict[str, str]:
    """Say why a text is not answered."""
    return {
        "empty": _("Write a sentence."),
        "tooLong": _(
            "The text has more than {most} tokens, and this page reads no longer ones. Leave some of it out."
        ),
        "unknown": _("There is a character in this text that this page does not know. Leave it out."),
        "stopped": _("The model has stopped in this browser. Open the page again."),
    }


def _texts(asked: AskedLesson) -> dict[str, tuple[str, ...]]:
    """Return what stands in the fields of each view: what was asked for wherever it fits, else examples."""
    language, text, pair = asked.language, asked.text, asked.pair
    return {
        "attention": (text, pair) if text.strip() else (ATTENTION_EXAMPLES[language][0], ""),
        "masked_words": (text,) if has_blank(text) else (MASKED_EXAMPLES[language][0],),
        "next_sentence": (text, pair) if text.strip() and pair.strip() else PAIR_EXAMPLES[language][0],
    }
