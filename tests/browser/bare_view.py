"""The attention view as the app sends it, on a page with nothing else in it and no server behind it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import urlencode

from bare_component import ADDRESS
from page_actions import drawn
from payload_reader import attention_payloads
from playwright.sync_api import Page, Route
from streamlit.testing.v1 import AppTest

from bertviz_core.components.attention import PAGE_PARTS

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")
SCRIPT = f"const PAGE_PARTS = {json.dumps(PAGE_PARTS)};\n{PAGE_PARTS['js']}"
WIDTH = 912  # pixels that the app gives to the view in a window of 1280
# The view stands where it does in the app: beside a sidebar, under the fields of the sentences.
DOCUMENT = f"""<!doctype html>
<style>
html {{ --st-font: sans-serif; --st-code-font: monospace;
  --st-background-color: #fff; --st-text-color: #17212b; --st-border-color: #d5dde5 }}
body {{ margin: 180px 32px 0 auto; width: min({WIDTH}px, 100% - 32px) }}
</style>
<body></body>"""
SETUP = """
import mount from "/view.js";
const bytes = (letters) => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
let root, dispose;
window.asked = [];
window.receive = (letters) => {
  const setTriggerValue = (...what) => window.asked.push(what);
  dispose = mount({ data: bytes(letters), parentElement: root, setTriggerValue });
};
window.openView = (letters) => {
  dispose?.();
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  root = host.attachShadow({ mode: "open" });
  root.innerHTML = PARTS;
  window.receive(letters);
};
"""


def serve_view(page: Page) -> None:
    """Answer what a page asks for with the view's script, and with an empty page."""
    parts = json.dumps(f"<style>{PAGE_PARTS['css']}</style>{PAGE_PARTS['html']}")

    def answer(route: Route) -> None:
        if route.request.url == f"{ADDRESS}view.js":
            route.fulfill(body=SCRIPT, content_type="text/javascript")
        elif route.request.url == f"{ADDRESS}setup.js":
            route.fulfill(body=f"const PARTS = {parts};{SETUP}", content_type="text/javascript")
        else:
            tag = '<script type="module" src="/setup.js"></script>'
            route.fulfill(body=DOCUMENT.replace("</body>", f"{tag}</body>"), content_type="text/html")

    page.route(f"{ADDRESS}**", answer)


def sent_payload(address: dict[str, str]) -> bytes:
    """Return what the app sends to the view when an address is opened."""
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "en"} | address)
    app.switch_page("attention.py").run()
    assert not app.exception
    (payload,) = attention_payloads(app)
    return payload


def open_view(page: Page, text: str | None, **address: str) -> None:
    """Open the view of a text, or of the example, at an address; nothing is kept of what was there before."""
    parameters = address if text is None else {"text": text} | address
    payload = sent_payload(parameters)
    page.goto(f"{ADDRESS}?{urlencode(parameters)}")
    _hand_over(page, "openView", payload)


def open_again(page: Page, text: str, **address: str) -> None:
    """Take the view away and open one in the same tab, as the app does after a page without one."""
    _hand_over(page, "openView", sent_payload({"text": text} | address))


def receive(page: Page, text: str, **address: str) -> None:
    """Send another text, or another layer of a long one, to the view that is open."""
    _hand_over(page, "receive", sent_payload({"text": text} | address))


def _hand_over(page: Page, name: str, payload: bytes) -> None:
    page.evaluate("([name, letters]) => window[name](letters)", [name, base64.b64encode(payload).decode()])
    drawn(page)
