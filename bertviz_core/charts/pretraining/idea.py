"""The two steps of the lectures as pictures: pretraining without labels, then a task with labels."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.charts.chart_style import CHOSEN, MORE, ChartStyle, plain, readable_ink

WIDTH, HEIGHT = 540, 250
"""Two of these stand beside each other on a projector, at 0.79 of this size."""
LETTERS = 18
CARD, CARD_HEIGHT, CARD_GAP = 214, 56, 10
MODEL_LEFT, MODEL_WIDTH, LAYERS = 240, 112, 6
TOP, ANSWER_LEFT = 50, 378


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPicture:
    """One step in words of the visitor's language."""

    heading: str
    texts: tuple[tuple[str, str], ...]
    """What goes in: texts with their labels, which are empty where nobody has written any."""
    model: str
    answers: tuple[str, ...]
    """What is asked of the model."""
    new: str = ""
    """A part that is added to the model in this step."""


def step_svg(picture: StepPicture, style: ChartStyle) -> str:
    """Draw texts on the left, the model in the middle, and what it has to answer on the right."""
    texts = "".join(
        _text_card(text, label, style, y=TOP + place * (CARD_HEIGHT + CARD_GAP))
        for place, (text, label) in enumerate(picture.texts)
    )
    answers = "".join(
        _words(ANSWER_LEFT, TOP + 50 + 52 * place, answer, style.ink)
        for place, answer in enumerate(picture.answers)
    )
    middle = TOP + 82
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif">'
        f"{_words(4, 22, picture.heading, style.ink, size=20, weight=600)}"
        f"{texts}{_arrow(CARD + 6, middle, style)}{_model(picture, style)}"
        f"{_arrow(MODEL_LEFT + MODEL_WIDTH + 5, middle, style)}{answers}</svg>"
    )


def _text_card(text: str, label: str, style: ChartStyle, *, y: int) -> str:
    """Draw a text, and a label on a tag of its own."""
    parts = [
        f'<rect x="1" y="{y}" width="{CARD}" height="{CARD_HEIGHT}" rx="5" fill="none" stroke="{style.ink}" '
        f'stroke-opacity="0.4"/>',
        _words(8, y + (22 if label else 34), text, style.ink),
    ]
    if label:
        parts.append(
            f'<rect x="8" y="{y + 29}" width="{14 + 9 * len(label)}" height="22" rx="3" fill="{CHOSEN}"/>'
        )
        parts.append(_words(15, y + 46, label, readable_ink(CHOSEN)))
    return "".join(parts)


def _model(picture: StepPicture, style: ChartStyle) -> str:
    """Draw the model as a stack of layers, a new part on top of it in another colour."""
    parts, middle = [], MODEL_LEFT + MODEL_WIDTH / 2
    for layer in range(LAYERS):
        y = TOP + 128 - 22 * layer
        parts.append(
            f'<rect x="{MODEL_LEFT}" y="{y}" width="{MODEL_WIDTH}" height="18" rx="3" fill="{MORE}" '
            f'fill-opacity="{0.55 + 0.09 * layer:.2f}"/>'
        )
    if picture.new:
        place = f'x="{MODEL_LEFT}" y="{TOP - 11}" width="{MODEL_WIDTH}" height="24"'
        parts.append(f'<rect {place} rx="3" fill="{CHOSEN}"/>')
        parts.append(_words(middle, TOP + 7, picture.new, readable_ink(CHOSEN), middle=True))
    parts.append(_words(middle, TOP + 174, picture.model, style.ink, weight=600, middle=True))
    return "".join(parts)


def _arrow(x: float, y: float, style: ChartStyle) -> str:
    return f'<path d="M{x} {y} h16 m-6 -5 l6 5 l-6 5" fill="none" stroke="{style.ink}" stroke-width="1.6"/>'


def _words(
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: int = LETTERS,
    weight: int = 400,
    middle: bool = False,
) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" font-size="{size}" font-weight="{weight}"{anchor}>'
        f"{plain(text)}</text>"
    )
