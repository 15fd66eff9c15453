"""What is saved from the attention view holds the numbers on screen, and nothing in it runs."""

from __future__ import annotations

import base64
import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest
from bare_component import place, places, show
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(2)>',
    "]]>&lt;\x00\x1b\ud800",
    'a"b,\nc',
]
NAMES = ["[CLS]", "Saqué", "dinero", "del", "[SEP]"]
DRAWN = {"svg", "g", "rect", "text", "tspan", "title", "line", "image", "defs", "linearGradient", "stop"}


@pytest.fixture
def page(module_page: Page) -> Page:
    return module_page


def random_weights(rows: int, columns: int) -> NDArray[np.float32]:
    weights = np.random.default_rng(rows).random((rows, columns)) ** 4
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def made(page: Page, module: str, function: str) -> str:
    """Call one of the component's functions on the view and return the text it makes."""
    call = "async ([module, name]) => (await import(`/${module}.js`))[name](component.view)"
    return page.evaluate(call, [module, function])


def parsed(page: Page, mode: str) -> ElementTree.Element:
    return ElementTree.fromstring(made(page, "svg", "mapSvg" if mode == "map" else "linesSvg"))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def png(page: Page) -> Image.Image:
    letters = page.evaluate(
        """async () => {
          const blob = await (await import("/picture.js")).viewPicture(component.view);
          const reader = new FileReader();
          await new Promise((done) => ((reader.onload = done), reader.readAsDataURL(blob)));
          return reader.result.split(",")[1];
        }"""
    )
    return Image.open(io.BytesIO(base64.b64decode(letters))).convert("RGBA")


def colour_of(value: str) -> NDArray[np.int_]:
    return np.array([int(part) for part in value.removeprefix("rgb(").removesuffix(")").split(",")])


def test_csv_holds_every_pair_of_a_matrix_with_merged_words(page: Page) -> None:
    weights = random_weights(2, 3)
    rows = [place("Saqué", "1–2"), place("dinero", "3")]
    show(page, weights, rows, places(["x", HOSTILE[3], "z"]))
    lines = list(csv.reader(io.StringIO(made(page, "exports", "matrixCsv"), newline="")))
    assert lines[0] == ["query_position", "query_token", "key_position", "key_token", "weight"]
    assert [line[:4] for line in lines[1:3]] == [
        ["1–2", "Saqué", "0", "x"],
        ["1–2", "Saqué", "1", HOSTILE[3]],
    ]
    assert [line[4] for line in lines[1:]] == [f"{w:.4f}" for w in weights.ravel()]


def test_json_holds_the_whole_state(page: Page) -> None:
    weights = random_weights(2, 2)
    show(
        page,
        weights,
        places(["a", "b"]),
        places(["x", "y"]),
        chosen=[3, 16],
        settings={"combine": "mean"},
        data={
            "pair": "Otra frase",
            "statistics": {"entropy": {"label": "Entropy", "values": list(range(24))}},
        },
    )
    state = json.loads(made(page, "exports", "stateJson"))
    assert (state["model"], state["text"], state["pair"]) == ("mini", "Saqué dinero", "Otra frase")
    assert (state["layer"], state["head"]) == (3, 5)
    assert state["heads"] == [{"layer": 1, "head": 4}, {"layer": 3, "head": 5}]
    assert state["settings"]["combine"] == "mean"
    assert [row["label"] for row in state["rows"]] == ["a", "b"]
    assert [column["number"] for column in state["columns"]] == ["0", "1"]
    assert np.abs(np.array(state["weights"]) - weights).max() <= 5.1e-5
    assert state["statistics"] == {"entropy": 2 * 6 + 4}


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (45, 4)])
def test_the_table_follows_the_matrix(page: Page, rows: int, columns: int) -> None:
    weights = random_weights(rows, columns)
    show(page, weights, places([f"r{i}" for i in range(rows)]), places([f"c{i}" for i in range(columns)]))
    cells = page.evaluate(
        """async () => {
          (await import("/exports.js")).fillTable(document.body, component.view);
          return Array.from(document.querySelectorAll("tbody tr"), (row) =>
            Array.from(row.cells, (cell) => cell.textContent));
        }"""
    )
    if rows <= 40:
        assert cells == [[f"r{r} {r}", *(f"{w:.4f}" for w in weights[r])] for r in range(rows)]
        return
    r, c = np.unravel_index(weights.argmax(), weights.shape)
    assert cells[0] == [f"r{r} {r}", f"c{c} {c}", f"{weights.max():.4f}"]
    assert len(cells) == min(200, rows * columns)


