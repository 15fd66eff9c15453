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

Whatever a later Streamlit adds is not obeyed before it stands here.
"""

from __future__ import annotations

import json

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from streamlit.proto.BackMsg_pb2 import BackMsg

OBEYED = frozenset(
    {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
)
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})
"""Kinds of `backend_operation_request`."""


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
        values = message.rerun_script.widget_states.widgets
        return all(_is_json(value.json_value) for value in values if value.HasField("json_value"))
    return kind in OBEYED


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
