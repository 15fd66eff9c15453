"""Reads a tour from its file (`docs/write-a-tour.md`); what is wrong is said with its line."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import yaml

from bertviz_core.errors import InputError
from bertviz_core.locales import LANGUAGES
from bertviz_core.tours.places import PLACES
from bertviz_core.tours.tour import Done, Question, Task, Tour, TourStep, Words
from bertviz_core.tours.yaml_nodes import items, letters, line_of, read_nodes, section

MOST_BYTES = 120_000
MOST_STEPS = 60
MOST_SECONDS = 3600
MOST_OPTIONS = 6

TITLE_LETTERS, TEXT_LETTERS, NOTES_LETTERS, VIEW_LETTERS = 120, 700, 2000, 4000

OF_A_TOUR = frozenset({"tour", "tour_step", "own_tour", "lang"})
"""Parameters of addresses that steps leave out: which tour and language it is says who walks it."""

_TOUR = ("title", "about", "model", "steps")
_STEP = ("title", "text", "view", "highlight", "task", "question", "seconds", "notes")
_QUESTION = ("text", "options", "right", "answer")
_EQUALS = re.compile(r"([a-z_]{1,30})=([^\s=&#]{1,100})")
_CHANGED = re.compile(r"([a-z_]{1,30}) changed")
_CLICKED = re.compile(r"clicked ([a-z_]{1,30})")


def read_tour(text: str | bytes, *, pages: Collection[str]) -> Tour:
    """Return the tour of a file.

    Args:
        text: What the file holds.
        pages: The pages of the app, as addresses name them.

    Raises:
        InputError: It cannot be read: in which line, and why.
    """
    data = text.encode() if isinstance(text, str) else text
    if len(data) > MOST_BYTES:
        raise InputError("This file is too large for a tour: {most} kB at most.", most=MOST_BYTES // 1000)
    try:
        node = read_nodes(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("This file is no text in UTF-8.") from error
    entries = section(node, _TOUR, name="tour")
    _require(entries, node, "title", "steps")
    title = _words(entries["title"], TITLE_LETTERS, name="title")
    steps = tuple(_step(one, pages) for one in items(entries["steps"], MOST_STEPS, name="steps"))
    if not steps:
        raise InputError("Line {line}: a tour needs a step.", line=line_of(entries["steps"]))
    return Tour(
        title=title,
        about=_words(entries["about"], TEXT_LETTERS, name="about") if "about" in entries else {},
        steps=steps,
        model=letters(entries["model"], 200, name="model") if "model" in entries else "",
    )


def _require(entries: dict[str, Any], node: Any, *names: str) -> None:
    for name in names:
        if name not in entries:
            raise InputError("Line {line}: “{name}” is missing here.", line=line_of(node), name=name)


def _step(node: Any, pages: Collection[str]) -> TourStep:
    entries = section(node, _STEP, name="step")
    _require(entries, node, "title", "view")
    return TourStep(
        title=_words(entries["title"], TITLE_LETTERS, name="title"),
        text=_words(entries["text"], TEXT_LETTERS, name="text") if "text" in entries else {},
        view=_view(entries["view"], pages),
        highlight=_place(entries["highlight"]) if "highlight" in entries else "",
        task=_task(entries["task"]) if "task" in entries else None,
        question=_question(entries["question"]) if "question" in entries else None,
        seconds=_whole(entries["seconds"], MOST_SECONDS, name="seconds") if "seconds" in entries else 0,
        notes=_words(entries["notes"], NOTES_LETTERS, name="notes") if "notes" in entries else None,
    )


def _words(node: Any, most: int, *, name: str) -> Words:
    """Return a text: one for all languages, or one for each that is named."""
    if isinstance(node, yaml.ScalarNode):
        return {"": letters(node, most, name=name)}
    texts = section(node, LANGUAGES, name=name)
    if not texts:
        raise InputError("Line {line}: “{name}” is empty.", line=line_of(node), name=name)
    return {language: letters(text, most, name=name) for language, text in texts.items()}


def _view(node: Any, pages: Collection[str]) -> Words:
    views = _words(node, VIEW_LETTERS, name="view")
    return {language: _address(view, pages, line_of(node)) for language, view in views.items()}


def _address(view: str, pages: Collection[str], line: int) -> str:
    """Return `page?parameters` of an address, without what belongs to who walks the tour."""
    try:
        parts = urlsplit(view)
        named = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=40)
    except ValueError as error:
        raise InputError("Line {line}: this is no address of a view.", line=line) from error
    page = parts.path.rstrip("/").rpartition("/")[2]
    if page not in pages:
        raise InputError("Line {line}: there is no page “{page}” here.", line=line, page=page[:60])
    query = "&".join(f"{name}={_quoted(value)}" for name, value in named if name not in OF_A_TOUR)
    return f"{page}?{query}" if query else page


def _quoted(value: str) -> str:
    """Write a value of an address so that people can read it."""
    return re.sub(
        r"[%&+#=\s\x00-\x1f]", lambda found: "+" if found[0] == " " else f"%{ord(found[0]):02X}", value
    )


def _place(node: Any) -> str:
    place = letters(node, 40, name="highlight")
    if place not in PLACES:
        raise InputError(
            "Line {line}: there is no place “{place}” to point at. Known: {known}.",
            line=line_of(node),
            place=place,
            known=", ".join(PLACES),
        )
    return place


def _task(node: Any) -> Task:
    entries = section(node, ("text", "done_when"), name="task")
    _require(entries, node, "text")
    return Task(
        text=_words(entries["text"], TEXT_LETTERS, name="text"),
        done_when=_done(entries["done_when"]) if "done_when" in entries else None,
    )


def _done(node: Any) -> Done:
    said = letters(node, 140, name="done_when")
    if found := _EQUALS.fullmatch(said):
        return Done(kind="equals", name=found[1], value=found[2])
    if found := _CHANGED.fullmatch(said):
        return Done(kind="changed", name=found[1])
    if (found := _CLICKED.fullmatch(said)) and found[1] in PLACES:
        return Done(kind="clicked", name=found[1])
    raise InputError(
        "Line {line}: “done_when” must be like view=heads, layer changed, text changed, or clicked chart.",
        line=line_of(node),
    )


def _question(node: Any) -> Question:
    entries = section(node, _QUESTION, name="question")
    _require(entries, node, "text", "answer")
    options: tuple[Words, ...] = ()
    if "options" in entries:
        options = tuple(
            _words(one, TITLE_LETTERS, name="options")
            for one in items(entries["options"], MOST_OPTIONS, name="options")
        )
    right = None
    if "right" in entries:
        right = _whole(entries["right"], MOST_OPTIONS, name="right") - 1
        if not 0 <= right < len(options):
            raise InputError(
                "Line {line}: “right” must be the number of an option, from 1.",
                line=line_of(entries["right"]),
            )
    return Question(
        text=_words(entries["text"], TEXT_LETTERS, name="text"),
        answer=_words(entries["answer"], TEXT_LETTERS, name="answer"),
        options=options,
        right=right,
    )


def _whole(node: Any, most: int, *, name: str) -> int:
    text = letters(node, 12, name=name)
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise InputError(
            "Line {line}: “{name}” must be a whole number up to {most}.",
            line=line_of(node),
            name=name,
            most=most,
        )
    return int(text)
