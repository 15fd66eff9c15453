"""What may be sent with each question: every text and every list has a longest length."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from bertviz_core.results import LAYER_STRATEGIES, STATIC
from bertviz_core.settings import get_settings

LARGEST_BODY = 1_000_000
"""Bytes of a request; more are not read."""

MOST_CANDIDATES, MOST_SENTENCES, MOST_SECOND = 100, 200, 20

_LONGEST_NAME = 200


def _short_enough(text: str) -> str:
    """Let a text pass that this installation reads.

    Raises:
        ValueError: It is longer.
    """
    if len(text) > (most := get_settings().max_characters):
        raise ValueError(f"a text has at most {most} characters")
    return text


Bounded = Annotated[str, AfterValidator(_short_enough)]
Text = Annotated[Bounded, Field(min_length=1)]
SecondText = Annotated[Bounded, Field(description="a second text, read with the first")]
Word = Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)]
HeadName = Annotated[str, Field(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")]
HeadsOff = Annotated[
    list[HeadName], Field(max_length=400, description="heads to switch off, each LAYER.HEAD, from 0")
]


class Body(BaseModel):
    """What every question has; anything that it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    model: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)] = Field(
        default_factory=lambda: get_settings().default_model,
        description="an id that `models` lists, or `run:` and the id of a fine-tuning",
    )


class TextBody(Body):
    """One text or two."""

    text: Text
    pair: SecondText = ""


class SurpriseBody(TextBody):
    """A text, and what is hidden along with a token."""

    within_words: Literal["original", "left_to_right"] = "original"


class FillMaskBody(TextBody):
    """A text with blanks, and what is asked about them."""

    text: Text = Field(description="a text with [MASK] or ___")
    top_k: int | None = Field(
        default=None, ge=1, le=100, description="words a blank (10), or fillings with `joint` (5)"
    )
    candidates: list[Word] = Field(default=[], max_length=MOST_CANDIDATES, description="score these too")
    joint: bool = Field(default=False, description="fill all blanks together, from left to right")
    beams: int = Field(default=5, ge=1, le=20, description="beginnings that `joint` keeps after each blank")
    end_sentence: bool = Field(
        default=True, description="put a full stop behind a blank at the end, where the model expects one"
    )
    without_heads: HeadsOff = []


class NextSentenceBody(Body):
    """A sentence, and one or several that may follow it."""

    first: Text
    second: Text | Annotated[list[Text], Field(min_length=1, max_length=MOST_SECOND)]
    without_heads: HeadsOff = []


class EmbedBody(Body):
    """A word, and the sentences in which it is looked for."""

    word: Word
    sentences: list[Text] = Field(min_length=1, max_length=MOST_SENTENCES)
    layers: int | Annotated[str, Field(max_length=_LONGEST_NAME)] = Field(
        default="concat_last_4",
        description=f"a number (0 is the input embedding), {', '.join(LAYER_STRATEGIES)} or {STATIC}",
    )
    match_case: bool = Field(default=False, description="banco is not Banco")
    forms: Literal["es", "en", "pt"] | None = Field(default=None, description="find other forms too")


class ClassifyBody(TextBody):
    """A text, or a question about one, for a fine-tuned model."""

    context: Bounded = Field(default="", description="the text with the answer")
    top_k: int = Field(default=3, ge=1, le=50, description="answers to a question")


class ModelsBody(BaseModel):
    """Nothing, for all models on offer, or one of them."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    model: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)] | None = None
