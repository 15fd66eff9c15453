"""The component's modules join into one script, and a broken module is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bertviz_core.components import attention
from bertviz_core.components.bundle import bundle_components, bundle_modules

FOLDER = Path(attention.__file__).parent


def write(folder: Path, **modules: str) -> Path:
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    return folder / "index.js"


def test_dependencies_come_first_and_once(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        index='import { a } from "./a.js";\nimport { b } from "./b.js";\nexport default () => a() + b();\n',
        a='import { b } from "./b.js";\nexport function a() { return b(); }\n',
        b="export function b() { return 1; }\n",
    )
    script = bundle_modules(entry)
    assert script.index("function b") < script.index("function a") < script.index("export default")
    assert script.count("function b") == 1
    assert "import" not in script


def test_a_missing_export_is_named(tmp_path: Path) -> None:
    entry = write(tmp_path, index='import { gone } from "./a.js";\n', a="export function here() {}\n")
    with pytest.raises(ValueError, match=r"index\.js imports gone"):
        bundle_modules(entry)


def test_a_name_defined_twice_is_named(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        index='import { a } from "./a.js";\nconst size = 1;\n',
        a="const size = 2;\nexport function a() {}\n",
    )
    with pytest.raises(ValueError, match="both define size"):
        bundle_modules(entry)


def test_modules_of_several_components_keep_their_names_to_themselves(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "one", index='import { a } from "../two/a.js";\nconst size = a();\n')
    write(tmp_path / "two", a="const size = 2;\nexport function a() { return size; }\nexport class B {}\n")
    script = bundle_components(tmp_path / "one" / "index.js")
    assert "const { a } = module0;" in script
    assert "return { a, B };" in script
    assert "import" not in script and "export" not in script


def test_the_attention_view_is_one_script_without_imports() -> None:
    script = bundle_modules(FOLDER / "index.js")
    assert re.findall(r"^(?:import|export)\b.*", script, re.MULTILINE) == [
        "export default function attentionView({ data, parentElement, setTriggerValue }) {"
    ]


def test_no_module_is_forgotten() -> None:
    script = bundle_modules(FOLDER / "index.js")
    for module in FOLDER.glob("*.js"):
        last_line = module.read_text(encoding="utf-8").rstrip().splitlines()[-2]
        assert last_line in script, module.name


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.js")), ids=lambda path: path.name)
def test_text_is_never_set_as_markup(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", source)
    assert "http" not in source
