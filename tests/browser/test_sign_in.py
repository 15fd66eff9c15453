"""People sign in with a provider of identities, and may what their role allows."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from identity_provider import CLIENT, IdentityProvider, identity_provider
from page_actions import settle
from playwright.sync_api import BrowserContext, Page, expect

from benchmarks.app_under_test import RunningApp, running_app

pytestmark = pytest.mark.browser


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with identity_provider(free_port()) as serving:
        yield serving


@pytest.fixture
def app_of_a_school(provider: IdentityProvider, tmp_path: Path) -> Iterator[RunningApp]:
    """Serve the app for people who sign in."""
    port = free_port()
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(
        f"""[auth]
        redirect_uri = "http://127.0.0.1:{port}/oauth2callback"
        cookie_secret = "long enough to sign with it, and of this test"
        client_id = "{CLIENT}"
        client_secret = "of this test"
        server_metadata_url = "{provider.address}/.well-known/openid-configuration"
        """
    )
    wanted = {
        "BERTSCOPE_SIGN_IN": "required",
        "BERTSCOPE_AUTHORS": '["@school.example"]',
        "BERTSCOPE_DATA_FOLDER": str(tmp_path / "data"),
        "STREAMLIT_SECRETS_FILES": str(secrets),
    }
    with running_app(wanted, port=port) as app:
        app.wait_until_ready()
        yield app


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    settle(page)
    return page


def sign_in(page: Page, address: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    opened(page, address)


def test_only_known_people_enter_and_only_authors_let_models_learn(
    provider: IdentityProvider, app_of_a_school: RunningApp, new_visitor: Callable[..., BrowserContext]
) -> None:
    address = f"{app_of_a_school.url}/fine_tuning?view=learn"
    page = opened(new_visitor().new_page(), address)
    expect(page.get_by_text("This installation is for people it knows.")).to_be_visible()
    assert page.get_by_role("textbox").count() == 0
    assert page.get_by_test_id("stSidebarNavLink").count() == 0
    assert page.request.post(f"{app_of_a_school.url}/api/v1/tokens", data={"text": "a"}).status == 404

    ana = {"sub": "1", "name": "<b>Ana</b>", "email": "ana@school.example"}
    provider.claims = ana | {"email_verified": False}
    sign_in(page, address)
    expect(page.get_by_text("<b>Ana</b>")).to_be_visible()
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_text("has not named you among those who let models learn here")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("This installation is for people it knows.")).to_be_visible()

    provider.claims = ana | {"email_verified": True}
    sign_in(page, address)
    page.get_by_role("button", name="Learn", exact=True).click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
