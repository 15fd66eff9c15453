"""YAML from people: bounded before anything is built of it, with the line of whatever is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any
from unicodedata import category

import yaml

from bertviz_core.errors import InputError

MOST_PARTS = 6000
"""Of a file: its values, lists and sections."""
DEEPEST = 8

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_nodes(text: str) -> Any:
    """Return the sections of a file as nodes, which know their lines.

    Raises:
        InputError: It is no YAML, or holds references, types of its own, or more than a tour can.
    """
    try:
        _check_parts(text)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InputError(
            "Line {line}: this is not written as YAML is ({problem}).", line=line, problem=error.problem or ""
        ) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InputError("This file cannot be read as YAML.") from error
    if node is None:
        raise InputError("This file is empty.")
    return node


def _check_parts(text: str) -> None:
    depth = 0
    for number, event in enumerate(yaml.parse(text, Loader=_Loader)):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise InputError("Line {line}: references (& and *) are not read here; write it out.", line=line)
        if getattr(event, "tag", None):
            raise InputError("Line {line}: types (!) are not read here; leave it out.", line=line)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if number > MOST_PARTS or depth > DEEPEST:
            raise InputError("Line {line}: this is more than a tour can hold.", line=line)


def line_of(node: Any) -> int:
    """Return the line on which a node begins, from 1."""
    return int(node.start_mark.line) + 1


def section(node: Any, known: Collection[str], *, name: str) -> dict[str, Any]:
    """Return the entries of a section by their names.

    Args:
        node: What stands there.
        known: Names that it may have.
        name: Of the section, for messages.

    Raises:
        InputError: It is no section, or has an entry twice or of another name.
    """
    if not isinstance(node, yaml.MappingNode):
        raise InputError(
            "Line {line}: “{name}” must be entries, each with a name and a colon.",
            line=line_of(node),
            name=name,
        )
    entries: dict[str, Any] = {}
    for key, value in node.value:
        word = str(key.value)[:40] if isinstance(key, yaml.ScalarNode) else "?"
        if word not in known:
            raise InputError(
                "Line {line}: “{word}” is not known here. Known: {known}.",
                line=line_of(key),
                word=word,
                known=", ".join(name for name in known if name),
            )
        if word in entries:
            raise InputError("Line {line}: “{word}” stands here twice.", line=line_of(key), word=word)
        entries[word] = value
    return entries


def items(node: Any, most: int, *, name: str) -> Iterator[Any]:
    """Return what stands in a list.

    Raises:
        InputError: It is no list, or longer.
    """
    if not isinstance(node, yaml.SequenceNode):
        raise InputError(
            "Line {line}: “{name}” must be a list, each line of which begins with a dash.",
            line=line_of(node),
            name=name,
        )
    if len(node.value) > most:
        raise InputError(
            "Line {line}: “{name}” has {count} entries; {most} are read at most.",
            line=line_of(node),
            name=name,
            count=len(node.value),
            most=most,
        )
    return iter(node.value)


def letters(node: Any, most: int, *, name: str) -> str:
    """Return a text, without space around it.

    Raises:
        InputError: It is none, is empty, or longer.
    """
    if not isinstance(node, yaml.ScalarNode):
        raise InputError("Line {line}: “{name}” must be a text.", line=line_of(node), name=name)
    text = str(node.value).strip()
    if not text or any(category(letter)[0] == "C" and letter not in "\n\t" for letter in text):
        raise InputError(
            "Line {line}: “{name}” is empty, or has letters that cannot be shown.",
            line=line_of(node),
            name=name,
        )
    if len(text) > most:
        raise InputError(
            "Line {line}: “{name}” has {count} letters; {most} are read at most.",
            line=line_of(node),
            name=name,
            count=len(text),
            most=most,
        )
    return text
