"""The line view draws the weights it is given, for any number of tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bare_component import open_bare, place, places, show
from numpy.typing import NDArray
from page_actions import picture
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
NAMES = ["[CLS]", "Saqué", "dinero", "del", "[SEP]"]
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def page(module_page: Page) -> Page:
    return module_page


def random_weights(rows: int, columns: int) -> NDArray[np.float32]:
    weights = np.random.default_rng(rows).random((rows, columns)) ** 4
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def draw(page: Page, **options: Any) -> Any:
    """Draw and return the layout, and the texts and lines that reached the canvas."""
    return page.evaluate("options => component.draw(options)", options)


def written(drawn: Any) -> list[str]:
    return [text["text"] for text in drawn["texts"]]


def middle(layout: dict[str, float], index: int) -> float:
    return layout["top"] + (index + 0.5) * layout["rowHeight"]


@pytest.mark.parametrize(("locale", "mark"), [("en", "."), ("es", ","), ("pt", ",")])
def test_a_token_that_looks_shows_its_row_with_numbers(page: Page, locale: str, mark: str) -> None:
    weights = random_weights(5, 5)
    show(page, weights, places(NAMES), places(NAMES), data={"locale": locale})
    drawn = draw(page, cell={"query": 2, "key": None})
    layout = drawn["layout"]
    numbers = [text for text in drawn["texts"] if mark in text["text"]]
    assert [text["text"] for text in numbers] == [f"{w:.4f}".replace(".", mark) for w in weights[2]]
    assert all(text["x"] > layout["right"] for text in numbers)
    assert [text["y"] for text in numbers] == [pytest.approx(middle(layout, i) + 0.5) for i in range(5)]
    assert {line["from"][1] for line in drawn["lines"]} == {middle(layout, 2)}
    assert {line["to"][1] for line in drawn["lines"]} == {middle(layout, i) for i in range(5)}


def test_a_token_looked_at_shows_its_column_with_numbers(page: Page) -> None:
    weights = random_weights(5, 5)
    show(page, weights, places(NAMES), places(NAMES))
    drawn = draw(page, cell={"query": None, "key": 1})
    numbers = [text for text in drawn["texts"] if "." in text["text"]]
    assert [text["text"] for text in numbers] == [f"{w:.4f}" for w in weights[:, 1]]
    assert all(text["x"] < drawn["layout"]["left"] for text in numbers)
    assert {line["to"][1] for line in drawn["lines"]} == {middle(drawn["layout"], 1)}
    assert len(drawn["lines"]) == 5


def test_a_pair_pointed_at_shows_its_line_only(page: Page) -> None:
    weights = random_weights(5, 5)
    show(page, weights, places(NAMES), places(NAMES))
    drawn = draw(page, cell={"query": 3, "key": 1})
    (line,) = drawn["lines"]
    assert (line["from"][1], line["to"][1]) == (middle(drawn["layout"], 3), middle(drawn["layout"], 1))
    assert [text for text in written(drawn) if "." in text] == [f"{weights[3, 1]:.4f}"]


def test_lines_are_seen_where_weight_is(page: Page) -> None:
    weights = np.eye(5, dtype=np.float32)
    show(page, weights, places(NAMES), places(NAMES))

    def dark_rows() -> list[int]:
        ink = picture(page, "canvas")
        centre = ink[:, ink.shape[1] // 2 - 40 : ink.shape[1] // 2 + 40].mean(axis=1)
        return [i for i in range(5) if centre[round(middle(layout, i)) - 3 :][:6].min() < 0.6]

    layout = draw(page)["layout"]
    assert dark_rows() == [0, 1, 2, 3, 4]
    draw(page, cell={"query": 3, "key": None})
    assert dark_rows() == [3]


@pytest.mark.parametrize("scale", ["sqrt", "linear"])
def test_a_larger_weight_is_wider_denser_and_on_top(page: Page, scale: str) -> None:
    weights = np.array([[0.1, 0.6, 0.3]], dtype=np.float32)
    show(page, weights, places(["a"]), places(["x", "y", "z"]), settings={"scale": scale})
    lines = draw(page)["lines"]
    assert len(lines) == 3
    for measure in ("width", "opacity"):
        sizes = [line[measure] for line in lines]
        assert sizes == sorted(sizes) and len(set(sizes)) == 3
    expected = np.sort(weights[0] if scale == "linear" else np.sqrt(weights[0]))
    assert [line["opacity"] for line in lines] == pytest.approx(expected, abs=1e-3)


def test_lines_too_faint_to_be_seen_are_left_out_until_their_token_is_pointed_at(page: Page) -> None:
    weights = np.array([[0.9998, 0.0001, 0.0001]], dtype=np.float32)
    show(page, weights, places(["a"]), places(["x", "y", "z"]))
    assert len(draw(page)["lines"]) == 1
    lines = draw(page, cell={"query": 0, "key": None})["lines"]
    assert len(lines) == 3
    assert min(line["opacity"] for line in lines) > 0.05


def test_thirty_tokens_fit_and_more_scroll(page: Page) -> None:
    for count, fits in ((5, True), (30, True), (80, False)):
        labels = [f"w{i}" for i in range(count)]
        show(page, random_weights(count, count), places(labels), places(labels))
        layout = draw(page, height=480)["layout"]
        assert layout["rowHeight"] >= 13
        assert (layout["contentHeight"] <= 480) == fits
        assert layout["height"] == min(480, layout["contentHeight"])


def test_the_whole_length_of_a_model_scrolls_on_a_small_canvas(page: Page) -> None:
    labels = [f"w{i}" for i in range(512)]
    show(page, random_weights(512, 512), places(labels), places(labels))
    first = draw(page)
    assert page.locator("canvas").bounding_box()["height"] == 480  # type: ignore[index]
    assert "w0" in written(first) and "w511" not in written(first)
    assert "the 1,500 strongest lines" in written(first)
    assert len(first["lines"]) == 1500
    last = draw(page, scroll=first["layout"]["contentHeight"] - 480)
    assert "w511" in written(last) and "w0" not in written(last)
    shown = [text["y"] for text in last["texts"] if text["text"] == "w511"]
    assert shown and all(y < 480 for y in shown)
    assert len(draw(page, cell={"query": 511, "key": None})["lines"]) == 512


def test_the_strongest_lines_of_the_window_are_drawn(page: Page) -> None:
    weights = random_weights(200, 200)
    labels = [f"w{i}" for i in range(200)]
    show(page, weights, places(labels), places(labels))
    drawn = draw(page, scroll=500)
    layout = drawn["layout"]
    ends = middle(layout, np.arange(200)) - 500  # type: ignore[arg-type]
    above, below = ends < layout["top"] - layout["rowHeight"], ends > 480 + layout["rowHeight"]
    hidden = (above[:, None] & above) | (below[:, None] & below)
    bound = np.sort(weights[~hidden])[-1500]
    for line in drawn["lines"]:
        row, column = (
            round((line[end][1] + 500 - layout["top"]) / layout["rowHeight"] - 0.5) for end in ("from", "to")
        )
        assert weights[row, column] >= bound - 1e-3


def test_equal_weights_are_thinned_out_evenly(page: Page) -> None:
    labels = [f"w{i}" for i in range(512)]
    show(page, np.full((512, 512), 1 / 512, dtype=np.float32), places(labels), places(labels))
    lines = draw(page)["lines"]
    starts = [line["from"][1] for line in lines]
    assert len(lines) == 1500
    assert min(starts) < 40 and max(starts) > 480


def test_two_sentences_can_be_told_apart(page: Page) -> None:
    sides = [place("a", "0"), place("b", "1", sentence=1)]
    show(page, np.full((2, 2), 0.5, dtype=np.float32), sides, sides)
    drawn = draw(page)
    by_row = {line["from"][1]: line["colour"] for line in drawn["lines"]}
    assert len(set(by_row.values())) == 2


def test_dimmed_tokens_are_paler(page: Page) -> None:
    columns = [place("[CLS]", "0", dimmed=True, special=True), place("x", "1")]
    show(page, np.array([[0.5, 0.5]], dtype=np.float32), places(["a"]), columns)
    drawn = draw(page)
    opacity = {line["to"][1]: line["opacity"] for line in drawn["lines"]}
    assert opacity[middle(drawn["layout"], 0)] < 0.5 * opacity[middle(drawn["layout"], 1)]
    labels = {text["text"]: text["opacity"] for text in drawn["texts"]}
    assert labels["[CLS]"] < labels["x"]


def test_rows_and_columns_may_differ(page: Page) -> None:
    weights = random_weights(3, 6)
    show(page, weights, places(["a", "b", "c"]), places(list("uvwxyz")))
    drawn = draw(page, cell={"query": 2, "key": None})
    assert [text for text in written(drawn) if "." in text] == [f"{w:.4f}" for w in weights[2]]
    assert len(draw(page)["lines"]) <= 18


@pytest.mark.parametrize("scroll", [0, 300])
def test_a_point_names_the_token_under_it(page: Page, scroll: int) -> None:
    rows, columns = [f"r{i}" for i in range(50)], [f"c{i}" for i in range(40)]
    show(page, random_weights(50, 40), places(rows), places(columns))
    drawn = draw(page, scroll=scroll)
    layout = drawn["layout"]

    def under(x: float, y: float) -> Any:
        return page.evaluate("([x, y, scroll]) => component.placeAt(x, y, scroll)", [x, y, scroll])

    seen = 0
    for text in drawn["texts"]:
        if text["text"][0] in "rc" and layout["top"] < text["y"] < 480:
            index = int(text["text"][1:])
            assert under(text["x"] + 3, text["y"]) == {"query" if text["text"][0] == "r" else "key": index}
            seen += 1
    assert seen > 40
    assert under((layout["left"] + layout["right"]) / 2, 200) is None
    assert under(layout["left"] - 10, layout["top"] / 2) is None
    assert under(layout["right"] + 10, middle(layout, 45) - scroll) is None


def test_the_canvas_has_a_pixel_for_each_of_the_screen(chromium: Browser) -> None:
    page = chromium.new_page(device_scale_factor=2)
    open_bare(page)
    show(page, random_weights(5, 5), places(NAMES), places(NAMES))
    layout = draw(page)["layout"]
    size = page.evaluate(
        "[document.querySelector('canvas').width, document.querySelector('canvas').clientWidth]"
    )
    assert size == [2 * layout["width"], layout["width"]]
    page.close()


def test_a_narrow_screen_keeps_labels_and_lines_apart(page: Page) -> None:
    labels = ["electroencefalografista", *NAMES]
    show(page, random_weights(6, 6), places(labels), places(labels))
    layout = draw(page, width=358)["layout"]
    assert layout["width"] == 358
    assert layout["right"] - layout["left"] > 40


def test_hostile_labels_are_drawn_as_typed(page: Page) -> None:
    show(page, np.ones((1, 1), dtype=np.float32), places([HOSTILE[:9]]), places(["x"]))
    assert HOSTILE[:9] in written(draw(page))
