"""Tabs of a class that are on their way to a lecturer, in the Node that Playwright brings."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bertviz_core.components import class_room

MODULES = Path(class_room.__file__).parent

BROWSER = """
import { Following } from "MODULES/following.js";
import { Leading } from "MODULES/leading.js";
import assert from "node:assert";

const state = { testScriptState: "notRunning", testConnectionState: "CONNECTED" };
const timers = [], said = [], asked = [];
Object.assign(globalThis, {
  document: { querySelector: () => ({ dataset: state }) },
  window: { location: null },
  setTimeout: (act) => timers.push(act),
  clearTimeout: () => {},
  setInterval: () => 0,
  clearInterval: () => {},
  fetch: async (url, { body }) => {
    said.push(JSON.parse(body).address);
    return { ok: true, headers: { get: () => "application/json" }, json: async () => ({}) };
  },
});
function at(address) {
  const url = new URL(address, "http://app/");
  window.location = { href: url.href, pathname: url.pathname, search: url.search };
}
function pass() {
  for (const act of timers.splice(0)) act();
}
at("attention?text=one");
const following = new Following((told) => asked.push(told.address), () => [{}, []]);
const told = (address, moved) => following.hear({ address, moved });
"""

LECTURER = """
const leading = new Leading("ABCDEF", "token", () => [{}, []], () => {}, [], () => following.isDue);
leading.act();
async function look() {
  await leading.look();
  await leading.look();
}
"""


def run(script: str) -> None:
    driver = pytest.importorskip("playwright._impl._driver")
    node = str(driver.compute_driver_executable()[0])
    written = (BROWSER + script).replace("MODULES", MODULES.as_posix())
    ended = subprocess.run(
        [node, "--input-type=module", "-e", written], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 0, ended.stderr


def test_a_lecturer_says_nothing_of_where_he_is_while_another_one_takes_him_elsewhere() -> None:
    run(
        LECTURER
        + """
await look();
assert.deepEqual(said, ["attention?text=one"]);
told("words?text=two", 7);
leading.follow("words?text=two");
leading.act(); // he clicks before his page has changed
await look();
assert.equal(said.length, 1); // what stands there would take the class back
at("words?text=two");
following.confirm(7);
await look();
assert.equal(said.length, 1);
at("words?text=three");
await look();
assert.equal(said.at(-1), "words?text=three");
"""
    )


def test_a_tab_asks_until_it_is_there_and_is_there_only_then() -> None:
    run(
        """
told("words?text=two", 7);
assert.ok(following.isDue && !following.isOnTheWay); // what is typed now, the move does not come
pass();
assert.ok(following.isOnTheWay); // what is typed now would go with the page
pass();
assert.deepEqual(asked, ["words?text=two", "words?text=two"]); // the first one was lost
told("inside?view=input", 9);
pass();
assert.equal(asked.at(-1), "inside?view=input");
following.confirm(7); // an answer from before
assert.ok(following.isDue);
following.confirm(9);
assert.ok(!following.isDue && !following.isOnTheWay);
"""
    )


def test_who_explores_alone_is_asked_for_nothing_and_goes_when_he_comes_back() -> None:
    run(
        """
following.explore();
told("words?text=two", 7);
pass();
assert.deepEqual(asked, []);
following.comeBack();
pass();
assert.deepEqual(asked, ["words?text=two"]);
"""
    )
