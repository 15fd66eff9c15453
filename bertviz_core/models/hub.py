"""Models of the Hugging Face Hub: from its own cache first, then downloaded file by file."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Any, cast

from huggingface_hub import HfApi, hf_hub_download, try_to_load_from_cache
from huggingface_hub.errors import EntryNotFoundError, GatedRepoError, HTTPError, RepositoryNotFoundError
from tqdm import tqdm  # type: ignore[import-untyped]

from bertviz_core.errors import ModelNotFoundError, UnsafeModelError
from bertviz_core.models.checkpoint import (
    Checkpoint,
    check_config,
    check_folder,
    has_weights,
    no_safe_weights,
    read_config,
)
from bertviz_core.settings import get_settings

ProgressHook = Callable[[int, int], None]
"""Called with the bytes that have arrived and the bytes there will be."""

_HUB_ID = re.compile(r"(?!.*(\.\.|--))\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)
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


def is_hub_id(model_id: str) -> bool:
    """Tell whether a text has the form `name` or `owner/name`."""
    return len(model_id) <= 96 and _HUB_ID.fullmatch(model_id) is not None


def fetch_from_hub(model_id: str, *, on_progress: ProgressHook | None = None) -> Checkpoint:
    """Return a hub model from the cache, or download it.

    The cache is asked first because a lookup without a network takes most of a minute to fail.

    Raises:
        ModelNotFoundError: Not in the cache, and the hub has none, or cannot be reached or used.
        UnsafeModelError: Not of the family, without safetensors, or larger than allowed.
    """
    folder = _cached_folder(model_id)
    if folder is None:
        if not get_settings().allow_hub:
            raise UnsafeModelError(
                "Models cannot be downloaded on this installation. Choose one from the list.", model=model_id
            )
        folder = _download(model_id, on_progress or (lambda done, total: None))
    return check_folder(model_id, folder, source="hub", revision=folder.name)


def _cached_folder(model_id: str) -> Path | None:
    config = try_to_load_from_cache(model_id, "config.json")
    if not isinstance(config, str):
        return None
    folder = Path(config).parent
    return folder if has_weights(folder) else None


def _download(model_id: str, on_progress: ProgressHook) -> Path:
    """Download what loading needs; config and list of files are judged before any weight comes."""
    try:
        listing = HfApi().model_info(model_id, files_metadata=True, timeout=get_settings().hub_timeout_s)
        config = Path(hf_hub_download(model_id, "config.json", revision=listing.sha))
        check_config(model_id, read_config(model_id, config.parent))
        sizes = _needed_files(model_id, {file.rfilename: file.size or 0 for file in listing.siblings or ()})
        arrived = 0
        for name, size in sizes.items():
            bar = partial(_CountingBar, before=arrived, total_bytes=sum(sizes.values()), hook=on_progress)
            hf_hub_download(model_id, name, revision=listing.sha, tqdm_class=cast(type, bar))
            arrived += size
            on_progress(arrived, sum(sizes.values()))
    except EntryNotFoundError as error:
        raise ModelNotFoundError(
            "“{model}” is on the hub but is no model that can be opened: it lacks a config.json.",
            model=model_id,
        ) from error
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
    except (HTTPError, OSError) as error:
        raise ModelNotFoundError(
            "“{model}” is not on this machine yet and the hub cannot be reached. Connect to the internet "
            "once, or choose mini, which needs no network.",
            model=model_id,
        ) from error
    return config.parent


def _needed_files(model_id: str, sizes: dict[str, int]) -> dict[str, int]:
    """Return the files to download with their sizes in bytes; one set of weights, never pickled ones."""
    names = [name for name in sizes if any(fnmatch(name, pattern) for pattern in _SMALL_FILES)]
    if "model.safetensors" in sizes:
        names.append("model.safetensors")
    else:
        names += [name for name in sizes if fnmatch(name, "model*.safetensors*") and "/" not in name]
    needed = {name: sizes[name] for name in names if "/" not in name}
    if not any(name.endswith(".safetensors") for name in needed):
        raise no_safe_weights(model_id)
    if sum(needed.values()) > get_settings().max_model_bytes:
        raise UnsafeModelError(
            "“{model}” has {size} MB; at most {limit} MB may be downloaded here. Choose a smaller model.",
            model=model_id,
            size=sum(needed.values()) // 1_000_000,
            limit=get_settings().max_model_bytes // 1_000_000,
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
