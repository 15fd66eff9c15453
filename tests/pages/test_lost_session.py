"""A browser whose server began anew keeps what was typed: no example takes the place of what it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

FIELDS = [
    ("attention", "attention_text", {}),
    ("masked_words", "masked_text", {}),
    ("masked_words", "words_to_check", {}),
    ("next_sentence", "next_second", {}),
    ("next_sentence", "order_text", {"view": "order"}),
]


@pytest.mark.parametrize(("page", "field", "parameters"), FIELDS)
def test_what_was_typed_goes_on(
    open_page: Callable[..., AppTest], page: str, field: str, parameters: dict[str, str]
) -> None:
    before = open_page(page, **parameters)
    typed = "Una casa. Dos casas. [MASK]"
    for kind in (before.text_input, before.text_area):
        for widget in kind:
            if widget.key == field:
                widget.input(typed)
    before.run()
    assert before.session_state[field] == typed

    after = AppTest.from_file(before._script_path, default_timeout=200)
    after.query_params.update({"lang": "en"} | parameters)
    after.switch_page(f"{page}.py")
    after._run(before._tree.get_widget_states())  # as a browser that connects again sends them
    assert not after.exception
    assert after.session_state[field] == typed
    after.run()
    assert after.session_state[field] == typed
