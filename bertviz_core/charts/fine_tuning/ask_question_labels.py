"""How parts of a text that may answer a question are written where there is little room."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from bertviz_core.charts.chart_style import beginning, plain
from bertviz_core.results import AnsweredQuestion, AnswerSpan

MOST_LETTERS, AROUND_LETTERS = 26, 15
"""Of an answer, and of the text on each side of it."""
LONGEST_WORD = 40
_GAP = "___"
_WORD_END, _WORD_START = regex.compile(r"\w{1,40}\Z"), regex.compile(r"\w{1,40}")


def answer_labels(answer: AnsweredQuestion) -> list[str]:
    """Write each answer in bold, and below it the words on both sides of it, as markup of a chart.

    Answers overlap: where they begin and end is what tells them apart. Of a word that an answer holds in
    part, the other letters are written too, not in bold.
    """
    return [_label(answer.context, span) for span in answer.answers]


def _label(text: str, span: AnswerSpan) -> str:
    before, after = text[: span.start], text[span.end :]
    head, tail = _WORD_END.search(before), _WORD_START.match(after)
    start, end = (found[0] if found and span.text else "" for found in (head, tail))
    shown = plain(short_answer(span.text, MOST_LETTERS))
    around = _around(before.removesuffix(start), after.removeprefix(end))
    return f"{plain(start)}<b>{shown}</b>{plain(end)}<br>{plain(around)}"


def short_answer(text: str, letters: int) -> str:
    """Return the first and the last words of an answer, as many as fit; only a huge word is cut."""
    words = [beginning(word, LONGEST_WORD) for word in text.split()]
    if len(" ".join(words)) <= letters or len(words) < 3:
        return " ".join(words)
    first = _fitting(words[:-1], letters // 2)
    last = _fitting(reversed(words[len(first) :]), letters - letters // 2)[::-1]
    between = [] if len(first) + len(last) == len(words) else ["…"]
    return " ".join([*first, *between, *last])


def _around(before: str, after: str) -> str:
    """Return the words next to an answer, with a gap where it stands."""
    left_words, right_words = before.split(), after.split()
    left = _fitting(reversed(left_words), AROUND_LETTERS)[::-1]
    right = _fitting(right_words, AROUND_LETTERS)
    start = "…" if len(left) < len(left_words) else ""
    end = "…" if len(right) < len(right_words) else ""
    return f"{start}{' '.join([*left, _GAP, *right])}{end}"


def _fitting(words: Iterable[str], letters: int) -> list[str]:
    """Return the first words that fit, one at least."""
    taken: list[str] = []
    for word in words:
        if taken and len(" ".join([*taken, word])) > letters:
            break
        taken.append(beginning(word, LONGEST_WORD))
    return taken
