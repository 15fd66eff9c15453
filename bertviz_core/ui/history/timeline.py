"""The models on a line of time: what was new in each, its size and paper, and something to try here."""

from __future__ import annotations

import re

import streamlit as st

from bertviz_core.charts.history.timeline import PHONE_WIDTH, TimePoint, in_later_half, timeline_chart
from bertviz_core.samples.history.models import MODEL_KINDS, ModelKind, PublishedModel, published_models
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.history.timeline_files import offer_files
from bertviz_core.ui.history.timeline_masking import show_masking
from bertviz_core.ui.history.timeline_news import news
from bertviz_core.ui.history.timeline_try import offer_trial
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal

NAME_PARAMETER = "which"
PARAMETERS = (NAME_PARAMETER,)
_USUAL = "bert"
_STYLE = f"""<style>
.st-key-timeline_picture {{overflow-x: auto; overscroll-behavior-x: contain}}
.st-key-timeline_picture > div {{direction: ltr}}
@media (max-width: 640px) {{
  .st-key-timeline_picture > div {{min-width: {PHONE_WIDTH}px}}
  .st-key-timeline_picture {{direction: DIRECTION}}
}}
</style>"""
"""On a phone the picture is wider than the window; written from the right it begins at its end."""


def draw() -> None:
    """Draw all models, and say what was new in the chosen one."""
    engine = current_engine()
    link_popover({})
    models = published_models()
    (place,) = option_row([1])
    with place:
        chosen = _choose(models)
    model = models[chosen]
    st.subheader(f"**{literal(model.name)}, {model.year}:** {news(model.name)}", anchor=False)
    offer_trial(model.name)
    kinds = kind_names()
    points = [_point(one) for one in models]
    st.html(_STYLE.replace("DIRECTION", "rtl" if in_later_half(points, chosen) else "ltr"))
    with st.container(key="timeline_picture"):
        st.plotly_chart(
            timeline_chart(
                points,
                chosen,
                [kinds[kind] for kind in MODEL_KINDS],
                chart_style(),
                loaded=engine.info.parameters / 1e6,
                loaded_name=_(
                    "{name}, loaded here: {millions} million",
                    name=engine.info.name,
                    millions=number(engine.info.parameters / 1e6, places=1),
                ),
                size=_("Parameters, millions"),
            ),
            key="timeline_chart",
            config=picture_options("timeline"),
            alt=_("A chart: models by the month they were described in and their number of parameters"),
        )
    st.markdown(f"{_size(model)} [{literal(model.source)}]({model.address})")
    if model.name == "ERNIE":
        show_masking(engine)
    st.markdown(
        _(
            "**How to read this.** Across stands the time at which a model was first described, up its "
            "number of parameters as published, ten times as many at equal steps; a line reaches to the "
            "largest one of the same paper. Years with more models are drawn wider, and a point at the lower "
            "edge has no published size. Between the Transformer (Vaswani et al., 2017) and BERT (Devlin et "
            "al., 2019) lie sixteen months."
        )
    )
    _table(models, kinds)
    offer_files(models)


def model_code(name: str) -> str:
    """Return the name of a model in the address."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def kind_names() -> dict[ModelKind, str]:
    """Name the kinds of models."""
    return {
        "static": _("a vector a word"),
        "recurrent": _("LSTM"),
        "both": _("encoder and decoder"),
        "decoder": _("decoder"),
        "encoder": _("encoder"),
    }


def _choose(models: tuple[PublishedModel, ...]) -> int:
    """Offer the models in the order of time; return the place of the chosen one."""
    codes = {model_code(model.name): model.name for model in models}
    named = address.get(NAME_PARAMETER)
    chosen = st.select_slider(
        _("Model"),
        list(codes),
        value=named if named in codes else _USUAL,
        format_func=codes.__getitem__,
        key="timeline_model",
        persist_state="session",
    )
    address.put(NAME_PARAMETER, chosen, usual=_USUAL)
    return list(codes).index(chosen)


def _point(model: PublishedModel) -> TimePoint:
    return TimePoint(
        name=model.name,
        when=model.year + (model.month - 0.5) / 12,
        kind=MODEL_KINDS.index(model.kind),
        millions=model.millions,
        most_millions=model.most_millions,
    )


def _size(model: PublishedModel) -> str:
    if model.millions is None:
        return _("The paper states no number of parameters.")
    said = (
        _("{millions} million parameters.", millions=number(model.millions))
        if model.most_millions is None
        else _(
            "{least} to {most} million parameters.",
            least=number(model.millions),
            most=number(model.most_millions),
        )
    )
    if model.size_source:
        said += " " + _("The number is from {source}.", source=literal(model.size_source))
    return said


def _table(models: tuple[PublishedModel, ...], kinds: dict[ModelKind, str]) -> None:
    with st.expander(_("The numbers"), icon=":material/table:"):
        st.dataframe(
            {
                _("Model"): [model.name for model in models],
                _("Date"): [f"{model.year}-{model.month:02}" for model in models],
                _("Kind"): [kinds[model.kind] for model in models],
                _("Parameters, millions"): [
                    " – ".join(number(one) for one in (model.millions, model.most_millions) if one) or "—"
                    for model in models
                ],
                _("What was new"): [news(model.name) for model in models],
                _("Paper"): [model.source for model in models],
            },
            hide_index=True,
        )
