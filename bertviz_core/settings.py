"""Limits and permissions of one installation, read from `BERTSCOPE_…` environment variables."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, HttpUrl, SecretStr, TypeAdapter, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from bertviz_core.errors import SettingError
from bertviz_core.setting_errors import ADDRESSES, setting_error

_PREFIX = "BERTSCOPE_"


def _data_folder() -> Path:
    """Return where programs of this person keep their data."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "bertscope"


HOSTED: dict[str, Any] = {
    "allow_local_folders": False,
    "max_characters": 10_000,
    "max_waiting_passes": 400,
    "api_requests_a_minute": 30,
    "max_own_waiting_runs": 1,
    "max_own_runs_bytes": 1_500_000_000,
    "max_run_steps": 4_000,
    "max_rows": 5_000,
    "max_upload_bytes": 200_000_000,
    "max_model_bytes": 1_000_000_000,
}
"""What `BERTSCOPE_HOSTED=true` stands for, beside a list of models; a variable of its own wins."""


class Settings(BaseSettings):
    """What this copy allows; the defaults suit a person's own machine, `hosted` those of strangers."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True, extra="ignore")

    hosted: bool = False
    """Visitors are strangers: only listed models, no folders, and the limits of `HOSTED`."""
    default_model: str = "mini"
    allowed_models: tuple[str, ...] = ()
    """Only these ids may be loaded; empty allows every model of the family."""
    allow_local_folders: bool = True
    log: Literal["text", "json"] = "text"
    """What a line of the log is: for people, or a JSON object."""
    allow_hub: bool = True
    """Models may be downloaded; those already in the hub's cache load either way."""
    max_model_bytes: int = Field(default=3_000_000_000, gt=0)
    """Largest weights a download may bring."""
    hub_timeout_s: float = Field(default=10.0, gt=0)

    public_address: HttpUrl | None = None
    """The address by which visitors reach the app, for links and codes that phones read."""

    frame_ancestors: str = Field(default="'self'", pattern=r"^[^;,\r\n]+$")
    """Who may show the app in a frame, as a Content-Security-Policy names them: `'self' https://moodle.example`."""
    browser_model: Literal["ask", "auto", "off"] = "ask"
    """`mini` answers in the browsers of those who ask for it, of all whose devices bear it, or of none."""
    copy_name: str | None = Field(default=None, pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    """Of this copy of the app among several behind one address, for whoever keeps visitors with one copy."""
    leave_notice_s: float = Field(default=1.0, ge=0)
    """After SIGTERM `/readyz` says for so long that nobody is to be sent here; all else goes on."""
    leave_wait_s: float = Field(default=8.0, ge=0)
    """Then passes in flight have so long to end."""
    metrics_token: SecretStr | None = None
    """Who shows it may read `/metrics`; when unset, whoever asks on this machine."""

    sign_in: Literal["off", "offered", "required"] = "off"
    """Visitors may, or must, sign in with the provider in Streamlit's secrets; required, there is no API."""
    authors: tuple[str, ...] = ()
    """Addresses, or `@` and a domain, of those who may let models learn; empty: whoever signed in."""
    hosts: tuple[str, ...] = ()
    """Of those who also see and end the runs of all."""

    api_requests_a_minute: int = Field(default=60, ge=0)
    """Questions to the JSON API of one browser, or of the programs of one network; 0 switches it off."""
    page_runs_a_minute: int = Field(default=600, gt=0)
    """Times that a page is drawn for one browser; a network has twenty times as many."""
    max_sessions: int = Field(default=1000, gt=0)
    """Tabs that are served at once."""
    max_network_sessions: int = Field(default=600, gt=0)
    """Of one network: a lecture hall, or a campus, has one address."""
    max_own_sessions: int = Field(default=60, gt=0)
    """Of one browser."""
    max_own_unsent_bytes: int = Field(default=100_000_000, gt=0)
    """Of what is on its way to one tab; one that takes nothing in is cut off, and connects again."""
    max_unsent_bytes: int = Field(default=500_000_000, gt=0)
    """Of what is on its way to all."""

    max_characters: int = Field(default=20_000, gt=0)
    """Longest text, in characters, that is handed to a tokenizer."""
    max_candidates: int = Field(default=100, gt=0)
    max_candidate_pieces: int = Field(default=16, gt=0)

    concurrent_passes: int = Field(default=2, gt=0)
    """Forward passes at once in this process, whatever the number of visitors."""
    max_wait_s: float = Field(default=30.0, gt=0)
    """A question that waits longer than this for a pass is answered with `BusyError`."""
    max_waiting_passes: int = Field(default=1000, gt=0)
    """More questions than this are answered with `BusyError` at once."""
    batch_tokens: int = Field(default=256, gt=0)
    """Of waiting inputs, padded to the longest, that are run as one; larger batches gain nothing."""
    torch_threads: int | None = Field(default=None, gt=0)
    """Threads of one forward pass; when unset all cores for one that runs alone, else one."""
    engine_url: str | None = Field(default=None, pattern=ADDRESSES)
    """Engines in other processes that compute forward passes: `http://host:port`, commas between several."""
    engine_token: SecretStr | None = None
    """What those who ask an engine show it, and an engine asks for."""
    cache_bytes: int = Field(default=32_000_000, ge=0)
    cache_entry_bytes: int = Field(default=24_000_000, ge=0)
    """Passes larger than this are computed anew each time instead of emptying the cache."""
    max_training_bytes: int = Field(default=150_000_000, gt=0)
    """What the copy of a model that takes training steps may hold; of a larger one the last layers learn."""

    umap_process: bool = True
    """UMAP maps are drawn, by a process of 400 MB, 600 MB while it compiles; else PCA and t-SNE are left."""
    umap_idle_s: float = Field(default=600.0, gt=0)
    """That process ends when nobody asked for a map for so long."""
    umap_niceness: int = Field(default=5, ge=0, le=19)
    """How far it stands back behind the pages."""

    data_folder: Path = Field(default_factory=_data_folder)
    """Where fine-tuned models, their runs and the queue are kept; copies of the app can share it."""
    redis_url: str | None = None
    """A queue that copies on several machines share; a file in the data folder when unset."""
    start_worker: bool = True
    """The app starts a process that fine-tunes when none is alive."""
    worker_idle_s: float = Field(default=600.0, ge=0)
    """A worker that the app started ends when there was nothing to do for so long."""
    worker_niceness: int = Field(default=10, ge=0, le=19)
    """How far the worker stands back behind the pages."""
    worker_threads: int = Field(default=1, gt=0)
    """Threads of a fine-tuning; pages are served beside it."""
    max_waiting_runs: int = Field(default=8, gt=0)
    max_own_waiting_runs: int = Field(default=3, gt=0)
    """Of one visitor, so that others find a place in the queue."""
    max_runs_bytes: int = Field(default=8_000_000_000, gt=0)
    """What all runs together may take on disk."""
    max_own_runs_bytes: int = Field(default=4_000_000_000, gt=0)
    """What those of one visitor may take of it, uploaded models among them."""
    min_free_disk_bytes: int = Field(default=500_000_000, ge=0)
    """So much is left free: no new run begins, and no model is taken, where less is."""
    max_run_memory_bytes: int = Field(default=9_000_000_000, gt=0)
    """What a run that visitors begin may take of memory, by estimate; what is proposed for BERT-base fits."""
    max_run_steps: int = Field(default=20_000, gt=0)
    """Of a run that visitors begin, so that others have their turn."""
    max_rows: int = Field(default=20_000, gt=0)
    """Examples of one data set."""
    max_upload_bytes: int = Field(default=300_000_000, gt=0)
    """Of a fine-tuned model that somebody brings, unpacked."""
    max_uploads_bytes: int = Field(default=800_000_000, gt=0)
    """Files of all visitors that are kept in memory while they are looked at; one visitor may have half."""
    share_runs: bool = False
    """Everybody sees every run and its model; otherwise whoever began it, and whoever has the link."""

    @property
    def engine_addresses(self) -> tuple[str, ...]:
        """Return the addresses of engines in other processes, without a slash at the end."""
        return tuple(one.strip().rstrip("/") for one in (self.engine_url or "").split(",") if one.strip())

    @property
    def max_own_uploads_bytes(self) -> int:
        """Return what the files of one visitor may take, among them the largest model."""
        return min(self.max_uploads_bytes, max(self.max_uploads_bytes // 2, self.max_upload_bytes))

    @model_validator(mode="before")
    @classmethod
    def _for_strangers(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Fill in what a hosted copy does not set itself; without a list it offers what opens first."""
        if not TypeAdapter(bool).validate_python(given.get("hosted", False)):
            return given
        return HOSTED | {"allowed_models": (given.get("default_model", "mini"),)} | given


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """Return the settings of this process, read once.

    Raises:
        SettingError: A variable holds what it cannot hold.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise _fault(str(error.errors()[0]["loc"][0])) from error
    except SettingsError as error:  # of what is written as JSON
        named = re.search(r'field "(\w+)"', str(error))
        raise _fault(named[1] if named else "") from error


def _fault(name: str) -> SettingError:
    return setting_error(f"{_PREFIX}{name}".upper(), Settings.model_fields.get(name))
