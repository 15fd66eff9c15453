"""Every visible sentence has a translation with the same fields, and none escapes the catalogues."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from bertviz_core.locales import LANGUAGES, catalogue, closest_language, fill, translate
from bertviz_core.locales.messages import source_messages
from bertviz_core.written_numbers import number_style

ROOT = Path(__file__).parents[2]
MESSAGES = source_messages(ROOT)
DRAWING = [*(ROOT / "pages").glob("*.py"), *(ROOT / "bertviz_core" / "ui").glob("*.py")]

# Streamlit calls whose first argument is read by people, and arguments that are read in any call.
SHOWING = set(
    "title header subheader markdown caption text write info warning error success button text_input "
    "text_area selectbox pills segmented_control slider number_input toggle checkbox radio multiselect "
    "expander popover download_button link_button metric tabs spinner status toast".split()
)
READ_ARGUMENTS = {"label", "help", "placeholder", "title", "page_title", "alt", "body", "axis_title"}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def visible_literals(source: str) -> list[str]:
    """List the texts of a module that are shown as they stand, without going through `_()`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        shown = [*node.args[:1]] if name in SHOWING else []
        shown += [keyword.value for keyword in node.keywords if keyword.arg in READ_ARGUMENTS]
        found += [text for value in shown for text in bare_texts(value)]
    return found


def bare_texts(value: ast.expr) -> list[str]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value] if any(c.isalpha() for c in value.value) else []
    if isinstance(value, ast.JoinedStr):
        return [text for part in value.values for text in bare_texts(part)]
    if isinstance(value, ast.BinOp):
        return bare_texts(value.left) + bare_texts(value.right)
    return []


def test_messages_are_found_in_pages_and_in_errors() -> None:
    assert "pages/attention.py" in MESSAGES["Sentence"]
    assert any(file.startswith("bertviz_core/analysis/") for files in MESSAGES.values() for file in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    assert [message for message in MESSAGES if message not in catalogue(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_left_over(language: str) -> None:
    assert sorted(set(catalogue(language)) - set(MESSAGES)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_fields(language: str) -> None:
    changed = {m: t for m, t in catalogue(language).items() if fields(m) != fields(t)}
    assert changed == {}


FORMS = re.compile(r"\{(\w+):([^}|]*)\|([^}]*)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_with_a_number_has_two_forms(language: str) -> None:
    for message, text in catalogue(language).items():
        values = dict.fromkeys(fields(text), "1")
        one, more = (fill(text, dict.fromkeys(values, number)) for number in ("1", "2"))
        assert "|" not in FORMS.sub("", one) or "|" in message
        for form in FORMS.finditer(text):
            assert form[2] in one and form[3] in more


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en", "1 column was found", "3 columns were found"),
        ("es", "Se encontró 1 columna y", "Se encontraron 3 columnas y"),
        ("pt", "Foi encontrada 1 coluna e", "Foram encontradas 3 colunas e"),
    ],
)
def test_one_is_not_many(language: str, one: str, more: str) -> None:
    (message,) = (message for message in MESSAGES if message.startswith("{count} columns were found"))
    text = translate(message, language)
    assert fill(text, {"count": 1, "wanted": 2}).startswith(one)
    assert fill(text, {"count": "3", "wanted": 2}).startswith(more)


def test_percent_is_written_as_numbers_are() -> None:
    """A share in a message is filled in without its sign, which the message has."""
    for language in LANGUAGES:
        sign = number_style(language).percent_sign
        texts = catalogue(language).values()
        signs = {found.group() for text in texts for found in re.finditer(r"(?<=[\d}])\s?%", text)}
        assert signs == {sign}


def test_spanish_and_portuguese_are_not_english() -> None:
    for language in ("es", "pt"):
        same = [message for message, text in catalogue(language).items() if message == text]
        assert set(same) <= {
            "1 One-hot",
            "Error:",
            "LSTM",
            "Causal",
            "Classes",
            "Classes: {labels}.",
            "Embeddings",
            "Link",
            "Macro-F1",
            "Pooler",
            "Post-LayerNorm: BERT",
            "Pre-LayerNorm: GPT-2",
            "Tokens",
            "spam",
            "“{token}” ({position})",
            "“{word}” ({layers})",
            "“{word}”: {probability}",
        }


@pytest.mark.parametrize("file", DRAWING, ids=lambda path: path.name)
def test_no_visible_text_escapes_the_catalogues(file: Path) -> None:
    assert visible_literals(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        'st.button("Go")',
        'place.caption(f"{n} words")',
        'st.selectbox(_("Ok"), [], help="Choose")',
        'st.text("a" + b)',
    ],
)
def test_an_escaped_text_is_seen(line: str) -> None:
    assert visible_literals(line)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("es-MX", "es"),
        ("pt_BR", "pt"),
        ("PT", "pt"),
        ("en-GB", "en"),
        ("fr-FR", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browser_names_the_language(locale: str | None, language: str) -> None:
    assert closest_language(locale) == language


def test_an_unknown_message_stays_english() -> None:
    assert translate("Not in any catalogue", "es") == "Not in any catalogue"
