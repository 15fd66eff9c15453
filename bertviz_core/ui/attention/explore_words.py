"""The words of the attention component in the visitor's language."""

from __future__ import annotations

from functools import cache

from bertviz_core.ui.i18n import _, language


def explore_words() -> dict[str, object]:
    """Return every word and sentence that the component shows; `{fields}` are filled in the browser."""
    return _all_words(language())


@cache
def _all_words(language: str) -> dict[str, object]:
    """Look them up in the visitor's language, which names what is kept."""
    return (
        {
            "title": _("Layer {layer}, head {head}"),
            "story": _("links above all “{query}” with “{key}” ({share})"),
            "combined": {"mean": _("Mean of {count} heads"), "max": _("Largest of {count} heads")},
            "layer": _("Layer"),
            "head": _("Head"),
            "order": _("Order"),
            "byLayer": _("by layer"),
            "several": _("Click to add or remove"),
            "all": _("All heads"),
            "none": _("None"),
            "wholeWords": _("Whole words"),
            "special": _("Special tokens"),
            "more": _("More"),
            "save": _("This view as a file…"),
            "combine": _("Heads"),
            "scale": _("Colours"),
            "renormalise": _("Make every row add up to 1 again"),
            "whole": _("Whole map"),
            "closer": _("Zoom in"),
            "further": _("Zoom out"),
            "choices": {
                "mode": {"map": _("Map"), "lines": _("Lines")},
                "special": {"show": _("shown"), "dim": _("dimmed"), "hide": _("hidden")},
                "sentences": {"all": _("All"), "aa": "A → A", "ab": "A → B", "ba": "B → A", "bb": "B → B"},
                "combine": {
                    "one": _("one head"),
                    "mean": _("mean of several"),
                    "max": _("largest of several"),
                },
                "scale": {
                    "sqrt": _("by square root"),
                    "linear": _("linear"),
                    "relative": _("up to the largest weight"),
                },
            },
            "saidWords": _("whole words: pieces looked at are summed, pieces that look are averaged"),
            "saidHidden": _("special tokens left out"),
            "saidRenormalised": _("rows made to add up to 1 again"),
            "arriving": _("layer {layer} is on its way"),
            "hint": _(
                "Point at a cell to read its weight, click to keep it; "
                "arrow keys move through heads and cells."
            ),
            "headsLabel": _(
                "All heads, a row for each layer and a column for each head. Arrow keys choose one."
            ),
            "mapLabel": _(
                "Map of what is chosen: rows look, columns are looked at. "
                "Arrow keys move the cell, + and - zoom."
            ),
            "howToTitle": _("How to read this."),
            "howTo": _(
                "Rows are the tokens that look, columns the ones looked at; the darker the cell (lighter "
                "in the dark theme), the larger the share of attention."
            ),
            "rowsSum": _("The weights of each token that looks add up to 1."),
            "rowsLess": _("What is left out is missing: the weights of a token add up to less than 1."),
            "table": _("The numbers of this picture"),
            "from": _("From"),
            "to": _("To"),
            "weight": _("Weight"),
        }
        | line_words()
        | export_words()
    )


def line_words() -> dict[str, object]:
    """Return what the line view says."""
    return {
        "firstSentence": _("First sentence"),
        "secondSentence": _("Second sentence"),
        "strongestLines": _("the {count} strongest lines"),
        "linesLabel": _(
            "Lines from the tokens that look, on the left, to those looked at, on the right. "
            "Arrow keys choose a token."
        ),
        "linesHint": _("Point at a token to see its lines and weights only, click to keep it."),
        "linesHowTo": _(
            "Each line joins a token that looks, on the left, with one it looks at, on the right; the "
            "thicker and denser the line, the larger the share of attention."
        ),
    }


def export_words() -> dict[str, object]:
    """Return the names of the files that can be saved, and what such a file says."""
    return {
        "csv": _("These numbers as CSV"),
        "json": _("This view as JSON"),
        "png": _("This picture as PNG"),
        "svg": _("This picture as SVG"),
        "html": _("This view as a web page"),
        "notInFile": _("layer {layer} is not in this file"),
    }
