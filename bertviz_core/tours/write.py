"""Writes a tour as a file that `read_tour` reads, and people can go on with in an editor."""

from __future__ import annotations

from typing import Any

import yaml

from bertviz_core.tours.tour import Question, Task, Tour, TourStep, Words


def tour_yaml(tour: Tour) -> str:
    """Return the file of a tour."""
    entries: dict[str, Any] = {"title": _words(tour.title)}
    if tour.about:
        entries["about"] = _words(tour.about)
    if tour.model:
        entries["model"] = tour.model
    entries["steps"] = [_step(step) for step in tour.steps]
    return str(yaml.safe_dump(entries, allow_unicode=True, sort_keys=False, width=100))


def _words(words: Words) -> str | dict[str, str]:
    return words[""] if "" in words else dict(words)


def _step(step: TourStep) -> dict[str, Any]:
    entries: dict[str, Any] = {
        "title": _words(step.title),
        **({"text": _words(step.text)} if step.text else {}),
        "view": _words(step.view),
    }
    if step.highlight:
        entries["highlight"] = step.highlight
    if step.task:
        entries["task"] = _task(step.task)
    if step.question:
        entries["question"] = _question(step.question)
    if step.seconds:
        entries["seconds"] = step.seconds
    if step.notes:
        entries["notes"] = _words(step.notes)
    return entries


def _task(task: Task) -> dict[str, Any]:
    entries: dict[str, Any] = {"text": _words(task.text)}
    if task.done_when:
        entries["done_when"] = str(task.done_when)
    return entries


def _question(question: Question) -> dict[str, Any]:
    entries: dict[str, Any] = {"text": _words(question.text)}
    if question.options:
        entries["options"] = [_words(option) for option in question.options]
    if question.right is not None:
        entries["right"] = question.right + 1
    return entries | {"answer": _words(question.answer)}
