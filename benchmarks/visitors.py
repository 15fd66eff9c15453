"""A class of visitors: each opens a page, then asks something every few seconds, all in one event loop."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.browser_tab import PATIENCE_S, Tab
from benchmarks.front_end import Answer, Shown
from benchmarks.visitor_questions import LOCALES, QUESTIONS, Curiosity, Question

VIEW_CHOICE = "_view_choice"
"""End of the id of the buttons that choose a page's view."""

KEEP_FIRST, KEEP_EVERY, MOST_KEPT = 2, 10, 300
"""Of every view so many answers are kept for a comparison, then one of so many; of all of them no more."""


MIDDLE_S = 0.1
"""Who does not wait for an answer goes on so soon at the latest, once the server has begun with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan:
    """How many visitors do what for how long."""

    page: str
    visitors: int
    seconds: float
    gap: float = 10.0
    equal: float = 0.2
    leave: float = 0.1
    tokens: int | None = None
    questions: int | None = None
    """Of each visitor at most, where the class is not to be timed."""
    run: str = ""
    """Another one means other questions."""


@dataclass(slots=True)
class Diary:
    """What happened to all visitors."""

    first: list[float] = field(default_factory=list)
    """Seconds from the opening of a socket to the end of the first run."""
    later: list[float] = field(default_factory=list)
    """Seconds of every question after that."""
    left: int = 0
    """Answers that were not waited for."""
    received: int = 0
    """Bytes."""
    troubles: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    kept: list[tuple[Question, Shown]] = field(default_factory=list)
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Answers by page and view."""

    def trouble(self, kind: str, example: str) -> None:
        """Count something that should not be."""
        self.troubles[kind] += 1
        self.examples.setdefault(kind, example)

    def take(self, question: Question, answer: Answer, times: list[float]) -> None:
        """Note an answer."""
        times.append(answer.seconds)
        self.received += answer.received
        self.seen[question.page, question.view] += 1
        for kind, text in answer.troubles:
            where = f"{question.page or 'home'}/{question.view}"
            self.trouble(kind, f"{where}: {text}")
        if answer.shown:
            self.kept.append((question, answer.shown))

    def keeps(self, question: Question) -> bool:
        """Tell whether what is shown for a question is to be kept: the first answers of a view, then some."""
        known = self.seen[question.page, question.view]
        return (
            question.parameters is not None
            and len(self.kept) < MOST_KEPT
            and (known < KEEP_FIRST or known % KEEP_EVERY == 0)
        )


async def visit(url: str, plan: ClassPlan) -> Diary:
    """Let a class come and go; they come one by one within the first gap."""
    loop, diary = asyncio.get_running_loop(), Diary()
    start = loop.time()
    visitors = [Visitor(url, plan, diary, number, start) for number in range(plan.visitors)]
    await asyncio.gather(*(visitor.come_and_go() for visitor in visitors))
    return diary


class Visitor:
    """One person: opens a tab, asks, sometimes does not wait for the answer.

    Args:
        url: Address of the app.
        plan: Of the class.
        diary: Where everybody notes what happened.
        number: Which one of the class.
        start: When the class begins, by the clock of the event loop.
    """

    def __init__(self, url: str, plan: ClassPlan, diary: Diary, number: int, start: float) -> None:
        self._url, self._plan, self._diary, self._start = url, plan, diary, start
        self._curiosity = Curiosity(
            plan.page, plan.run, number, equal=plan.equal, gap=plan.gap, tokens=plan.tokens
        )
        self._asked = 0
        self._gone = False
        self._views: dict[str, str] = {}
        self._tab = Tab(url, LOCALES[self._curiosity.language])

    async def come_and_go(self) -> None:
        """Be there until the class is over, in one tab after the other."""
        await asyncio.sleep(self._curiosity.part() * self._plan.gap)
        while self._has_time() and not self._gone:
            self._tab, self._views = Tab(self._url, LOCALES[self._curiosity.language]), {}
            try:
                await self._tab.open()
            except (OSError, InvalidHandshake) as refused:
                self._diary.trouble("socket not opened", repr(refused))
                await asyncio.sleep(1)
                continue
            try:
                await self._stay()
            except ConnectionClosed as dropped:
                self._diary.trouble("dropped socket", str(dropped))
                await asyncio.sleep(1)
            finally:
                self._tab.close()

    def _has_time(self, pause: float = 0.0) -> bool:
        """Tell whether there is another question before the class is over."""
        if self._plan.questions is not None and self._asked >= self._plan.questions:
            return False
        return asyncio.get_running_loop().time() + pause < self._start + self._plan.seconds

    async def _stay(self) -> None:
        """Ask in one tab until the class is over, or the visitor leaves, or waits in vain."""
        loop, times = asyncio.get_running_loop(), self._diary.first
        while True:
            next_question = loop.time() + self._curiosity.pause()
            question = await self._ask()
            if self._curiosity.leaves(self._plan.leave):
                self._diary.left += 1
                await asyncio.sleep(self._curiosity.part() * MIDDLE_S)
                await self._tab.begun()
                if self._curiosity.part() < 0.5:
                    return
                question = await self._ask()
            try:
                answer = await self._tab.answer(keep=self._diary.keeps(question))
            except TimeoutError:
                self._diary.trouble("timeout", f"no answer within {PATIENCE_S:.0f} s")
                times.append(PATIENCE_S)
                return
            self._diary.take(question, answer, times)
            times = self._diary.later
            pause = max(0.0, next_question - loop.time())
            if not self._has_time(pause):
                self._gone = True  # a new tab would ask at once, and the whole class at its end
                return
            await asyncio.sleep(pause)

    async def _ask(self) -> Question:
        """Ask something: by a link, or by a click on another view of the page."""
        self._asked += 1
        page, view = self._curiosity.place()
        tab, views, second = self._tab, self._views, asyncio.get_running_loop().time() - self._start
        buttons = f"-{page}{VIEW_CHOICE}"
        if page == tab.page and views.get(page, view) != view and tab.buttons(buttons):
            views[page] = view
            await tab.click(buttons, list(QUESTIONS[page]).index(view))
            return Question(page, view, self._curiosity.language)
        view = views.setdefault(page, view)  # Streamlit keeps the choice of a visit
        question = self._curiosity.question(page, view, second)
        await tab.follow_link(page, question.link)
        return question
