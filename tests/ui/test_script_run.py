"""A run whose visitor has moved on is known as one, exactly when Streamlit would break it off."""

from __future__ import annotations

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from bertviz_core.ui.script_run import _breaks_off

REQUESTS = {
    "nothing": [],
    "a click": [RerunData()],
    "a click in a fragment": [RerunData(fragment_id="a")],
    "a fragment that asks for itself": [RerunData(fragment_id="a", is_fragment_scoped_rerun=True)],
    "both": [RerunData(fragment_id="a"), RerunData()],
    "the end": [None],
}


@pytest.mark.parametrize("asked", REQUESTS.values(), ids=REQUESTS)
def test_a_run_is_broken_off_as_streamlit_does_it(asked: list[RerunData | None]) -> None:
    requests = ScriptRequests()
    for rerun in asked:
        if rerun is None:
            requests.request_stop()
        else:
            requests.request_rerun(rerun)
    told = _breaks_off(requests)
    assert told is (requests.on_scriptrunner_yield() is not None)
