"""Who signed in, with a provider of identities that the installation names, and what that allows.

Streamlit does the signing in (`st.login`, OpenID Connect) and keeps it in a cookie of its own. Without
`BERTSCOPE_SIGN_IN` nobody is asked, and everybody may what an author may.
"""

from __future__ import annotations

from importlib.util import find_spec

import streamlit as st
from streamlit.auth_util import get_secrets_auth_section

from bertviz_core.errors import SettingError, SignInError
from bertviz_core.server.roles import Role, role_of
from bertviz_core.settings import get_settings
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal

LEAST_SECRET = 32
"""Characters of what signs the cookie that says who somebody is."""


def check_sign_in() -> None:
    """See that signing in can work where it is wanted.

    Raises:
        SettingError: A library or the provider is missing, or what signs the cookies can be guessed.
    """
    wanted = get_settings().sign_in
    if wanted == "off":
        return
    if find_spec("authlib") is None:
        raise SettingError(
            "{variable} is “{value}”, which takes Authlib. Install it: pip install authlib.",
            variable="BERTSCOPE_SIGN_IN",
            value=wanted,
        )
    section = get_secrets_auth_section()
    if not section:
        raise SettingError(
            "{variable} is “{value}”, but no provider is named. Write the section [auth] into "
            ".streamlit/secrets.toml; the hosting guide shows one.",
            variable="BERTSCOPE_SIGN_IN",
            value=wanted,
        )
    if len(str(section.get("cookie_secret", ""))) < LEAST_SECRET:
        raise SettingError(
            "{variable} is “{value}”, but cookie_secret in [auth] has fewer than {least} characters. Whoever "
            "guesses it is anybody here. Write a random one; the hosting guide says how to make it.",
            variable="BERTSCOPE_SIGN_IN",
            value=wanted,
            least=LEAST_SECRET,
        )


def person() -> str | None:
    """Return what names whoever signed in, the same on all devices; None for who did not."""
    if get_settings().sign_in == "off" or not st.user.is_logged_in:
        return None
    return f"{st.user.get('iss')} {st.user.get('sub')}"


def role() -> Role:
    """Return what whoever asks may do."""
    settings = get_settings()
    if settings.sign_in == "off":
        return Role.AUTHOR
    return role_of(st.user, settings.authors, settings.hosts) if st.user.is_logged_in else Role.VISITOR


def require_author() -> None:
    """Refuse what takes hours of a processor, or brings files for others, to those who only look.

    Raises:
        SignInError: Who asks is no author.
    """
    if role() >= Role.AUTHOR:
        return
    if st.user.is_logged_in:
        raise SignInError(
            "Whoever runs this app has not named you among those who let models learn here. Ask for it, or "
            "run the app on your own machine."
        )
    raise SignInError("Sign in to let a model learn here, or to bring one: the button is in the sidebar.")


def draw_sign_in() -> None:
    """Offer to sign in, or say who did and offer to sign out; nothing where nobody is asked."""
    if get_settings().sign_in == "off":
        return
    if not st.user.is_logged_in:
        st.button(_("Sign in"), icon=":material/login:", on_click=st.login, key="sign_in")
        return
    name = str(st.user.get("name") or st.user.get("email") or "")
    st.caption(literal(name[:80]))
    st.button(_("Sign out"), icon=":material/logout:", on_click=st.logout, key="sign_out")


def must_sign_in() -> bool:
    """Tell whether whoever asks sees nothing before signing in."""
    return get_settings().sign_in == "required" and not st.user.is_logged_in


def require_sign_in() -> None:
    """Show nothing else to who did not sign in, where all must; ends the run."""
    if not must_sign_in():
        return
    st.title(_("Sign in"), anchor=False)
    st.markdown(_("This installation is for people it knows. Sign in to go on."))
    draw_sign_in()
    st.stop()
