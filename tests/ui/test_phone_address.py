"""The address that phones reach, and the code of it that they read."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import streamlit as st

from bertviz_core.ui import phone_address
from bertviz_core.ui.phone_address import MOST_CODED, code_svg, reachable

VIEW = "http://localhost:8501/attention?text=Hola&lang=es"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(phone_address, "get_internal_ip", lambda: "192.168.1.20")
    monkeypatch.setattr(phone_address, "_IN_CONTAINER", tmp_path / "none")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "app.localhost"])
def test_this_machine_is_named_as_its_network_knows_it(host: str) -> None:
    assert reachable(VIEW.replace("localhost", host)) == VIEW.replace("localhost", "192.168.1.20")


@pytest.mark.parametrize("address", ["https://bert.example.org/words?set=a", "http://10.0.0.5:8501/words"])
def test_an_address_that_others_reach_stays(address: str) -> None:
    assert reachable(address) == address


def test_an_installation_may_say_its_address(settings: Callable[..., None]) -> None:
    settings(public_address="https://bert.example.org/lab/")
    assert reachable(VIEW) == "https://bert.example.org/lab/attention?text=Hola&lang=es"


@pytest.mark.parametrize("found", [None, "127.0.0.1"])
def test_without_a_network_nobody_reaches_it(monkeypatch: pytest.MonkeyPatch, found: str | None) -> None:
    monkeypatch.setattr(phone_address, "get_internal_ip", lambda: found)
    assert reachable(VIEW) is None


def test_a_server_for_this_machine_alone_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "get_option", {"server.address": "127.0.0.1"}.get)
    assert reachable(VIEW) is None


def test_a_visitor_from_elsewhere_learns_no_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "context", SimpleNamespace(ip_address="203.0.113.9"))
    assert reachable(VIEW) is None


def test_the_network_of_a_container_is_none_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(phone_address, "_IN_CONTAINER", tmp_path)
    assert reachable(VIEW) is None


def test_a_code_is_square_and_black_on_white() -> None:
    code = code_svg(VIEW)
    assert code is not None
    (width, height), *_ = re.findall(r'viewBox="0 0 (\d+) (\d+)"', code)
    assert width == height
    assert 'fill="#fff"' in code and 'stroke="#000"' in code and "<script" not in code


def test_too_long_an_address_has_none() -> None:
    assert code_svg("http://10.0.0.5/?text=" + "a" * MOST_CODED) is None
