"""Archives that people bring: nothing but the files of one model gets out of one, whatever is packed."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bertviz_core.errors import BertScopeError, InputError, StorageError
from bertviz_core.jobs import upload_files
from bertviz_core.jobs.upload_files import BroughtFile, unpack


def packed(*files: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Pack files as they are named, twice the same name too."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in files:
            archive.writestr(name, content, compress_type=how)
    return file.getvalue()


def brought(content: bytes, name: str = "model.zip") -> BroughtFile:
    return BroughtFile(name=name, open=lambda: io.BytesIO(content))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outer" / "model").mkdir(parents=True)
    return tmp_path / "outer" / "model"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("prefix", ["", "my model/"])
@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_files_of_a_model_are_unpacked_and_others_left_out(folder: Path, prefix: str, how: int) -> None:
    archive = packed(
        (f"{prefix}config.json", b"{}"),
        (f"{prefix}model.safetensors", b"x" * 3_000_000),
        (f"{prefix}trainer_state.json", b"{}"),
        (f"{prefix}LICENSE.txt", b"free"),
        (f"__MACOSX/{prefix}._config.json", b"clutter"),
        (f"{prefix}.DS_Store", b"clutter"),
        how=how,
    )
    unpack([brought(archive)], folder)
    assert names(folder) == ["config.json", "model.safetensors"]
    assert (folder / "model.safetensors").read_bytes() == b"x" * 3_000_000


def test_files_may_come_one_by_one(folder: Path) -> None:
    unpack([brought(b"{}", "config.json"), brought(b"w", "model-00001-of-00002.safetensors")], folder)
    assert names(folder) == ["config.json", "model-00001-of-00002.safetensors"]


@pytest.mark.parametrize(
    "name",
    [
        "pytorch_model.bin",
        "model.pt",
        "optimizer.pt",
        "data.pkl",
        "modeling.py",
        "model.h5",
        "model.onnx",
        "model.gguf",
        "spiece.model",
        "inner.zip",
        "model.SAFETENSORS.bin",
        "config",
        "run.sh",
        "config.json.",
        "config.json ",
        "chat_template.jinja",
        "tokenizer.json\u202egnp.exe",
    ],
)
def test_other_kinds_of_files_are_refused_by_name(folder: Path, name: str) -> None:
    with pytest.raises(InputError) as refused:
        unpack([brought(packed(("config.json", b"{}"), (name, b"x")))], folder)
    assert refused.value.fields["file"] == name.replace("\u202e", "�")  # which would turn round what follows
    with pytest.raises(InputError):
        unpack([brought(b"{}", "config.json"), brought(b"x", name)], folder)
    assert names(folder) == []


@pytest.mark.parametrize(
    "name",
    [
        "/etc/config.json",
        "//config.json",
        "../config.json",
        "../../outer/config.json",
        "a/../config.json",
        "a/../../config.json",
        "..\\config.json",
        "C:\\config.json",
        "C:config.json",
        "a/b/config.json",
        "./config.json",
        "~/../config.json",
        "config.json/../x.json",
        "new\nline.json",
        "\x1b[31m.json",
        "a/" * 2000 + "config.json",
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_a_file_that_lies_elsewhere_is_refused(folder: Path, name: str, alone: bool) -> None:
    others = () if alone else (("tokenizer.json", b"{}"),)
    with pytest.raises(InputError, match="does not lie beside"):
        unpack([brought(packed((name, b"x"), *others))], folder)
    assert names(folder) == []
    assert names(folder.parent) == ["model"]


def test_two_folders_are_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="does not lie beside"):
        unpack([brought(packed(("a/config.json", b"{}"), ("b/model.safetensors", b"x")))], folder)


@pytest.mark.parametrize(
    "names_",
    [
        ("config.json", "config.json"),
        ("config.json", "CONFIG.json"),
        ("model.safetensors", "Model.Safetensors"),
        ("README.md", "readme.md"),
        ("config.json", "ｃonfig.json"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_are_the_same_somewhere_are_refused(folder: Path, names_: tuple[str, str]) -> None:
    with pytest.raises(InputError, match="there twice"):
        unpack([brought(packed(*((name, b"{}") for name in names_)))], folder)
    assert names(folder) == []


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices_are_refused(folder: Path, kind: int) -> None:
    entry = zipfile.ZipInfo("config.json")
    entry.create_system = 3
    entry.external_attr = (kind | 0o777) << 16
    with pytest.raises(InputError, match="is a link") as refused:
        unpack([brought(packed((entry, b"/etc/passwd")))], folder)
    assert refused.value.fields["file"] == "config.json"
    assert names(folder) == []


def test_a_name_with_a_zero_byte_is_refused(folder: Path) -> None:
    archive = packed(("config.json#.exe", b"{}")).replace(b"config.json#.exe", b"config.json\0.exe")
    with pytest.raises(InputError):
        unpack([brought(archive)], folder)
    assert names(folder) == []


def test_a_bomb_is_stopped_at_the_limit(folder: Path, settings: Callable[..., None]) -> None:
    settings(max_upload_bytes="3000000")
    with pytest.raises(InputError, match=r"“model\.safetensors” is too large") as refused:
        unpack([brought(packed(("model.safetensors", bytes(50_000_000))))], folder)
    assert refused.value.fields["limit"] == 3
    assert (folder / "model.safetensors").stat().st_size <= 3_000_000


def test_many_files_share_one_limit(folder: Path, settings: Callable[..., None]) -> None:
    settings(max_upload_bytes="3000000")
    shards = [(f"model-0000{n}-of-00009.safetensors", bytes(1_000_000)) for n in range(1, 5)]
    with pytest.raises(InputError, match="model-00004"):
        unpack([brought(packed(*shards))], folder)


def test_settings_files_are_small(folder: Path) -> None:
    with pytest.raises(InputError, match=r"“config\.json” is too large"):
        unpack([brought(packed(("config.json", b" " * 1_000_001)))], folder)


def test_a_size_that_lies_does_not_help(folder: Path, settings: Callable[..., None]) -> None:
    settings(max_upload_bytes="1000")
    archive = packed(("model.safetensors", b"x" * 100_000))
    lying = archive.replace(struct.pack("<L", 100_000), struct.pack("<L", 10))
    assert lying != archive
    with pytest.raises(InputError):
        unpack([brought(lying)], folder)


def test_too_many_files_are_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="101 files"):
        unpack([brought(packed(*((f"{n}.txt", b"") for n in range(101))))], folder)


def test_a_list_of_files_that_would_fill_the_memory_is_not_read(folder: Path) -> None:
    archive = packed(*((f"{n}-{'x' * 200}.txt", b"") for n in range(5_000)), how=zipfile.ZIP_STORED)
    with pytest.raises(InputError, match="archive"):
        unpack([brought(archive)], folder)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_kinds_of_packing_are_refused(folder: Path, how: int) -> None:
    with pytest.raises(InputError, match="archive"):
        unpack([brought(packed(("config.json", b"{}"), how=how))], folder)


def _locked(archive: bytes) -> bytes:
    """Say of each file that it is encrypted."""
    return archive.replace(b"PK\3\4\x14\0\0\0", b"PK\3\4\x14\0\1\0").replace(
        b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"
    )


GOOD = packed(("config.json", b"{" + b" " * 500 + b"}"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK",
        b"no archive at all" * 100,
        GOOD[:-10],
        GOOD[20:],
        GOOD.replace(b"PK\3\4", b"PK\3\5"),
        GOOD[:45] + b"\xff" * 8 + GOOD[53:],
        _locked(GOOD),
    ],
    ids=["empty", "short", "text", "cut", "headless", "header", "content", "locked"],
)
def test_a_damaged_archive_gets_a_sentence(folder: Path, content: bytes) -> None:
    with pytest.raises(InputError, match="archive"):
        unpack([brought(content)], folder)


def test_every_byte_of_an_archive_may_be_wrong(folder: Path) -> None:
    for place in range(len(GOOD)):
        wrong = bytearray(GOOD)
        wrong[place] ^= 0xFF
        try:
            unpack([brought(bytes(wrong))], folder)
        except BertScopeError:
            pass
        assert set(names(folder)) <= {"config.json"}
        assert names(folder.parent) == ["model"]
        (folder / "config.json").unlink(missing_ok=True)


def test_a_full_disk_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(upload_files.Path, "open", full)
    with pytest.raises(StorageError, match="disk is full"):
        unpack([brought(GOOD)], folder)
