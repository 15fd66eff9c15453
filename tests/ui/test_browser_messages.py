"""Messages of a browser that would touch other visitors, or the server, reach nothing."""

from __future__ import annotations

import pytest
from starlette.middleware import Middleware
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

import app
from bertviz_core.server.obeyed_messages import ObeyedMessages
from bertviz_core.ui.browser_messages import (
    MOST_ENTRIES,
    MOST_JSON,
    MOST_VALUES,
    OBEYED,
    OPERATIONS,
    is_obeyed,
)

REFUSED = {
    "clear_cache",
    "set_run_on_save",
    "load_git_info",
    "debug_disconnect_websocket",
    "debug_shutdown_runtime",
}


def with_value(text: str) -> bytes:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.add(id="component", json_value=text)
    return message.SerializeToString()


def test_every_message_that_streamlit_knows_was_decided_on() -> None:
    (kinds,) = BackMsg.DESCRIPTOR.oneofs
    assert {field.name for field in kinds.fields} == OBEYED | REFUSED
    operations = BackMsg.DESCRIPTOR.fields_by_name["backend_operation_request"].message_type.oneofs[0]
    assert {field.name for field in operations.fields} == OPERATIONS | {
        "install_skills",
        "dismiss_skills_nudge",
    }


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_what_is_no_business_of_a_visitor_is_dropped(kind: str) -> None:
    assert not is_obeyed(BackMsg(**{kind: True}).SerializeToString())
    # The last one of several is the one that is meant.
    both = BackMsg(app_heartbeat=True).SerializeToString() + BackMsg(**{kind: True}).SerializeToString()
    assert not is_obeyed(both)


def test_nothing_is_written_on_the_server() -> None:
    message = BackMsg()
    message.backend_operation_request.install_skills.SetInParent()
    assert not is_obeyed(message.SerializeToString())


def test_what_pages_send_passes() -> None:
    wanted = BackMsg()
    wanted.backend_operation_request.deferred_file.file_id = "x"
    asked = BackMsg()
    asked.file_urls_request.file_names.append("a.csv")
    for message in (wanted, asked, BackMsg(app_heartbeat=True), BackMsg(stop_script=True)):
        assert is_obeyed(message.SerializeToString())
    assert is_obeyed(with_value('{"kept": "ñ"}'))
    assert is_obeyed(b"\xff no message")  # Streamlit ends the connection


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00"])
def test_a_value_that_is_no_json_is_dropped(text: str) -> None:
    assert not is_obeyed(with_value(text))


@pytest.mark.parametrize("text", ["", "{"])
def test_what_a_component_asks_for_is_json_too(text: str) -> None:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.add(id="component", json_trigger_value=text)
    assert not is_obeyed(message.SerializeToString())


def test_more_than_a_page_has_is_dropped_before_it_is_read() -> None:
    every = BackMsg()
    every.rerun_script.widget_states.widgets.extend([WidgetState()] * (MOST_VALUES + 1))
    lists = BackMsg()
    for _ in range(2):
        value = lists.rerun_script.widget_states.widgets.add(id="slider")
        value.int_array_value.data.extend(range(MOST_ENTRIES // 2 + 1))
    hashes = BackMsg()
    hashes.rerun_script.cached_message_hashes.extend(["a"] * (MOST_ENTRIES + 1))
    names = BackMsg()
    names.file_urls_request.file_names.extend(["a"] * (MOST_VALUES + 1))
    for message in (every, lists, hashes, names):
        assert not is_obeyed(message.SerializeToString())
    assert not is_obeyed(with_value(f"[{'1,' * MOST_JSON}1]"))


def test_the_app_listens_through_the_filter() -> None:
    installed = [each for each in app.app._user_middleware if isinstance(each, Middleware)]
    assert any(each.cls is ObeyedMessages and each.kwargs["obeyed"] is is_obeyed for each in installed)
