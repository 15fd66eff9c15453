"""The fine-tuned model to take home: a folder that transformers opens, its card, and a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Protocol

from bertviz_core.jobs.model_zip import card_file, model_zip, plain_file_name
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningRun
from bertviz_core.ui.downloads import download_button, save_as
from bertviz_core.ui.fine_tuning.notebook_file import notebook_json
from bertviz_core.ui.i18n import _, language, number


def model_download(run: LearningRun) -> None:
    """Draw the button that packs a run's model when it is clicked; nothing where there is no model (yet)."""
    if folder := _finished_model(run):
        _offer_folder(run, folder, download_button)


def save_model(run: LearningRun, texts: Sequence[str]) -> None:
    """Offer model, card and notebook in the open menu; nothing where there is no model (yet).

    Args:
        run: Whose model it is.
        texts: What the notebook asks about: a text, or two; without any there is no notebook.
    """
    folder = _finished_model(run)
    if folder is None:
        return
    _offer_folder(run, folder, save_as)
    name = _folder_name(run)
    if card := card_file(folder, language()):
        save_as(_("Model card"), f"{name}.md", card.read_bytes)
    if texts:
        save_as(_("Notebook of five lines"), f"{name}.ipynb", notebook_json(run.task, name, texts))


class _Offer(Protocol):
    def __call__(
        self, label: str, file_name: str, data: Callable[[], BufferedReader], *, about: str
    ) -> None: ...


def _offer_folder(run: LearningRun, folder: Path, offer: _Offer) -> None:
    name = _folder_name(run)
    megabytes = sum(file.stat().st_size for file in folder.glob("*.safetensors")) / 1e6
    offer(
        _("Model as a folder ({size} MB)", size=number(round(megabytes))),
        f"{name}.zip",
        partial(model_zip, folder, name, language()),
        about=_("A ZIP with weights (safetensors), vocabulary and model card, which transformers opens."),
    )


def _finished_model(run: LearningRun) -> Path | None:
    store = run_store()
    folder = store.model_folder(run.id)
    return None if folder is None or store.folder(run.id).status().open else folder


def _folder_name(run: LearningRun) -> str:
    return plain_file_name(f"{run.name} {run.model.rpartition('/')[2]}")
