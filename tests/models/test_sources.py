"""What an installation does not allow stays shut, whatever is typed."""

import shutil

import pytest

from bertviz_core import list_models
from bertviz_core.engine import load_engine
from bertviz_core.errors import BertScopeError, ModelNotFoundError, UnsafeModelError
from bertviz_core.models.hub import is_hub_id


def test_folders_stay_shut_where_they_are_not_allowed(checkpoint, settings):
    settings(allow_local_folders="false")
    with pytest.raises(UnsafeModelError, match="Folders"):
        load_engine(str(checkpoint("bert")))


def test_a_folder_that_looks_like_a_hub_id_stays_shut(checkpoint, settings, tmp_path, monkeypatch):
    shutil.copytree(checkpoint("bert"), tmp_path / "owner" / "model")
    monkeypatch.chdir(tmp_path)
    assert load_engine("owner/model").info.source == "folder"
    settings(allow_local_folders="false", allow_hub="false")
    with pytest.raises(UnsafeModelError, match="download"):
        load_engine("owner/model")


def test_only_listed_models_load_where_there_is_a_list(checkpoint, settings):
    folder = str(checkpoint("bert"))
    settings(allowed_models=f'["mini", "{folder}"]')
    assert load_engine(folder).info.id == folder
    with pytest.raises(UnsafeModelError, match="among"):
        load_engine("bert-base-cased")
    assert [model.id for model in list_models()] == ["mini", folder]


TYPED = [
    "../secret",
    "/etc",
    "a/b/c",
    "~",
    "~nobody/x",
    "owner/..",
    "C:\\models",
    "mini\x00",
    "a" * 200,
    "ñ",
    " ",
]


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("allow_local_folders", ["true", "false"])
def test_what_is_no_model_gets_a_sentence(typed, allow_local_folders, settings):
    settings(allow_hub="false", allow_local_folders=allow_local_folders)
    with pytest.raises(BertScopeError):
        load_engine(typed)


def test_a_name_that_is_nothing_is_said_to_be_nothing(settings):
    settings(allow_hub="false")
    with pytest.raises(ModelNotFoundError, match="no/such/folder"):
        load_engine("no/such/folder")


def test_hub_ids():
    assert is_hub_id("bert-base-cased")
    assert is_hub_id("google/electra-small-generator")
    assert not any(map(is_hub_id, ["", "a/b/c", "../a", "a/..", "/a", "a b", "a--b", "-a", ".a/b"]))


def test_the_bundled_model_comes_first(settings):
    models = list_models()
    assert models[0].id == "mini"
    assert len({model.id for model in models}) == len(models) > 5
    settings(allow_hub="false")
    assert [model.id for model in list_models()] == ["mini"]


def test_a_name_longer_than_any_path_is_said_to_be_nothing(settings):
    with pytest.raises(ModelNotFoundError, match="neither a folder"):
        load_engine("x/" * 4000)
