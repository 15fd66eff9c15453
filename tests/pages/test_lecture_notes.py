"""The lecture notes, in each language: every address opens what it says, every number is the app's."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.locales import catalogue
from bertviz_core.samples import sets
from bertviz_core.written_numbers import number_style

ROOT = Path(__file__).parents[2]
FILES = {"en": "lecture-notes.md", "es": "lecture-notes.es.md", "pt": "lecture-notes.pt.md"}
NOTES = {code: (ROOT / "docs" / file).read_text(encoding="utf-8") for code, file in FILES.items()}
SENTENCE = "Saqué dinero del banco y me senté en un banco"
BREAD, BAKERY = "Voy a comprar pan.", "La panadería abre a las ocho."
KEY = "He opened the [MASK] with a key"


def addresses(language: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"<http://localhost:8501(/\S+)>", NOTES[language])))


def section(language: str, number: str) -> str:
    """Return the text under a heading, on one line."""
    (found,) = re.findall(
        rf"^### {re.escape(number)} .*?(?=^##|\Z)", NOTES[language], re.MULTILINE | re.DOTALL
    )
    return " ".join(found.split(" ")).replace("\n", " ")


@pytest.fixture(params=FILES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_all_languages_have_the_same_steps_and_addresses() -> None:
    headings = [re.findall(r"^###? ([\d.]+)", NOTES[code], re.MULTILINE) for code in FILES]
    assert headings[0] == headings[1] == headings[2] and len(headings[0]) >= 17
    for code in FILES:
        assert [address.replace(f"lang={code}", "lang=en") for address in addresses(code)] == addresses("en")


def test_there_are_addresses_for_every_lecture() -> None:
    assert len(addresses("en")) >= 12
    assert {urlsplit(address).path for address in addresses("en")} == {
        "/attention",
        "/masked_words",
        "/next_sentence",
        "/words",
        "/pretraining",
        "/fine_tuning",
    }


@pytest.mark.parametrize("address", [address for code in ("en", "es") for address in addresses(code)])
def test_an_address_opens_its_view(address: str) -> None:
    page, asked = urlsplit(address).path, dict(parse_qsl(urlsplit(address).query))
    app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=200)
    app.query_params.update(asked)
    app.switch_page(f"{page[1:]}.py").run()
    assert not app.exception and not app.error and not app.warning
    assert app.segmented_control(key=f"{page[1:]}_view_choice").value == asked["view"]
    fields = [field.value for field in app.text_input]
    assert {asked[name] for name in ("text", "first", "second") if name in asked} <= set(fields)


def test_the_numbers_are_those_of_the_app(language: str, mini: BertEngine) -> None:
    written = number_style(language).probability
    for number, values in numbers(mini).items():
        text = section(language, number)
        assert [value for value in map(written, values) if value not in text] == [], number


@cache
def numbers(mini: BertEngine) -> dict[str, tuple[float, ...]]:
    """Compute the probabilities that each step names."""
    hidden = "Saqué dinero del [MASK]"
    whole = mini.fill_mask(hidden, candidates=["banco"]).masks[0].candidates[0]
    without = mini.without_heads([(10, 2)]).fill_mask(hidden, candidates=["banco"]).masks[0].candidates[0]
    ways = mini.fill_mask_by_direction(KEY, blank=0)
    pairs = (
        (BREAD, BAKERY),
        (BAKERY, BREAD),
        (BREAD, "Los pingüinos viven en el hielo."),
        ("She went to the market.", "He bought a car in Germany."),
    )
    return {
        "1.5": (whole.probability, without.probability),
        "2.3": (ways.left.predictions[0].probability, ways.both.predictions[0].probability),
        "2.6": tuple(mini.next_sentence(*pair).is_next for pair in pairs),
    }


def test_the_words_are_those_of_the_app(language: str, mini: BertEngine) -> None:
    tokens = list(mini.encode(SENTENCE).tokens)
    assert tokens[1:3] == ["Sa", "##qué"] and "`Sa ##qué`" in section(language, "1.1")
    for place in (place for place, token in enumerate(tokens) if token == "banco"):
        assert re.search(rf"\b{place}\b", section(language, "1.1"))
    first = mini.fill_mask("Voy a guardar el queso en el [MASK]", top_k=3).masks[0].predictions
    assert all(f"*{word.token}*" in section(language, "2.2") for word in first)
    ways = mini.fill_mask_by_direction(KEY, blank=0)
    assert (ways.left.predictions[0].token, ways.joined.predictions[0].token) == ("door", "key")
    assert "door" not in {word.token for word in ways.right.predictions}
    ranks = mini.answer_by_layer(KEY).ranks[:, 0].tolist()
    since = len(ranks) - next(back for back, rank in enumerate(reversed(ranks)) if rank != 1)
    assert all(re.search(rf"\b{layer}\b", section(language, "2.4")) for layer in (since - 1, since))


def test_the_messages_are_counted(language: str) -> None:
    assert str(len(sets.spam_messages()) + len(sets.more_spam_messages())) in section(language, "3.1")


def test_views_are_named_as_the_app_names_them(language: str) -> None:
    words = catalogue(language)
    for number, names in {
        "1.5": ("Which single head matters most?", "Explore"),
        "2.5": ("Which layer?", "Play"),
        "3.3": ("Learn",),
        "3.4": ("Results", "Ask it", "Before and after", "Save…"),
    }.items():
        for name in names:
            assert f"*{words[name]}*" in section(language, number).replace("\n", " "), name
