"""Whatever stands in an address, its page is drawn: what cannot be shown is told."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from bad_inputs import BAD_INPUTS, NUMBERS, TEXTS
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bertviz_core.ui.page_rate import page_rate

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")
PAGES = (
    "attention",
    "masked_words",
    "next_sentence",
    "words",
    "inside",
    "pretraining",
    "fine_tuning",
    "about",
)
VIEWS = [
    (page, view, of.parameters)
    for page in PAGES
    for view, of in import_module(f"bertviz_core.ui.{page}.views").VIEWS.items()
]
SHARED = ("lang", "model", "text", "pair", "layer", "head", "view", "run", "runs", "sentence")
# What a browser puts into an address has no halves of pairs.
VALUES = (TEXTS | NUMBERS.map(str)).map(lambda text: text.encode("utf-8", "replace").decode()[:2_500])


@pytest.fixture(autouse=True)
def often() -> None:
    page_rate.clear()


@pytest.mark.parametrize(
    ("page", "view", "parameters"), VIEWS, ids=[f"{page}-{view}" for page, view, _ in VIEWS]
)
def test_a_view_with_any_parameters(
    page: str, view: str, parameters: tuple[str, ...], data_folder: object
) -> None:
    names = st.sampled_from([*parameters * 3, *SHARED])

    @BAD_INPUTS
    @given(values=st.dictionaries(names, VALUES, min_size=1, max_size=3))
    def visit(values: dict[str, str]) -> None:
        page_rate.clear()
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params.update({"lang": "en", "view": view} | values)
        app.switch_page(f"{page}.py").run()
        assert not app.exception, values

    visit()
