"""What lecturers may do with a class, and what everybody may."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable

from bertviz_core.errors import N_, BertScopeError
from bertviz_core.server.classes.bulletin import Bulletin
from bertviz_core.server.classes.classroom import INVITED_S, MOST_HOSTS, Classroom
from bertviz_core.server.classes.codes import digest, new_code, new_token
from bertviz_core.server.classes.questions import ClassQuestion, Step
from bertviz_core.server.classes.store import GONE, ClassStore, NoClassError

SHOWN_OF_HOST = 12
"""Letters of a digest by which lecturers of a class are told apart."""
_TRIES = 50

NOT_YOURS = N_("Only who leads this class may do that.")
NOT_INVITED = N_("This invitation was used already, or is too old. Ask for another one.")
NOT_NOW = N_("That cannot be done with the question as it stands now.")
NO_ANSWER = N_("That cannot be counted as an answer. Write another one.")
NO_VOTE = N_("There is no vote now. Wait for the next question.")


class NotAllowedError(BertScopeError):
    """Whoever asks does not lead the class."""


class NotNowError(BertScopeError):
    """The class is not where this makes sense."""


class Leading:
    """The classes of this installation.

    Args:
        store: Where they are kept.
        bulletin: Tells those who follow.
        clock: Seconds of Unix time.
    """

    def __init__(self, store: ClassStore, bulletin: Bulletin, clock: Callable[[], float] = time.time) -> None:
        self.bulletin = bulletin
        self._store, self._clock = store, clock

    async def start(self) -> tuple[str, str]:
        """Start a class; return its code, and the token of whoever leads it."""
        token = new_token()
        for _ in range(_TRIES):
            room = Classroom(code=new_code(), seen=self._clock(), hosts=(digest(token),))
            if await self._store.add(room):
                return room.code, token
        raise NotNowError(NOT_NOW)

    async def move(self, code: str, token: str, address: str) -> int:
        """Take the class to an address; return the version of that."""

        def moved(room: Classroom) -> Classroom:
            if address == room.address:
                return room.changed_only(seen=self._clock())
            return room.changed(
                address=address, moved=room.version + 1, by=digest(token)[:SHOWN_OF_HOST], seen=self._clock()
            )

        return (await self._lead(code, token, moved)).moved

    async def be_seen(self, code: str, token: str) -> None:
        """Note that the lecturer is there."""
        await self._lead(code, token, lambda room: room.changed_only(seen=self._clock()))

    async def ask(self, code: str, token: str, question: ClassQuestion) -> None:
        """Ask the class; `number`, `state` and `round` of the question are given here."""

        def asked(room: Classroom) -> Classroom:
            number = room.asked + 1
            begun = question.begun(number)
            return room.changed(question=begun, asked=number, seen=self._clock())

        await self._lead(code, token, asked)

    async def step(self, code: str, token: str, number: int, step: Step | None) -> None:
        """Go on with a question, or take it away where there is no step."""

        def stepped(room: Classroom) -> Classroom:
            if room.question is None or room.question.number != number:
                raise NotNowError(NOT_NOW)
            after = None if step is None else room.question.after(step)
            if step is not None and after is None:
                raise NotNowError(NOT_NOW)
            return room.changed(question=after, seen=self._clock())

        await self._lead(code, token, stepped)

    async def vote(self, code: str, voter: str, number: int, round_: int, said: object) -> None:
        """Take a vote, the last one of a voter in a round.

        Args:
            code: Of the class.
            voter: Names a browser; only its digest is kept, and until the class ends.
            number: Of the question.
            round_: Of the vote, 1 or 2.
            said: The number of an option, or a word.
        """
        question = (await self._store.get(code)).question
        if question is None or (question.number, question.round, question.state) != (number, round_, "open"):
            raise NotNowError(NO_VOTE)
        choice = question.read_choice(said)
        if choice is None:
            raise NotNowError(NO_ANSWER)
        await self._store.vote(code, number, round_, digest(f"{code} {voter}"), choice)

    async def counts(self, code: str, token: str) -> list[tuple[int, str, int]]:
        """Return `(round, label, votes)` of the question that stands, for its lecturer; none of few votes."""
        room = await self._lead(code, token, lambda room: room.changed_only(seen=self._clock()))
        rows: list[tuple[int, str, int]] = []
        if room.question is not None:
            for number in room.question.rounds:
                votes = await self._store.votes(code, room.question.number, number)
                counts = room.question.counts(votes) or []
                rows += [(number, str(label), int(count)) for label, count in counts]
        return rows

    async def invite(self, code: str, token: str) -> str:
        """Return what makes one other person lead the class too, once and soon."""
        invitation = new_token()

        def invited(room: Classroom) -> Classroom:
            now = self._clock()
            kept = tuple(one for one in room.invitations if one[1] > now)[-MOST_HOSTS:]
            added = (digest(invitation), now + INVITED_S)
            return room.changed_only(invitations=(*kept, added), seen=now)

        await self._lead(code, token, invited)
        return invitation

    async def accept(self, code: str, invitation: str) -> str:
        """Return the token of one who was invited; the invitation is used up."""
        token, used = new_token(), digest(invitation)

        def accepted(room: Classroom) -> Classroom:
            if (
                room.ended
                or len(room.hosts) >= MOST_HOSTS
                or not any(
                    hmac.compare_digest(kept, used) and until > self._clock()
                    for kept, until in room.invitations
                )
            ):
                raise NotAllowedError(NOT_INVITED)
            left = tuple(one for one in room.invitations if one[0] != used)
            return room.changed_only(invitations=left, hosts=(*room.hosts, digest(token)))

        await self._store.change(code, accepted)
        return token

    async def end(self, code: str, token: str) -> None:
        """End the class; its votes are forgotten."""
        room = await self._lead(code, token, lambda room: room.changed(ended=True, question=None, address=""))
        await self._store.forget(room)

    async def _lead(self, code: str, token: str, change: Callable[[Classroom], Classroom]) -> Classroom:
        leader = digest(token)

        def led(room: Classroom) -> Classroom:
            if not any(hmac.compare_digest(leader, host) for host in room.hosts):
                raise NotAllowedError(NOT_YOURS)
            if room.ended:  # a tab that has not heard of it yet
                raise NoClassError(GONE)
            return change(room)

        return await self._store.change(code, led)
