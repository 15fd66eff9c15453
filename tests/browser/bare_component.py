"""A page with nothing in it but the modules of the attention component, and matrices made by hand."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, Route

from bertviz_core.components import attention

FOLDER = Path(attention.__file__).parent
ADDRESS = "http://localhost/"  # nobody listens: every request is answered below

WORDS = {
    "from": "From",
    "to": "To",
    "weight": "Weight",
    "title": "Layer {layer}, head {head}",
    "combined": {"mean": "Mean of {count} heads", "max": "Largest of {count} heads"},
    "saidWords": "whole words",
    "saidHidden": "special tokens left out",
    "saidRenormalised": "rows made to add up to 1 again",
    "firstSentence": "First sentence",
    "secondSentence": "Second sentence",
    "strongestLines": "the {count} strongest lines",
    "notInFile": "layer {layer} is not in this file",
    "csv": "CSV",
    "json": "JSON",
    "png": "PNG",
    "svg": "SVG",
    "html": "HTML",
}


def open_bare(page: Page) -> None:
    """Open an empty page that can import the component's modules."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if name.endswith(".js"):
            route.fulfill(body=(FOLDER / name).read_text(encoding="utf-8"), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><body></body>", content_type="text/html")

    page.route("**/*", answer)
    page.add_init_script(f"globalThis.PAGE_PARTS = {json.dumps(attention.PAGE_PARTS)};")
    page.goto(ADDRESS)
    page.add_script_tag(type="module", content=SETUP)
    page.wait_for_function("window.component")


def place(label: str, number: str, **facts: Any) -> dict[str, Any]:
    """Make a row or a column."""
    return {
        "label": label,
        "number": number,
        "special": False,
        "unknown": False,
        "sentence": 0,
        "dimmed": False,
    } | facts


def places(labels: list[str], **facts: Any) -> list[dict[str, Any]]:
    """Make rows or columns, numbered from 0."""
    return [place(label, str(i), **facts) for i, label in enumerate(labels)]


def show(
    page: Page,
    values: NDArray[np.float32],
    rows: list[dict[str, Any]],
    columns: list[dict[str, Any]],
    **changes: Any,
) -> None:
    """Make the view of a matrix; `changes` are fields of it, of its `settings` or `data`."""
    settings = {"mode": "lines", "combine": "one", "words": False, "special": "show", "scale": "sqrt"}
    data = {
        "locale": "en",
        "words": WORDS,
        "model": "mini",
        "text": "Saqué dinero",
        "pair": None,
        "sentence": "Saqué dinero",
        "tokens": [row["label"] for row in rows],
        "segments": [0] * len(rows),
        "layers": 4,
        "heads": 6,
    }
    letters = base64.b64encode(values.astype("<f4").tobytes()).decode()  # a list would take seconds
    spec = {
        "matrix": {"rows": rows, "columns": columns, "values": letters, "missing": []},
        "settings": settings | {"sentences": "all", "renormalise": False} | changes.pop("settings", {}),
        "data": data | changes.pop("data", {}),
        "layer": 2,
        "head": 4,
        "cell": None,
        "pinned": False,
        "chosen": [16],
    }
    page.evaluate("spec => component.show(spec)", spec | changes)


SETUP = """
import { linesLayout, drawLineView, placeAtPoint } from "./lines.js";
import { readTheme, scaledTo } from "./scale.js";
const component = {
  show(spec) {
    const { matrix, settings } = spec;
    const letters = atob(matrix.values);
    const values = new Float32Array(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer);
    const largest = values.reduce((most, value) => Math.max(most, value), 0);
    const theme = scaledTo(readTheme(document.documentElement, settings.scale), largest);
    const spot = { layer: spec.layer, head: spec.head };
    component.view = { ...spec, spot, chosen: new Set(spec.chosen), matrix: { ...matrix, values }, theme };
    document.body.replaceChildren(document.createElement("canvas"));
    document.body.style.margin = 0;
  },
  draw({ cell = null, scroll = 0, width = 760, height = 480, ratio } = {}) {
    const { matrix, theme, data } = component.view;
    const canvas = document.querySelector("canvas");
    const layout = linesLayout(canvas.getContext("2d"), matrix, theme, { width, height });
    component.layout = layout;
    component.texts = [];
    component.lines = [];
    drawLineView(canvas, matrix, theme, { layout, cell, scroll, data, ratio });
    return { layout, texts: component.texts, lines: component.lines };
  },
  placeAt: (x, y, scroll) => placeAtPoint(component.layout, component.view.matrix, x, y, scroll),
};
// What reaches the canvas, as it reaches it.
const pen = CanvasRenderingContext2D.prototype;
const { fillText, moveTo, lineTo, stroke } = pen;
pen.fillText = function (text, x, y) {
  component.texts?.push({ text, x, y, opacity: this.globalAlpha, colour: this.fillStyle });
  return fillText.apply(this, arguments);
};
pen.moveTo = function (x, y) {
  this.from = [x, y];
  return moveTo.apply(this, arguments);
};
pen.lineTo = function (x, y) {
  this.to = [x, y];
  return lineTo.apply(this, arguments);
};
pen.stroke = function () {
  const look = { width: this.lineWidth, opacity: this.globalAlpha, colour: this.strokeStyle };
  component.lines?.push({ from: this.from, to: this.to, ...look });
  return stroke.apply(this, arguments);
};
window.component = component;
"""
