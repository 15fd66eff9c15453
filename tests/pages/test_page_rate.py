"""Who asks for more pages than there is time for is told, and nothing is drawn; it goes on by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui.page_rate import page_rate


@pytest.fixture
def rate(settings: Callable[..., None]) -> Iterator[None]:
    settings(page_runs_a_minute="2")
    page_rate.clear()
    yield
    page_rate.clear()


def test_the_third_page_of_a_minute_waits(rate: None, open_page: Callable[..., AppTest]) -> None:
    visit = open_page("home")
    assert not visit.run().warning
    assert visit.selectbox
    visit.run()
    assert "goes on by itself in" in visit.warning[0].value
    assert not visit.exception and not visit.selectbox
    assert not open_page("home").warning  # another browser
