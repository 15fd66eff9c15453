"""Maps and lines show the numbers of the result, whatever the tokens look like."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from bertviz_core.charts.attention.flow import WIDTHS, RolloutWords, flow_lines, passing, rollout_maps
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.engine import BertEngine

STYLE = ChartStyle(
    ink="#111111", background="#ffffff", sequential=("#f7fbff", "#85bcdc", "#0a4a90", "#08306b")
)
WORDS = RolloutWords(rollout="rollout", attention="alone", layer="Layer", input="Input", share="Share")
TEXT = "the cat sat on the mat"


@pytest.mark.parametrize("direction", ["from", "to"])
def test_the_maps_hold_the_shares_and_colour_their_roots(
    tiny: Callable[..., BertEngine], direction: str
) -> None:
    flow = tiny("bert").attention_rollout(TEXT).of_token(3, direction=direction)
    upper, lower = rollout_maps(flow, STYLE, WORDS).data
    for drawn, shares in ((upper, flow.rollout), (lower, flow.attention)):
        np.testing.assert_array_equal(drawn.customdata, shares)
        np.testing.assert_allclose(np.square(drawn.z), shares, atol=1e-6)


def test_equal_tokens_keep_their_own_columns(tiny: Callable[..., BertEngine]) -> None:
    flow = tiny("bert").attention_rollout(TEXT).of_token(3)
    n = len(flow.encoding)
    lines, maps = flow_lines(flow, STYLE, WORDS), rollout_maps(flow, STYLE, WORDS)
    assert lines.layout.xaxis.tickvals == tuple(range(n))
    assert len(set(lines.layout.xaxis.ticktext)) == n
    for drawn in maps.data:
        assert drawn.z.shape == (3, n)
        assert list(drawn.x) == [str(place) for place in range(n)] == list(maps.layout.xaxis.labelalias)
    assert len(set(maps.layout.xaxis.labelalias.values())) == n


def test_markup_in_a_token_is_text(tiny: Callable[..., BertEngine]) -> None:
    flow = tiny("roberta").attention_rollout("<b>x</b>").of_token(1)
    assert any("<" in label for label in flow.encoding.labels)
    maps, lines = rollout_maps(flow, STYLE, WORDS).layout.xaxis, flow_lines(flow, STYLE, WORDS).layout.xaxis
    for names in (maps.labelalias.values(), lines.ticktext):
        assert "&lt;" in "".join(names)
        assert not any("<" in name for name in names)
    labels = {label for row in rollout_maps(flow, STYLE, WORDS).data[0].text for label in row}
    assert not any("<" in label for label in labels)


def test_the_lines_are_the_steps_that_can_be_seen(tiny: Callable[..., BertEngine]) -> None:
    flow = tiny("bert").attention_rollout(TEXT).of_token(3)
    *groups, _nodes = flow_lines(flow, STYLE, WORDS).data
    drawn = {(group.y[i], group.x[i + 1], group.x[i]) for group in groups for i in range(0, len(group.x), 3)}
    expected = {tuple(map(float, step)) for step in np.argwhere(flow.steps >= np.float32(WIDTHS[0]))}
    assert drawn == expected
    assert 0 < len(drawn) < flow.steps.size


def test_stronger_steps_have_wider_lines(tiny: Callable[..., BertEngine]) -> None:
    flow = tiny("bert").attention_rollout(TEXT).of_token(3)
    *groups, _nodes = flow_lines(flow, STYLE, WORDS).data
    widths = [group.line.width for group in groups]
    assert widths == sorted(set(widths))
    strengths = [
        [flow.steps[int(g.y[i]), int(g.x[i + 1]), int(g.x[i])] for i in range(0, len(g.x), 3)] for g in groups
    ]
    filled = [strength for strength in strengths if strength]
    assert len(filled) > 1
    assert all(max(weak) < min(strong) for weak, strong in pairwise(filled))


def test_dots_say_what_passes_and_begin_or_end_at_the_token(tiny: Callable[..., BertEngine]) -> None:
    rollout = tiny("bert").attention_rollout(TEXT)
    into, out_of = passing(rollout.of_token(3)), passing(rollout.of_token(3, direction="to"))
    np.testing.assert_allclose(into.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(into[0], rollout.weights[-1, 3], atol=1e-5)
    assert into[-1].argmax() == 3
    assert into[-1].max() == pytest.approx(1, abs=1e-5)
    np.testing.assert_allclose(out_of[1:], rollout.weights[:, :, 3], atol=1e-5)
    # Before the first layer the whole token is in its own place only.
    assert np.flatnonzero(out_of[0]).tolist() == [3]


def test_long_inputs_leave_it_to_the_browser_which_tokens_are_named(mini: BertEngine) -> None:
    flow = mini.attention_rollout("una palabra y otra " * 200).of_token(5)
    figure = rollout_maps(flow, STYLE, WORDS)
    assert figure.layout.xaxis.type == "category"
    assert len(figure.layout.xaxis.labelalias) == 512
    assert figure.layout.xaxis.tickvals is None
    assert figure.data[0].z.shape == (12, 512)
    assert figure.layout.coloraxis.cmax < 1
    assert max(figure.layout.coloraxis.colorbar.tickvals) <= figure.layout.coloraxis.cmax
