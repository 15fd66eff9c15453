"""What browsers may tell Streamlit, which obeys whoever has a connection, whatever its menu shows.

| message (`BackMsg`) | what it does | obeyed |
| --- | --- | --- |
| `rerun_script` | runs the page with the values of its widgets, of this session | yes |
| `stop_script` | ends the run of this session | yes |
| `file_urls_request` | asks where files of this session go | yes |
| `app_heartbeat` | keeps the connection | yes |
| `backend_operation_request` | `deferred_file`, `dataframe_chunk`: more of what the page shows | yes |
| | `install_skills`, `dismiss_skills_nudge`: writes files on the server | no |
| `clear_cache` | empties the caches of all visitors | no |
| `set_run_on_save` | watches the files of the program | no |
| `load_git_info` | runs git, and tells of the repository the program lies in | no |
| `debug_disconnect_websocket`, `debug_shutdown_runtime` | ends the connection, the server | no |

Whatever a later Streamlit adds is not obeyed before it stands here. A message may have 25 MB, which hold
millions of empty values: what pages send has a few hundred.
"""

from __future__ import annotations

import json

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState

OBEYED = frozenset(
    {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
)
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})
"""Kinds of `backend_operation_request`."""

JSON_KINDS = frozenset({"json_value", "json_trigger_value"})
"""Kinds of values that are JSON, as components send them."""
LISTS = {
    "double_array_value": "data",
    "int_array_value": "data",
    "string_array_value": "data",
    "file_uploader_state_value": "uploaded_file_info",
}
"""Kinds of values that hold many, and where."""
MOST_VALUES, MOST_ENTRIES = 2_000, 100_000
"""Widgets of a message, and what their lists hold together."""
MOST_JSON = 2_000_000
"""Characters of the values of components; `[[],[]…` takes thirty times as much once it is read."""


def is_obeyed(data: bytes) -> bool:
    """Tell whether a message of a browser is one that pages send.

    Values of components are JSON, as Streamlit takes for granted. A message that cannot be read at all
    passes: Streamlit ends such a connection.
    """
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return True
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in OPERATIONS
    if kind == "rerun_script":
        return _is_rerun(message.rerun_script)
    if kind == "file_urls_request":
        return len(message.file_urls_request.file_names) <= MOST_VALUES
    return kind in OBEYED


def _is_rerun(state: ClientState) -> bool:
    values = state.widget_states.widgets
    if len(values) > MOST_VALUES or len(state.cached_message_hashes) > MOST_ENTRIES:
        return False
    if sum(map(_entries, values)) > MOST_ENTRIES:
        return False
    texts = [getattr(value, kind) for value in values if (kind := value.WhichOneof("value")) in JSON_KINDS]
    return sum(map(len, texts)) <= MOST_JSON and all(map(_is_json, texts))


def _entries(value: WidgetState) -> int:
    """Return how long the list in a value is, 1 where there is none."""
    kind = value.WhichOneof("value")
    if kind in LISTS:
        return len(getattr(getattr(value, kind), LISTS[kind]))
    return 1


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
