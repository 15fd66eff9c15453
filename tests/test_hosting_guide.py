"""The hosting guide names settings that exist, with the defaults they have."""

import re
from pathlib import Path

from bertviz_core.settings import Settings

GUIDE = Path(__file__).parent.parent / "docs" / "hosting.md"


def test_every_setting_named_exists() -> None:
    named = {name.lower() for name in re.findall(r"BERTSCOPE_(\w+)", GUIDE.read_text(encoding="utf-8"))}
    assert named
    assert named <= set(Settings.model_fields)


def test_the_defaults_in_the_table_are_the_real_ones() -> None:
    rows = re.findall(r"^\| `BERTSCOPE_(\w+)` \| ([^|]*) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows
    for name, cell in rows:
        shown = cell.strip(" `") or None
        assert getattr(Settings.model_validate({name.lower(): shown}), name.lower()) == (
            Settings.model_fields[name.lower()].default
        )


def test_every_bound_of_the_settings_stands_in_the_table_of_bounds() -> None:
    _, _, section = GUIDE.read_text(encoding="utf-8").partition("\n## Bounds\n")
    told = set(re.findall(r"^\| `BERTSCOPE_(\w+)` \|", section.partition("\n## ")[0], re.MULTILINE))
    bounds = {name.upper() for name in Settings.model_fields if re.match(r"max_|min_|.*_a_minute$", name)}
    assert bounds <= told
