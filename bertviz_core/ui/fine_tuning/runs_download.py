"""The fine-tuned model to take home: a folder that transformers opens, packed."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bertviz_core.jobs.model_zip import model_zip, plain_file_name
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningRun
from bertviz_core.ui.i18n import _, language, number


def model_download(run: LearningRun) -> None:
    """Draw the button that packs a run's model when it is clicked; nothing where there is no model (yet)."""
    store = run_store()
    folder = store.model_folder(run.id)
    if folder is None or store.folder(run.id).status().open:
        return
    name = plain_file_name(f"{run.name} {run.model.rpartition('/')[2]}")
    megabytes = sum(file.stat().st_size for file in folder.glob("*.safetensors")) / 1e6
    st.download_button(
        _("Model as a folder ({size} MB)", size=number(round(megabytes))),
        partial(model_zip, folder, name, language()),
        file_name=f"{name}.zip",
        mime="application/zip",
        icon=":material/download:",
        on_click="ignore",
        key=f"model_download_{run.id}",
        help=_("A ZIP with weights (safetensors), vocabulary and model card, which transformers opens."),
    )
