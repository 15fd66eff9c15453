"""The command that saves a lesson to take along: one page, or a folder for a server of files."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path

from bertviz_core.cli.inputs import Arguments, read_texts
from bertviz_core.cli.output import print_notice
from bertviz_core.components.lesson.page import OnePage, write_folder
from bertviz_core.errors import InputError
from bertviz_core.locales import DEFAULT_LANGUAGE, LANGUAGES
from bertviz_core.server.lesson_route import MOST_CHARACTERS, AskedLesson, LessonView, one_line
from bertviz_core.ui.lesson_page import lesson_words

_VIEWS: dict[str, LessonView] = {"attention": "attention", "blanks": "masked_words", "pair": "next_sentence"}


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    lesson = commands.add_parser(
        "lesson",
        help="save a page that holds the bundled model and answers while one types, without a server",
    )
    lesson.add_argument(
        "out", nargs="?", metavar="OUT.html", help="the page, in one file that opens from a disk"
    )
    lesson.add_argument(
        "--folder", metavar="DIR", help="instead: index.html and its files, for any server of files"
    )
    lesson.add_argument(
        "--language",
        choices=list(LANGUAGES),
        default=DEFAULT_LANGUAGE,
        help=f"of the page (default: {DEFAULT_LANGUAGE})",
    )
    lesson.add_argument("--view", choices=list(_VIEWS), default="attention", help="that it opens with")
    lesson.add_argument("--text", default="", metavar="A", help="that it begins with; - reads standard input")
    lesson.add_argument("--pair", default="", metavar="B", help="a second text; - reads standard input")
    lesson.set_defaults(run=_save)


def _save(arguments: Arguments) -> None:
    """Write the page, or the folder.

    Raises:
        InputError: Neither or both are named, or a text is too long.
    """
    if (arguments.out is None) == (arguments.folder is None):
        raise InputError("Name the page, OUT.html, or a folder with --folder: one of both.")
    text, pair = (one_line(text) for text in read_texts(arguments.text, arguments.pair))
    if max(len(text), len(pair)) > MOST_CHARACTERS:
        raise InputError(
            "The sentences have over {most} characters together. Send fewer.", most=2 * MOST_CHARACTERS
        )
    asked = AskedLesson(
        language=arguments.language,
        view=_VIEWS[arguments.view],
        text=text,
        pair=pair,
    )
    if arguments.folder is not None:
        folder = Path(arguments.folder)
        write_folder(lesson_words(asked, in_folder=True), folder)
        print_notice(f"Saved in {folder}: serve the folder, and open its index.html there.")
        return
    _write_page(OnePage(lesson_words(asked)), Path(arguments.out))
    print_notice(f"Saved: {arguments.out}. It opens in a browser, without a server and without a network.")


def _write_page(page: OnePage, path: Path) -> None:
    """Write it beside its place first: what lies there is whole, or is not touched."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("wb") as file:
            file.writelines(page.pieces())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
