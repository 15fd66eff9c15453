"""Downloading a model of the hub: judged by its config and list of files before any weight comes."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Any, cast

from huggingface_hub import HfApi, hf_hub_download
from huggingface_hub.errors import EntryNotFoundError, GatedRepoError, HTTPError, RepositoryNotFoundError
from huggingface_hub.hf_api import ModelInfo as Listing
from tqdm import tqdm  # type: ignore[import-untyped]

from bertviz_core.errors import ModelNotFoundError, UnsafeModelError
from bertviz_core.models.config_checks import check_config, read_config
from bertviz_core.models.tokenizer_files import is_vocabulary
from bertviz_core.models.weight_files import no_safe_weights
from bertviz_core.settings import get_settings

ProgressHook = Callable[[int, int], None]
"""Called with the bytes that have arrived and the bytes there will be."""

_SMALL_FILES = (
    "config.json",
    "README.md",
    "tokenizer*.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.*",
    "merges.txt",
    "*.model",
)
# The hub's own converter of old checkpoints; anybody else's proposals are not looked at.
_CONVERTER = "SFconvertbot"


def download(model_id: str, *, on_progress: ProgressHook, weights: bool = True) -> Path:
    """Download what loading needs, or the tokenizer alone, into the hub's cache; return the folder.

    Raises:
        ModelNotFoundError: The hub has no such model, does not give it, or cannot be reached.
        UnsafeModelError: Not of the family, without safetensors, or larger than allowed.
    """
    try:
        return _download(model_id, on_progress, weights)
    except GatedRepoError as error:
        raise ModelNotFoundError(
            "“{model}” can be downloaded only by people its owners have admitted. Choose another model.",
            model=model_id,
        ) from error
    except RepositoryNotFoundError as error:
        raise ModelNotFoundError(
            "There is no model called “{model}”, neither on this machine nor on the hub. Check the name.",
            model=model_id,
        ) from error
    except EntryNotFoundError as error:
        raise ModelNotFoundError(
            "“{model}” lacks files that a model needs. Choose another model.", model=model_id
        ) from error
    except (HTTPError, OSError) as error:
        raise ModelNotFoundError(
            "“{model}” is not on this machine yet and the hub cannot be reached. Connect to the internet "
            "once, or choose mini, which needs no network.",
            model=model_id,
        ) from error


def _download(model_id: str, on_progress: ProgressHook, weights: bool) -> Path:
    listing = _find_safe_revision(model_id)
    config = Path(hf_hub_download(model_id, "config.json", revision=listing.sha))
    check_config(model_id, read_config(model_id, config.parent))
    sizes = _needed_files(model_id, _sizes(listing), with_weights=weights)
    arrived, total = 0, sum(sizes.values())
    for name, size in sizes.items():
        bar = partial(_CountingBar, before=arrived, total_bytes=total, hook=on_progress)
        hf_hub_download(model_id, name, revision=listing.sha, tqdm_class=cast(type, bar))
        arrived += size
        on_progress(arrived, total)
    return config.parent


def _find_safe_revision(model_id: str) -> Listing:
    """Return the main revision or, where its weights are pickled, the hub's own conversion of it."""
    api, timeout = HfApi(), get_settings().hub_timeout_s
    listing = api.model_info(model_id, files_metadata=True, timeout=timeout)
    if any(name.endswith(".safetensors") for name in _sizes(listing)):
        return listing
    proposals = api.get_repo_discussions(
        model_id, author=_CONVERTER, discussion_type="pull_request", discussion_status="open"
    )
    for proposal in proposals:
        if proposal.author == _CONVERTER and proposal.git_reference:
            return api.model_info(
                model_id, revision=proposal.git_reference, files_metadata=True, timeout=timeout
            )
    return listing


def _sizes(listing: Listing) -> dict[str, int]:
    """Return the files at the top of a repository with their sizes in bytes."""
    files = listing.siblings or ()
    return {file.rfilename: file.size or 0 for file in files if "/" not in file.rfilename}


def _needed_files(model_id: str, sizes: dict[str, int], *, with_weights: bool) -> dict[str, int]:
    """Return the files to download, vocabulary and weights last, weights once and never pickled ones."""
    names = [name for name in sizes if any(fnmatch(name, pattern) for pattern in _SMALL_FILES)]
    names.sort(key=is_vocabulary)  # whoever finds a vocabulary finds what it is read with
    if not with_weights:
        weights = []
    elif "model.safetensors" in sizes:
        weights = ["model.safetensors"]
    else:
        weights = [name for name in sizes if fnmatch(name, "model*.safetensors*")]
    if with_weights and not weights:
        raise no_safe_weights(model_id)
    needed = {name: sizes[name] for name in names + weights}
    limit = get_settings().max_model_bytes
    if sum(needed.values()) > limit:
        raise UnsafeModelError(
            "“{model}” has {size} MB; at most {limit} MB may be downloaded here. Choose a smaller model.",
            model=model_id,
            size=sum(needed.values()) // 1_000_000,
            limit=limit // 1_000_000,
        )
    return needed


class _CountingBar(tqdm):
    """A progress bar that draws nothing and tells a hook how far the whole download is."""

    def __init__(self, *args: Any, before: int, total_bytes: int, hook: ProgressHook, **options: Any) -> None:
        self._arrived, self._total_bytes, self._hook = before, total_bytes, hook
        super().__init__(*args, **{**options, "disable": True})

    def update(self, n: float | None = 1) -> bool | None:
        """Count the bytes that have just arrived."""
        self._arrived += int(n or 0)
        self._hook(self._arrived, self._total_bytes)
        return None
