"""How the input is read, and its numbers."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import InputEmbeddings
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.input_files import input_csv, input_json
from bertviz_core.ui.number_table import number_table


def norm_line(answer: InputEmbeddings, place: int) -> str:
    """Write LayerNorm of the token, with the numbers of its first dimension."""
    return _(
        "LayerNorm = γ · (sum − μ) / σ + β. Here μ = {mean} and σ = {deviation}; in dimension 0: "
        "{gamma} · ({sum} − μ) / σ + {beta} = {normed}.",
        mean=number(float(answer.mean[place]), places=5),
        deviation=number(float(answer.deviation[place]), places=5),
        gamma=_factor(float(answer.gamma[0])),
        sum=number(float(answer.total[place, 0]), places=5),
        beta=_factor(float(answer.beta[0])),
        normed=number(float(answer.normed[place, 0]), places=3),
    )


def _factor(value: float) -> str:
    """Write a number that stands after a sign."""
    written = number(value, places=4)
    return f"({written})" if value < 0 else written


def explain(answer: InputEmbeddings) -> None:
    """Say how to read the pictures, and what is different in this model."""
    st.markdown(
        _(
            "**How to read this.** The text is cut into pieces of the vocabulary (## goes on with a word), "
            "and each piece has a number, by which the model looks up its vector; blue is above zero, orange "
            "below. To it are added a vector of the segment and one of the position, number by number, since "
            "attention itself knows no order (Vaswani et al., 2017, section 3.5; Devlin et al., 2019, "
            "figure 2). LayerNorm brings the sum to mean 0 and deviation 1, then scales it with γ and β, "
            "which the model has learned."
        )
    )
    notes = []
    if answer.segment is None:
        notes.append(_("This model has no segment embeddings: two sentences differ by [SEP] alone."))
    elif answer.segments == 1:
        notes.append(
            _("This model has a single segment: the same vector is added to every token of both texts.")
        )
    if answer.position_ids[0] > 0:
        notes.append(
            _(
                "Its table of positions begins after the row of padding: position 0 is row {row}.",
                row=int(answer.position_ids[0]),
            )
        )
    if answer.projected:
        notes.append(
            _(
                "Before layer 1 a linear layer makes {hidden} dimensions of these {size}.",
                hidden=answer.output.shape[1],
                size=len(answer.gamma),
            )
        )
    if notes:
        st.caption(" ".join(notes))


def offer_numbers(answer: InputEmbeddings, place: int) -> None:
    """Show the numbers of a token as a table, and offer them as files."""
    with st.expander(_("The numbers")):
        columns: dict[str, object] = {_("Token embedding"): answer.token[place]}
        if answer.segment is not None:
            columns[_("Segment embedding")] = answer.segment[place]
        columns |= {
            _("Position embedding"): answer.position[place],
            _("Sum"): answer.total[place],
            "γ": answer.gamma,
            "β": answer.beta,
            _("After LayerNorm"): answer.normed[place],
        }
        dimensions: dict[str, object] = {_("Dimension"): range(len(answer.gamma))}
        st.dataframe(number_table(dimensions | columns, dict.fromkeys(columns, 4)), hide_index=True)
    if save_menu():
        save_as(_("This token as CSV"), "input.csv", lambda: input_csv(answer, place))
        save_as(_("This token as JSON"), "input.json", lambda: input_json(answer, place))
