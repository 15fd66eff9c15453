"""What a browser still shows of a session that the server has lost, as after its own end.

Streamlit has such a field only once it was drawn; until then it seems to be new, and would get an example.
"""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.session_state import Serialized


def sent_text(key: str) -> str | None:
    """Return what the browser says that a text field holds which this session has not drawn yet.

    Args:
        key: Session key of the field.
    """
    context = get_script_run_ctx()
    if context is None:
        return None
    # The id of a widget ends with its key.
    states = context.session_state._state._new_widget_state.states
    for name, state in list(states.items()):
        if name.endswith(f"-{key}") and isinstance(state, Serialized):
            return state.value.string_value if state.value.WhichOneof("value") == "string_value" else None
    return None
