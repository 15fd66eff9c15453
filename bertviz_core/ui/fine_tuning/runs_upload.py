"""Bring a fine-tuned model: the folder of one, packed or file by file, becomes a run of this visitor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.jobs.upload_files import BroughtFile
from bertviz_core.jobs.uploaded_model import keep_uploaded_model
from bertviz_core.settings import get_settings
from bertviz_core.ui.fine_tuning.question import choose_run
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.sign_in import require_author
from bertviz_core.ui.text import literal
from bertviz_core.ui.visitor import visitor

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_TURN, _KEPT = "upload_turn", "upload_kept"


def upload_menu() -> None:
    """Offer the field for files; a model that is kept becomes the chosen run, and the field is emptied."""
    megabytes = get_settings().max_upload_bytes // 1_000_000
    turn = st.session_state.get(_TURN, 0)
    popover = st.popover(
        _("Upload a model"), icon=":material/upload:", key=f"upload_menu_{turn}", on_change="rerun"
    )
    if popover.open:
        with popover:
            st.markdown(
                _(
                    "The folder of a fine-tuned model as transformers saves it, packed as a ZIP, or its "
                    "files: `config.json`, `model.safetensors`, the tokenizer's files. At most {limit} MB.",
                    limit=number(megabytes),
                )
            )
            files = st.file_uploader(
                _("ZIP, or files of the folder"),
                accept_multiple_files=True,
                max_upload_size=max(1, megabytes),
                key=f"upload_files_{turn}",
            )
            if st.button(_("Check and keep it"), disabled=not files, key="upload_keep", type="primary"):
                _keep(files)
    if name := st.session_state.pop(_KEPT, None):
        st.toast(
            _("“{name}” is among your runs and models now.", name=literal(name)), icon=":material/check:"
        )


def _keep(files: Sequence[UploadedFile]) -> None:
    brought = [BroughtFile(name=file.name, open=partial(BytesIO, file.getvalue())) for file in files]
    name = PurePath(files[0].name).stem if len(files) == 1 else _("Uploaded model")
    try:
        with st.spinner(_("Checking the files and trying the model…")):
            require_author()
            run = keep_uploaded_model(brought, name=name, owner=visitor(), store=run_store())
    except BertScopeError as error:
        show_error(error)
        return
    _forget(files)
    choose_run(run.id)
    st.session_state[_KEPT] = run.name
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    st.rerun()


def _forget(files: Sequence[UploadedFile]) -> None:
    """Give back the memory in which Streamlit keeps files until the visit ends."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for file in files:
            context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)
