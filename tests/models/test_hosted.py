"""A copy for strangers: what one variable stands for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bertviz_core import list_models
from bertviz_core.engine import load_engine
from bertviz_core.errors import UnsafeModelError
from bertviz_core.settings import HOSTED, Settings, get_settings

Change = Callable[..., None]


def test_every_limit_is_a_setting_and_stricter_than_for_oneself(settings: Change) -> None:
    settings(hosted="true")
    for name, value in HOSTED.items():
        assert getattr(get_settings(), name) == value
        assert value < Settings.model_fields[name].default


@pytest.mark.parametrize("model", ["bert-base-cased", "owner/model", "."])
def test_nothing_opens_but_what_is_listed(
    settings: Change, checkpoint: Callable[..., Path], model: str
) -> None:
    settings(hosted="1")
    assert [offered.id for offered in list_models()] == ["mini"]
    with pytest.raises(UnsafeModelError):
        load_engine(str(checkpoint("bert")) if model == "." else model)


def test_a_variable_of_its_own_wins(settings: Change) -> None:
    settings(hosted="yes", max_rows="7", allowed_models='["mini", "bert-base-cased"]')
    assert get_settings().max_rows == 7
    assert get_settings().allowed_models == ("mini", "bert-base-cased")
    assert get_settings().max_run_steps == HOSTED["max_run_steps"]


def test_what_opens_first_is_offered(settings: Change) -> None:
    settings(hosted="true", default_model="bert-base-cased")
    assert get_settings().allowed_models == ("bert-base-cased",)


def test_one_s_own_copy_is_as_it_was(settings: Change) -> None:
    settings(hosted="false")
    assert get_settings().allow_local_folders
    assert get_settings().allowed_models == ()
    assert get_settings().max_rows == Settings.model_fields["max_rows"].default