def test_a_map_as_svg_says_and_colours_every_weight(page: Page) -> None:
    weights = random_weights(3, 4)
    show(page, weights, places(["a", "b", "c"]), places(list("wxyz")), settings={"mode": "map"})
    root = parsed(page, "map")
    cells = [node for node in root.iter(f"{SVG}rect") if node.find(f"{SVG}title") is not None]
    said = [node.find(f"{SVG}title").text for node in cells]  # type: ignore[union-attr]
    pairs = [(r, c) for r in range(3) for c in range(4)]
    assert said == [f"{'abc'[r]} {r} → {'wxyz'[c]} {c}: {weights[r, c]:.4f}" for r, c in pairs]
    darkness = [-colour_of(node.get("fill", "")).sum() for node in cells]
    assert np.argsort(darkness, kind="stable")[-1] == weights.argmax()
    assert "Layer 3, head 5 · mini" in texts(root)
    assert "Saqué dinero" in texts(root)


@pytest.mark.parametrize("mode", ["map", "lines"])
def test_colours_that_end_at_the_largest_weight_say_so(page: Page, mode: str) -> None:
    weights = np.array([[0.02, 0.04], [0.01, 0.08]], dtype=np.float32)
    sides = places(["a", "b"])
    show(page, weights, sides, sides, settings={"mode": mode, "scale": "relative"})
    root = parsed(page, mode)
    assert {"0.08", "0.02"} <= set(texts(root))
    if mode == "map":
        cells = [node for node in root.iter(f"{SVG}rect") if node.find(f"{SVG}title") is not None]
        assert cells[3].get("fill") == "rgb(8, 48, 107)"  # the deep end of the scale
    else:
        group = next(node for node in root.iter(f"{SVG}g") if node.get("class") == "lines")
        assert [(line.get("stroke"), line.get("stroke-opacity")) for line in group][-1] == (
            "rgb(8, 48, 107)",
            "1",
        )


def test_changes_to_the_numbers_are_said_in_the_picture(page: Page) -> None:
    show(
        page,
        random_weights(2, 2),
        places(["a", "b"]),
        places(["a", "b"]),
        settings={"special": "hide", "renormalise": True},
    )
    said = " ".join(texts(parsed(page, "map")))
    assert "special tokens left out" in said and "rows made to add up to 1 again" in said


@pytest.mark.parametrize(("side", "vectors"), [(100, True), (101, False)])
def test_many_cells_become_one_image_under_labels(page: Page, side: int, vectors: bool) -> None:
    labels = [f"w{i}" for i in range(side)]
    show(page, random_weights(side, side), places(labels), places(labels), settings={"mode": "map"})
    root = parsed(page, "map")
    images = list(root.iter(f"{SVG}image"))
    assert (len(list(root.iter(f"{SVG}rect"))) > side * side) == vectors
    assert len(images) == (not vectors)
    assert texts(root).count("w99 99") == 2
    for image in images:
        kind, letters = image.get("href", "").split(",")
        assert kind == "data:image/png;base64"
        assert Image.open(io.BytesIO(base64.b64decode(letters))).size == (side, side)


def test_a_zoomed_map_is_saved_as_far_as_it_is_seen(page: Page) -> None:
    labels = [f"w{i}" for i in range(20)]
    weights = random_weights(20, 20)
    zoom = {"scale": 4, "x": 10, "y": 5}
    show(page, weights, places(labels), places(labels), settings={"mode": "map"}, zoom=zoom)
    said = [node.text for node in parsed(page, "map").iter(f"{SVG}title")]
    assert said == [f"w{r} {r} → w{c} {c}: {weights[r, c]:.4f}" for r in range(5, 10) for c in range(10, 15)]


def test_lines_as_svg_hold_every_visible_line(page: Page) -> None:
    weights = np.array([[0.7, 0.3, 0.0], [0.25, 0.25, 0.5]], dtype=np.float32)
    sides = [place("a", "0"), place("b", "1", sentence=1)]
    show(page, weights, sides, places(["x", "y", "z"]))
    root = parsed(page, "lines")
    group = next(node for node in root.iter(f"{SVG}g") if node.get("class") == "lines")
    opacity = sorted(float(line.get("stroke-opacity", "")) for line in group)
    assert opacity == pytest.approx(np.sqrt([0.25, 0.25, 0.3, 0.5, 0.7]), abs=1e-3)
    assert len({line.get("stroke") for line in group}) == 2
    assert {"a 0", "b 1", "x 0", "y 1", "z 2", "First sentence", "Second sentence"} <= set(texts(root))


