"""Visitors with cookies, who stay in their tab when its connection breaks, as a browser does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.attention_payload import read_payload
from benchmarks.browser_tab import PATIENCE_S, Tab, keep_cookies
from benchmarks.front_end import KNOWN, Answer, Shown
from benchmarks.visitor_questions import LOCALES, Question
from benchmarks.visitors import ClassPlan, Diary, Visitor

AGAIN_S = 0.5
"""Streamlit's front end tries again so soon at first, then ever later."""
LATEST_S = 4.0
COOKIE = "bertscope_copy"


@dataclass(slots=True)
class ClusterDiary(Diary):
    """What happened to all visitors, and when."""

    answered: list[tuple[float, float]] = field(default_factory=list)
    """When something was asked, by the clock of the event loop, and the seconds to the end of the answer."""
    back: list[float] = field(default_factory=list)
    """Seconds from a broken connection to the answer that was on its way, or that was shown already."""
    texts_kept: int = 0
    """Of those, the ones that showed the text of before."""
    moved: int = 0
    """Of those, the ones whose cookie then named another copy."""
    attempts: int = 0
    """To connect, until that was done for all who lost the connection."""

    def take(self, question: Question, answer: Answer, times: list[float]) -> None:
        """Note an answer and when it was asked for."""
        Diary.take(self, question, answer, times)
        self.answered.append((asyncio.get_running_loop().time() - answer.seconds, answer.seconds))


class ClusterVisitor(Visitor):
    """One person with one browser."""

    _diary: ClusterDiary

    def __init__(self, url: str, plan: ClassPlan, diary: ClusterDiary, number: int, start: float) -> None:
        super().__init__(url, plan, diary, number, start)
        self._cookies: dict[str, str] = {}

    async def come_and_go(self) -> None:
        """Be there until the class is over."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._curiosity.part() * self._plan.gap)
        await open_page(self._url, self._cookies)
        self._tab = Tab(self._url, LOCALES[self._curiosity.language], self._cookies)
        await self._tab.open()
        times = self._diary.first
        pause = 0.0
        while self._has_time(pause):
            next_question = loop.time() + self._curiosity.pause()
            try:
                await self._tab.wait_for_end(pause)
                question = await self._ask()
                answer = await self._tab.answer(keep=self._diary.keeps(question))
                self._diary.take(question, answer, times)
            except ConnectionClosed:
                await self._come_back()
            except TimeoutError:
                self._diary.trouble("timeout", f"no answer within {PATIENCE_S:.0f} s")
                break
            times = self._diary.later
            pause = max(0.0, next_question - loop.time())
        self._tab.close()

    async def _come_back(self) -> None:
        """Connect again, and see whether the page is as it was left."""
        loop, former = asyncio.get_running_loop(), self._cookies.get(COOKIE)
        text = self._tab.address.get("text", "")
        lost, pause = loop.time(), AGAIN_S
        while True:
            self._diary.attempts += 1
            try:
                await self._tab.open_again()
                answer = await self._tab.answer(keep=True)
                break
            except (OSError, InvalidHandshake, ConnectionClosed):
                if loop.time() - lost > PATIENCE_S:
                    self._diary.trouble("never connected again", f"in {PATIENCE_S:.0f} s")
                    return
                await asyncio.sleep(pause)
                pause = min(LATEST_S, pause * 2)
        self._diary.back.append(loop.time() - lost)
        self._diary.answered.append((lost, loop.time() - lost))
        self._diary.texts_kept += shown_text(answer.shown) == text
        self._diary.moved += self._cookies.get(COOKIE) != former
        asked = Question("attention", "explore", self._curiosity.language, {"text": text})
        self._diary.kept.append((asked, answer.shown))
        for kind, text in answer.troubles:
            self._diary.trouble(kind, text)


def shown_text(shown: Shown) -> str | None:
    """Return the text that an answer of the attention page is about."""
    for raw in shown.values():
        element = ForwardMsg.FromString(raw).delta.new_element if raw != KNOWN else None
        if element is not None and element.bidi_component.component_name == "attention_view":
            return str(read_payload(element.bidi_component.bytes).header["text"])
    return None


async def open_page(url: str, cookies: dict[str, str]) -> None:
    """Open the page as the address field of a browser does, and keep the cookies it comes with."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(
        f"GET / HTTP/1.1\r\nHost: {address.netloc}\r\nAccept: text/html\r\nConnection: close\r\n\r\n".encode()
    )
    head, _, _ = (await reader.read()).decode("latin-1").partition("\r\n\r\n")
    writer.close()
    lines = [line.partition(":") for line in head.split("\r\n")[1:]]
    keep_cookies(cookies, [value for name, _, value in lines if name.lower() == "set-cookie"])


async def visit_cluster(url: str, plan: ClassPlan, diary: ClusterDiary) -> None:
    """Let a class come and go."""
    start = asyncio.get_running_loop().time()
    visitors = [ClusterVisitor(url, plan, diary, number, start) for number in range(plan.visitors)]
    await asyncio.gather(*(visitor.come_and_go() for visitor in visitors))
