"""The loaded model: once a process, however many tabs ask for it at the same moment."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.models.run_models import is_run_model, run_stamp
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.warm_up import warm_up

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MODEL_KEY = "model"
"""Session key and URL parameter of the model choice."""

MODELS_IN_MEMORY = 2
LOOK_AGAIN_S = 0.2

# Loading happens beside the page's own thread, which meanwhile shows how far a download is.
# One thread a model, however many visitors wait for it: a slow download keeps nobody from another one.
_loaders = ThreadPoolExecutor(max_workers=32, thread_name_prefix="load")
_loading: dict[tuple[str, str], Future[BertEngine]] = {}
_used: OrderedDict[tuple[str, str], None] = OrderedDict()  # what was loaded, the last one used at the end
_begin_one = threading.Lock()
_arrived: dict[str, tuple[int, int]] = {}  # bytes here and bytes expected of the models on their way


@st.cache_resource(max_entries=MODELS_IN_MEMORY, show_spinner=False)
def _load(model: str, stamp: str = "") -> BertEngine:
    """Load a model; simultaneous callers wait for the same one.

    Args:
        model: Its id.
        stamp: Another one where the files behind the id may be others.
    """
    from bertviz_core import load_engine  # brings torch: not before a page needs an answer

    def note(arrived: int, expected: int) -> None:
        _arrived[model] = (arrived, expected)

    try:
        return load_engine(model, on_progress=note)
    finally:
        _arrived.pop(model, None)


def _begin(model: str) -> Future[BertEngine]:
    """Return the load of a model that is under way, or begin one."""
    key = model, run_stamp(model) if is_run_model(model) else ""
    with _begin_one:
        loading = _loading.get(key)
        _make_room(key)
        if loading is None:
            loading = _loading[key] = _loaders.submit(_load, *key)
            loading.add_done_callback(lambda _: _loading.pop(key, None))
            loading.add_done_callback(lambda _: warm_up())
        return loading


def _make_room(key: tuple[str, str]) -> None:
    """Let go of the model that was not used for longest before another one is loaded, not after it."""
    if key not in _used:
        while len(_used) >= MODELS_IN_MEMORY:
            _load.clear(*_used.popitem(last=False)[0])
        _used[key] = None
    _used.move_to_end(key)


def chosen_model() -> str:
    """Return the id of the model chosen in the sidebar."""
    return str(st.session_state[MODEL_KEY])


def current_engine() -> BertEngine:
    """Return the engine of the chosen model, saying so while it is downloaded and loaded."""
    return engine_of(chosen_model())


def engine_of(model: str) -> BertEngine:
    """Return the engine of a model, saying so while it is downloaded and loaded."""
    loading = _begin(model)
    with st.spinner(_("Loading the model…")):
        bar = st.empty()
        while not wait([loading], timeout=LOOK_AGAIN_S).done:
            if on_its_way := _arrived.get(model):
                arrived, expected = (number(round(size / 1e6)) for size in on_its_way)
                text = _("Downloading: {arrived} of {expected} MB", arrived=arrived, expected=expected)
                bar.progress(min(1.0, on_its_way[0] / max(1, on_its_way[1])), text=text)
        bar.empty()
    return loading.result()


def model_facts(engine: BertEngine) -> str:
    """Say in one line what the model is."""
    info = engine.info
    return _(
        "{name}: {layers} layers, {heads} heads each, {hidden} dimensions, a vocabulary of {vocabulary} "
        "pieces, {millions} million parameters.",
        name=literal(info.name),
        layers=info.layers,
        heads=info.heads,
        hidden=info.hidden_size,
        vocabulary=number(info.vocab_size),
        millions=number(round(info.parameters / 1e6, 1)),
    )
