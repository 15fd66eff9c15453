"""Three lines of a notebook show a head, without Streamlit."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bertviz_core
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

SETTINGS = Path(__file__).parent.parent / ".streamlit" / "config.toml"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_head_is_drawn_in_the_colours_of_the_app(mini: BertEngine, theme: str) -> None:
    maps = mini.attention("Saqué dinero del banco")
    figure = bertviz_core.show_head(maps, layer=3, head=5, theme=theme)
    np.testing.assert_array_equal(figure.data[0].customdata, maps.weights[3, 5])
    colours = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["theme"][theme]
    assert figure.layout.paper_bgcolor == colours["backgroundColor"]
    assert figure.layout.font.color == colours["textColor"]
    assert "mini: layer 3, head 5 (counted from 0)" in figure.to_html(include_plotlyjs=False)


@pytest.mark.parametrize(("layer", "head"), [(12, 0), (0, 12), (-1, 0)])
def test_a_head_that_is_not_there_is_told(mini: BertEngine, layer: int, head: int) -> None:
    maps = mini.attention("Saqué dinero del banco")
    with pytest.raises(InputError, match="counted from 0 to 11"):
        bertviz_core.show_head(maps, layer=layer, head=head)


def test_an_unknown_theme_is_told(mini: BertEngine) -> None:
    with pytest.raises(InputError, match="light or dark"):
        bertviz_core.show_head(mini.attention("Hola"), 0, 0, theme="blue")