def test_lines_of_a_pointed_token_are_saved_with_their_numbers(page: Page) -> None:
    weights = random_weights(4, 4)
    show(page, weights, places(list("abcd")), places(list("abcd")), cell={"query": 1, "key": None})
    root = parsed(page, "lines")
    group = next(node for node in root.iter(f"{SVG}g") if node.get("class") == "lines")
    assert len(group) == 4
    assert {f"{w:.4f}" for w in weights[1]} <= set(texts(root))


def test_lines_of_the_longest_text_have_every_token(page: Page) -> None:
    labels = [f"w{i}" for i in range(512)]
    show(page, random_weights(512, 512), places(labels), places(labels))
    root = parsed(page, "lines")
    assert texts(root).count("w511 511") == 2
    assert png(page).size[1] > 6000


@pytest.mark.parametrize("mode", ["map", "lines"])
def test_hostile_text_in_an_svg_is_text(page: Page, mode: str) -> None:
    sides = places(HOSTILE)
    show(page, random_weights(4, 4), sides, sides, data={"sentence": " ".join(HOSTILE), "model": HOSTILE[0]})
    text = made(page, "svg", "mapSvg" if mode == "map" else "linesSvg")
    root = ElementTree.fromstring(text)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= DRAWN
    assert not [name for node in root.iter() for name in node.attrib if name.startswith("on")]
    assert f"Layer 3, head 5 · {HOSTILE[0]}"[:20] in " ".join(texts(root))
    holder = page.context.new_page()
    holder.set_content(text)
    assert holder.locator("svg").count() == 1
    assert holder.locator("img, script, [onload], [onerror]").count() == 0
    holder.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["map", "lines"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 9), (9, 3), (120, 60)])
def test_a_picture_is_large_opaque_and_of_its_theme(
    page: Page, mode: str, theme: str, rows: int, columns: int
) -> None:
    ground = "#ffffff" if theme == "light" else "#0f151c"
    page.evaluate(
        "ground => document.documentElement.style.setProperty('--st-background-color', ground)", ground
    )
    labels = [places([f"w{i}" for i in range(count)]) for count in (rows, columns)]
    show(page, random_weights(rows, columns), *labels, settings={"mode": mode})
    image = np.asarray(png(page)).astype(int)
    assert image.shape[1] >= 1600
    assert image[..., 3].min() == 255
    assert (image[0, 0, :3].mean() > 128) == (theme == "light")
    inside = image[image.shape[0] // 4 : -image.shape[0] // 4, :, :3]
    assert np.abs(inside - image[0, 0, :3]).max() > 100


def test_a_picture_names_its_sentence_and_its_colours(page: Page) -> None:
    pictures = []
    for sentence in ("Mi hermana lee un libro", "Mi hermana lee un plato"):
        sides = places(NAMES)
        show(page, random_weights(5, 5), sides, sides, settings={"mode": "map"}, data={"sentence": sentence})
        pictures.append(np.asarray(png(page)).astype(int))
    first, second = pictures
    top, bottom = slice(0, len(first) // 5), slice(-len(first) // 5, None)
    assert np.abs(first[top] - second[top]).max() > 100
    assert (first[bottom] == second[bottom]).all()
    assert np.unique(first[bottom].reshape(-1, 4), axis=0).shape[0] > 100  # the colours


def test_nothing_is_saved_while_a_layer_is_on_its_way(page: Page) -> None:
    show(page, random_weights(2, 2), places(["a", "b"]), places(["a", "b"]))
    outcome: Any = page.evaluate(
        """async () => {
          const { fillDownloads } = await import("/downloads.js");
          const holder = document.createElement("div");
          let saved = 0;
          const { click } = HTMLAnchorElement.prototype;
          HTMLAnchorElement.prototype.click = () => saved++;
          const view = { ...component.view, find: () => holder };
          fillDownloads(view);
          const csv = holder.querySelector("button");
          await csv.onclick();
          const before = saved;
          view.matrix = { ...view.matrix, missing: [3] };
          await csv.onclick();
          HTMLAnchorElement.prototype.click = click;
          return [before, saved, holder.children.length];
        }"""
    )
    assert outcome == [1, 1, 5]
