"""What the stepper says, in the visitor's language."""

from __future__ import annotations

from bertviz_core.ui.i18n import _


def stepper_words(*, of_toy: bool) -> dict[str, object]:
    """Return titles and sentences of the steps, and names of what can be clicked.

    Args:
        of_toy: For small vectors, which can be changed.
    """
    steps = _of_attention() | _of_states()
    if of_toy:
        steps["x"] = (
            _("Three vectors"),
            _("Three vectors of four numbers will look at each other. Change any number, here and later."),
        )
    return {
        "steps": {name: {"title": title, "sentence": said} for name, (title, said) in steps.items()},
        "back": _("Step back (←)"),
        "next": _("Next step (→)"),
        "step": _("Step"),
        "numbers": _("All numbers"),
        "causal": _("Causal mask"),
        "token": _("Token that looks (query)"),
        "reset": _("Start again"),
        "keys": _("→ or Space: next step. ←: back."),
        "point": _("Point at a number of the result: the row and the column it comes from light up."),
        "more": _("{count} more"),
        "shown": _("{shown} of {of}"),
        "edit": _("Number of the matrix"),
        "whole": _("Whole numbers from −99 to 99."),
        "head": _("Head {head}"),
        "of_head": _("Number {column}: copied from head {head}"),
    }


def _of_attention() -> dict[str, tuple[str, str]]:
    return {
        "x": (
            _("What enters the layer"),
            _("One row a token: its vector. Everything below is made of these numbers."),
        ),
        "query": (
            _("Queries"),
            _("Each row times a matrix gives a query: what this token looks for."),
        ),
        "key": (
            _("Keys"),
            _("The same rows times another matrix: what each token can be found by."),
        ),
        "value": (
            _("Values"),
            _("And a third one: what each token hands over when it is looked at."),
        ),
        "scores": (
            _("Scores"),
            _("Query times key: row by row, how well what is looked for fits what is offered."),
        ),
        "scaled": (
            _("Divided by √d"),
            _("Long vectors give large products; divided by the root of their length they stay moderate."),
        ),
        "mask": (
            _("The mask"),
            _("Nothing is added where looking is allowed, −∞ where it is not. BERT looks both ways."),
        ),
        "softmax": (
            "Softmax",
            _("Each row becomes shares that add up to 1. After −∞ nothing is left: e to that power is 0."),
        ),
        "weighted": (
            _("Weights times values"),
            _("One token looks: each value is taken as often as its weight says."),
        ),
        "context": (
            _("The sum"),
            _("Added up, the weighted values are the token's new vector, one of the whole sentence."),
        ),
        "heads": (
            _("All heads side by side"),
            _("Every head has done the same with matrices of its own; what they found is put in one row."),
        ),
        "join": (
            _("The output matrix"),
            _("One more matrix mixes the heads into a vector as long as the one that came in."),
        ),
    }


def _of_states() -> dict[str, tuple[str, str]]:
    return {
        "residual": (
            _("Residual connection"),
            _("What attention found is added to what was there: the token stays itself."),
        ),
        "norm": (
            "LayerNorm",
            _("Each row minus its mean μ, divided by its deviation σ; then times γ plus β, both learned."),
        ),
        "widen": (
            _("Feed-forward: wider"),
            _("Each token by itself, times a matrix into a longer row: no token sees another here."),
        ),
        "gelu": (
            _("Activation"),
            _("Large numbers pass, negative ones are all but shut out."),
        ),
        "narrow": (
            _("Feed-forward: back"),
            _("And back to the usual length by a second matrix."),
        ),
        "residual2": (
            _("Residual connection"),
            _("Again it is added to what was there."),
        ),
        "norm2": (
            _("LayerNorm: what leaves"),
            _("Evened out once more, it is what the next layer gets."),
        ),
    }
