"""The page of a lesson, for the route that sends it."""

from __future__ import annotations

from bertviz_core.server.lesson_route import AskedLesson, LessonFile


def lesson_file(asked: AskedLesson) -> LessonFile:
    """Return the page to be sent."""
    # Components are made known to a server that runs, which who imports this is about to begin.
    from bertviz_core.components.lesson.page import OnePage
    from bertviz_core.ui.lesson_page import lesson_words

    page = OnePage(lesson_words(asked))
    return LessonFile(size=page.size, pieces=page.pieces())
