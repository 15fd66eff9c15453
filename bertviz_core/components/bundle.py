"""Join the ES modules of a component into the one script Streamlit serves, without a build step.

Streamlit takes a component's JavaScript as one text. The modules stay small files with ordinary
`import {…} from "./x.js"` lines, which editors and linters understand; joining them means placing
each after what it imports and dropping the lines that only name files.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/(?:[\w-]+/)*[\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class)\b)", re.MULTILINE)
_TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def bundle_modules(entry: Path) -> str:
    """Return the entry module with everything it imports, dependencies first.

    Raises:
        ValueError: Two modules define the same top-level name, or one imports a name that the
            other does not export.
    """
    sources: dict[Path, str] = {}
    _collect(entry, sources)
    owners: dict[str, str] = {}
    parts = []
    for path, source in sources.items():
        for name in _TOP_LEVEL.findall(source):
            if owners.setdefault(name, path.name) != path.name:
                raise ValueError(f"{path.name} and {owners[name]} both define {name}")
        body = _IMPORT.sub("", source)
        parts.append(body if path == entry else _EXPORT.sub("", body))
    return "\n".join(parts)


def bundle_components(entry: Path) -> str:
    """Return the entry module with everything it imports, from the folders of several components.

    Each module has its own scope, since those of different components may use the same names.

    Raises:
        ValueError: A module imports a name that the other does not export.
    """
    sources: dict[Path, str] = {}
    _collect(entry, sources)
    names = {path: f"module{number}" for number, path in enumerate(sources)}
    parts = []
    for path, source in sources.items():
        imports = "".join(
            f"const {{{imported}}} = {names[(path.parent / file).resolve()]};\n"
            for imported, file in _IMPORT.findall(source)
        )
        exported = ", ".join(_TOP_LEVEL.findall(_exported_lines(source)))
        body = _EXPORT.sub("", _IMPORT.sub("", source))
        parts.append(f"const {names[path]} = (() => {{\n{imports}{body}return {{ {exported} }};\n}})();\n")
    return "\n".join(parts)


def _collect(path: Path, sources: dict[Path, str]) -> None:
    """Add a module's imports, then the module itself, to `sources`."""
    source = path.read_text(encoding="utf-8")
    for names, file_name in _IMPORT.findall(source):
        dependency = (path.parent / file_name).resolve()
        if dependency not in sources:
            _collect(dependency, sources)
        exported = {name for name in _TOP_LEVEL.findall(_exported_lines(sources[dependency]))}
        for name in (part.strip() for part in names.split(",") if part.strip()):
            if name not in exported:
                raise ValueError(f"{path.name} imports {name}, which {file_name} does not export")
    sources[path] = source


def _exported_lines(source: str) -> str:
    """Keep the lines of a module that export something."""
    return "\n".join(line for line in source.splitlines() if line.startswith("export "))
