"""BertViz's model view as it comes: its HTML made in a process of its own, opened in a browser of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Error, Page, Route

from benchmarks.app_under_test import browser
from benchmarks.browser_watch import Shown, renderer_memory_mb
from bertviz_core.components import classic

VENDOR = Path(classic.__file__).parent / "vendor"
SCRIPTS = {"d3.min.js": "d3.min.js", "jquery.min.js": "jquery.min.js", "require.min.js": "require.js"}
MAKING_S = 45
DRAWING_S = 30

MAKE = """
import sys
from pathlib import Path
import numpy, torch
from bertviz import model_view
weights = torch.from_numpy(numpy.load(sys.argv[1]))
tokens = [f"token{i}" for i in range(weights.shape[-1])]
page = model_view(list(weights[:, None]), tokens, html_action="return").data
Path(sys.argv[2]).write_text(page, encoding="utf-8")
"""


def show_bertviz(weights: NDArray[np.float32], *, draw: bool = True) -> Shown:
    """Make the HTML of `(layers, heads, n, n)` weights and open it; each step has its time limit.

    Args:
        weights: Attention of a text.
        draw: Whether to open the HTML at all.
    """
    with tempfile.TemporaryDirectory() as folder:
        arrays, page = Path(folder) / "weights.npy", Path(folder) / "page.html"
        np.save(arrays, weights)
        try:
            command = [sys.executable, "-c", MAKE, str(arrays), str(page)]
            subprocess.run(command, check=True, timeout=MAKING_S, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return Shown(trouble=f"its HTML was not made within {MAKING_S} s")
        except subprocess.CalledProcessError:
            return Shown(trouble="making its HTML failed")
        if draw:
            return open_in_browser(page, lines=weights.size)
        return Shown(bytes=page.stat().st_size, trouble="not opened, a shorter text was not drawn in time")


def open_in_browser(html: Path, *, lines: int) -> Shown:
    """Open a file in a fresh browser until all its lines are painted."""
    size = html.stat().st_size
    with browser() as chromium:
        page = chromium.new_context(viewport={"width": 1280, "height": 720}).new_page()
        page.set_default_timeout(DRAWING_S * 1000)
        page.route(re.compile("^https:"), answer_from_here)
        try:
            page.goto(html.as_uri(), wait_until="commit")
            seconds = wait_for_lines(page, lines)
        except Error as error:
            cause = "its page crashed" if "crash" in str(error).lower() else f"not drawn within {DRAWING_S} s"
            return Shown(bytes=size, trouble=cause)
        return Shown(bytes=size, seconds=seconds, browser_mb=renderer_memory_mb(chromium))


def wait_for_lines(page: Page, lines: int) -> float:
    """Return the seconds from the page's start to its last line painted.

    All waiting has the page's time limit: a page that paints millions of lines answers nothing meanwhile.
    """
    page.wait_for_function(
        "(lines) => document.getElementsByTagName('line').length >= lines", arg=lines, polling=50
    )
    painted = page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame("
        "() => done(performance.now() / 1000))))"
    )
    seconds: float = painted.json_value()
    return seconds


def answer_from_here(route: Route) -> None:
    """Give BertViz the scripts that it asks other servers for."""
    name = route.request.url.rsplit("/", 1)[-1]
    if name in SCRIPTS:
        route.fulfill(path=VENDOR / SCRIPTS[name], content_type="text/javascript")
    else:
        route.abort()
