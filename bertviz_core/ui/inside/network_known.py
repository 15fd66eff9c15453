"""The loaded model beside those that papers are about, with the sizes that their authors published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import ParameterParts


@dataclass(frozen=True, slots=True)
class KnownModel:
    """Sizes as published, parameters in millions."""

    name: str
    layers: str
    width: int
    heads: int
    millions: int
    source: str


KNOWN = (
    KnownModel("Transformer (base)", "6 + 6", 512, 8, 65, "Vaswani et al. (2017), table 3"),
    KnownModel("BERT-base", "12", 768, 12, 110, "Devlin et al. (2019)"),
    KnownModel("BERT-large", "24", 1024, 16, 340, "Devlin et al. (2019)"),
    KnownModel("RoBERTa-base", "12", 768, 12, 125, "Liu et al. (2019), fairseq"),
    KnownModel("DistilBERT", "6", 768, 12, 66, "Sanh et al. (2019)"),
    KnownModel("ALBERT-base", "12", 768, 12, 12, "Lan et al. (2020)"),
    KnownModel("ELECTRA-base", "12", 768, 12, 110, "Clark et al. (2020)"),
    KnownModel("BETO", "12", 768, 12, 110, "Cañete et al. (2020), config.json"),
)
"""The layers of the Transformer are those of its encoder and of its decoder."""


def show_known(engine: BertEngine, parts: ParameterParts) -> None:
    """Draw the table, the loaded model first."""
    info = engine.info
    with st.expander(_("Beside published models"), icon=":material/compare_arrows:"):
        millions = _("Parameters, millions")
        columns = {
            _("Model"): [info.name, *(model.name for model in KNOWN)],
            _("Layers"): [str(info.layers), *(model.layers for model in KNOWN)],
            _("Width"): [info.hidden_size, *(model.width for model in KNOWN)],
            _("Heads"): [info.heads, *(model.heads for model in KNOWN)],
            millions: [
                number(parts.whole.parameters / 1e6, places=1),
                *(number(model.millions) for model in KNOWN),
            ],
            _("Source"): [_("counted here"), *(model.source for model in KNOWN)],
        }
        st.dataframe(number_table(columns, {_("Width"): 0}), hide_index=True)
        st.caption(
            _(
                "The loaded model is counted from its weights, heads included; the others are as their "
                "authors wrote. The Transformer has 6 layers of encoder and 6 of decoder."
            )
        )
