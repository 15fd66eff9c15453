"""What browsers send about a class: bounded before anything is made of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bertviz_core.server.classes.questions import LONGEST_CHOICE, ClassQuestion

MOST_OPTIONS = 12
LONGEST_ADDRESS = 8000
LONGEST_ABOUT = 600

Label = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_CHOICE)]
Secret = Annotated[str, StringConstraints(min_length=10, max_length=100)]
Address = Annotated[str, StringConstraints(max_length=LONGEST_ADDRESS, pattern=r"^[a-z_]{0,40}(\?[^\s#]*)?$")]
"""The page and its parameters: a way within the app, never to another site."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Nothing(_Body):
    """Nothing more to say."""


class Move(_Body):
    """Where the lecturer is."""

    address: Address


class Ask(_Body):
    """A question to the class."""

    kind: Literal["word", "next", "head", "sense"]
    about: Annotated[str, StringConstraints(max_length=LONGEST_ABOUT)] = ""
    options: tuple[Label, ...] = Field(default=(), max_length=MOST_OPTIONS)
    model: tuple[tuple[Label, Annotated[float, Field(ge=0, le=1)]], ...] = Field(
        default=(), max_length=MOST_OPTIONS
    )

    def question(self) -> ClassQuestion:
        """Return it as it is kept."""
        return ClassQuestion(
            number=0, kind=self.kind, about=self.about, options=self.options, model=self.model
        )


class Go(_Body):
    """A step of a question, or its end."""

    question: Annotated[int, Field(ge=1, le=10_000)]
    step: Literal["close", "show", "again", "explain"] | None = None


class Vote(_Body):
    """A vote."""

    question: Annotated[int, Field(ge=1, le=10_000)]
    round: Annotated[int, Field(ge=1, le=2)]
    choice: Annotated[str, StringConstraints(min_length=1, max_length=4 * LONGEST_CHOICE)]


class Accept(_Body):
    """An invitation."""

    invitation: Secret
