"""What an address asks for and cannot be shown is told on all pages, with what is shown in its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui.text import literal

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")


def open_address(page: str, **parameters: str) -> AppTest:
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "en"} | parameters)
    app.switch_page(f"{page}.py").run()
    assert not app.exception
    return app


def told(app: AppTest) -> list[str]:
    return [caption.value for caption in app.caption if "The address asks for" in caption.value]


@pytest.mark.parametrize(
    ("page", "parameters", "asked", "shown"),
    [
        ("masked_words", {"view": "nonsense"}, "view=nonsense", "view=fill"),
        ("masked_words", {"model": "nobody/nothing"}, "model=nobody/nothing", "model=mini"),
        ("masked_words", {"lang": "xx"}, "lang=xx", "lang=en"),
        ("masked_words", {"top_k": "7"}, "top_k=7", "top_k=10"),
        ("masked_words", {"hidden": "99", "text": "el niño duerme"}, "hidden=99", "left out"),
        (
            "masked_words",
            {"view": "layers", "measure": "x", "text": "el ___ duerme"},
            "measure=x",
            "probability",
        ),
        ("masked_words", {"view": "layers", "blank": "9", "text": "el ___ duerme"}, "blank=9", "blank=1"),
        ("masked_words", {"view": "surprise", "within": "right"}, "within=right", "left out"),
        ("attention", {"layer": "99", "head": "1"}, "layer=99", "layer="),
        ("attention", {"view": "query_key", "layer": "99", "head": "1"}, "layer=99", "layer="),
        ("attention", {"view": "flow", "token": "999"}, "token=999", "token="),
        ("attention", {"mode": "cake"}, "mode=cake", "mode=map"),
        ("next_sentence", {"view": "x"}, "view=x", "view=pair"),
        ("words", {"view": "map", "layers": "77"}, "layers=77", "layers="),
        ("words", {"set": "nothing"}, "set=nothing", "set="),
        ("pretraining", {"strategy": "all"}, "strategy=all", "strategy=token"),
        ("history", {"show": "x"}, "show=x", "show=one_hot"),
        ("history", {"show": "learn", "epochs": "7"}, "epochs=7", "epochs=300"),
        ("history", {"view": "vectors", "vectors": "xx"}, "vectors=xx", "vectors=en"),
        ("history", {"view": "occurrences", "layer": "99"}, "layer=99", "layer=11"),
        ("fine_tuning", {"data": "x"}, "data=x", "data="),
        ("about", {"view": "x"}, "view=x", "view=cloze"),
    ],
)
def test_a_bad_value_is_named_with_what_is_shown_instead(
    page: str, parameters: dict[str, str], asked: str, shown: str
) -> None:
    app = open_address(page, **parameters)
    sentence = next(sentence for sentence in told(app) if literal(asked.partition("=")[2]) in sentence)
    assert asked.partition("=")[0] in sentence.replace("\\", "")
    assert shown in sentence.replace("\\", "")
    assert sentence in told(app.run())


@pytest.mark.parametrize(
    ("page", "parameters"),
    [
        ("masked_words", {"view": "layers", "measure": "rank", "text": "el ___ y el ___", "blank": "2"}),
        ("masked_words", {"top_k": "5", "hidden": "1", "text": "el niño duerme", "model": "mini"}),
        ("attention", {"view": "off", "off": "7.1,3.5", "text": "el niño duerme", "word": "1"}),
        ("attention", {"layer": "3", "head": "5", "mode": "lines"}),
        ("words", {"view": "map", "layers": "4"}),
        ("pretraining", {"strategy": "whole_word"}),
        ("home", {}),
    ],
)
def test_what_can_be_shown_is_shown_without_a_word(page: str, parameters: dict[str, str]) -> None:
    assert told(open_address(page, **parameters)) == []


def test_another_choice_ends_the_note() -> None:
    app = open_address("masked_words", top_k="7")
    assert told(app)
    app.button_group(key="top_k").set_value(20).run()
    assert told(app) == []
    assert told(app.button_group(key="masked_words_view_choice").set_value("layers").run()) == []


def test_values_of_visitors_are_shown_as_typed() -> None:
    (sentence,) = told(open_address("masked_words", view="<b>*x*</b>" * 40))
    assert "<b>" not in sentence.replace("\\<", "")
    assert len(sentence) < 400
