"""A class is led, followed and voted in, whether it is kept in the process or in a real Redis."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import own_loop
import pytest
import redis

from bertviz_core.errors import BusyError
from bertviz_core.server.classes import classes_at
from bertviz_core.server.classes.bulletin import Bulletin
from bertviz_core.server.classes.classroom import AWAY_S, INVITED_S, LASTS_S
from bertviz_core.server.classes.leading import Leading, NotAllowedError, NotNowError
from bertviz_core.server.classes.questions import ClassQuestion
from bertviz_core.server.classes.redis_store import ClassesInRedis
from bertviz_core.server.classes.store import ClassesHere, ClassStore, NoClassError

QUESTION = ClassQuestion(number=0, kind="word", about="El perro [MASK].")
Told = dict[str, Any]


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["here", "redis"])
def url(request: pytest.FixtureRequest) -> str | None:
    if request.param == "here":
        return None
    found = str(request.getfixturevalue("redis_url"))
    redis.Redis.from_url(found).flushall()
    return found


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    own_loop.run(asyncio.wait_for(test(), 60))


async def following(leading: Leading, code: str) -> AsyncIterator[Told]:
    async for told in leading.bulletin.listen(code):
        if told is not None:
            yield json.loads(told)


async def until(told: AsyncIterator[Told], wanted: Callable[[Told], bool]) -> Told:
    async for document in told:
        if wanted(document):
            return document
    raise AssertionError("the class ended")


def test_who_follows_is_told_the_whole_state_and_who_comes_late_the_newest(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        first = following(leading, code)
        assert (await anext(first))["address"] == ""
        for number in range(20):
            await leading.move(code, token, f"attention?text=frase+{number}")
        newest = await until(first, lambda told: told["address"].endswith("+19"))
        late = await anext(following(leading, code))
        assert late["address"] == newest["address"]
        assert late["moved"] == newest["moved"]
        before = newest["version"]
        await leading.move(code, token, "attention?text=frase+19")  # where it is already
        assert (await leading.bulletin.state(code))["version"] == before

    run(test)


def test_only_who_has_the_token_leads(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        other, other_token = await leading.start()
        for wrong in ("", "x" * 32, other_token, token[:-1]):
            for attempt in (
                leading.move(code, wrong, "words"),
                leading.ask(code, wrong, QUESTION),
                leading.invite(code, wrong),
                leading.counts(code, wrong),
                leading.end(code, wrong),
            ):
                with pytest.raises(NotAllowedError):
                    await attempt
        state = json.dumps(await leading.bulletin.state(code))
        assert token not in state
        assert (await leading.bulletin.state(other))["version"] == 1

    run(test)


def test_who_is_invited_leads_too_and_an_invitation_is_used_once(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        invitation = await leading.invite(code, token)
        second = await leading.accept(code, invitation)
        await leading.move(code, second, "words?view=map")
        assert (await leading.bulletin.state(code))["address"] == "words?view=map"
        for used in (invitation, token, "made up by somebody"):
            with pytest.raises(NotAllowedError):
                await leading.accept(code, used)

    run(test)


def test_a_hundred_votes_at_once_are_counted_and_the_last_of_a_browser_counts(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        await leading.ask(code, token, QUESTION)
        votes = [
            leading.vote(code, f"browser {n % 100}", 1, 1, "ladra" if n >= 100 else "x") for n in range(200)
        ]
        for half in (votes[:100], votes[100:]):
            await asyncio.gather(*half)
        await leading.step(code, token, 1, "close")
        with pytest.raises(NotNowError):
            await leading.vote(code, "late", 1, 1, "ladra")
        await leading.step(code, token, 1, "show")
        told = (await leading.bulletin.state(code))["question"]
        assert told["counts"] == [[["ladra", 100]]]  # type: ignore[index]
        assert await leading.counts(code, token) == [(1, "ladra", 100)]

    run(test)


def test_a_vote_for_another_question_or_round_is_none(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        with pytest.raises(NotNowError):
            await leading.vote(code, "v", 1, 1, "ladra")
        await leading.ask(code, token, QUESTION)
        for number, round_, choice in ((2, 1, "a"), (1, 2, "a"), (1, 1, "   ")):
            with pytest.raises(NotNowError):
                await leading.vote(code, "v", number, round_, choice)
        with pytest.raises(NotNowError):
            await leading.step(code, token, 2, "close")
        await leading.step(code, token, 1, None)
        assert (await leading.bulletin.state(code))["question"] is None

    run(test)


def test_an_ended_class_is_told_and_then_unknown(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        await leading.ask(code, token, QUESTION)
        await leading.vote(code, "v", 1, 1, "ladra")
        told = following(leading, code)
        await anext(told)
        await leading.end(code, token)
        assert (await until(told, lambda state: state["ended"]))["question"] is None
        with pytest.raises(NoClassError):
            await leading.move("AAAAAA", token, "words")
        if url is not None:
            assert not [key for key in redis.Redis.from_url(url).scan_iter() if b"votes" in key]

    run(test)


def test_a_class_that_nobody_leads_is_told_and_ends_by_itself() -> None:
    async def test() -> None:
        clock = Clock()
        store: ClassStore = ClassesHere(lambda code: None, clock)
        leading = Leading(store, Bulletin(store, clock), clock)
        code, token = await leading.start()
        invitation = await leading.invite(code, token)
        clock.now += AWAY_S + 1
        assert (await leading.bulletin.state(code))["away"]
        await leading.be_seen(code, token)
        assert not (await leading.bulletin.state(code))["away"]
        clock.now += INVITED_S
        with pytest.raises(NotAllowedError):
            await leading.accept(code, invitation)
        clock.now += LASTS_S + 1
        with pytest.raises(NoClassError):
            await leading.bulletin.state(code)

    run(test)


def test_copies_that_share_a_redis_tell_the_same_class(redis_url: str) -> None:
    async def test() -> None:
        one, other = classes_at(redis_url), classes_at(redis_url)
        code, token = await one.start()
        told = following(other, code)
        await anext(told)
        await one.move(code, token, "inside?view=input")
        assert await until(told, lambda state: state["address"] == "inside?view=input")
        again = classes_at(redis_url)  # a copy that was started anew
        await again.move(code, token, "inside?view=by_hand")
        assert await until(told, lambda state: state["address"] == "inside?view=by_hand")

    run(test)


def test_a_class_that_has_ended_stays_so(url: str | None) -> None:
    async def test() -> None:
        leading = classes_at(url)
        code, token = await leading.start()
        invitation = await leading.invite(code, token)
        await leading.end(code, token)
        for attempt in (
            leading.move(code, token, "words"),  # of a tab that has not heard of it
            leading.be_seen(code, token),
            leading.ask(code, token, QUESTION),
            leading.end(code, token),
        ):
            with pytest.raises(NoClassError):
                await attempt
        with pytest.raises(NotAllowedError):
            await leading.accept(code, invitation)
        assert (await leading.bulletin.state(code))["address"] == ""

    run(test)


def test_without_its_redis_there_is_a_sentence() -> None:
    async def test() -> None:
        store = ClassesInRedis("redis://127.0.0.1:9/0")
        for attempt in (store.get("AAAAAA"), store.votes("AAAAAA", 1, 1), anext(store.rings())):
            with pytest.raises(BusyError):
                await attempt  # type: ignore[misc]

    run(test)
