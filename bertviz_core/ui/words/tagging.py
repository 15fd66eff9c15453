"""Which layers should we use? The table of the lectures, measured on tagged sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.words.tagging import tagging_bars, tagging_layers
from bertviz_core.errors import BertScopeError
from bertviz_core.results import TaggingExperiment
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.words.copies import rests_on
from bertviz_core.ui.words.tagging_data import data_notes, show_counts, show_sentences
from bertviz_core.ui.words.tagging_files import ordered_scores, published_f1, tagging_csv, tagging_json
from bertviz_core.ui.words.tagging_input import DATA_PARAMETER, TaggedSet, ask_data, data_summary
from bertviz_core.ui.words.tagging_job import follow_job, job_key, look_at_job, start_job
from bertviz_core.ui.words.tagging_names import chart_words, features_name

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PARAMETERS = (DATA_PARAMETER,)

_STYLE = "<style>.st-key-tagging_pictures .stColumn {min-width: min(100%, 300px)}</style>"


def draw(engine: BertEngine) -> None:
    """Draw the published table beside the visitor's own, which is measured when asked for."""
    data_place, run_place = field_row([8, 4])
    reading_place = st.container()  # below the row, which would tear where a file is read in several ways
    with data_place:
        data = ask_data(reading_place)
    job = look_at_job(job_key(engine, data))
    if run_place.button(
        _("Run the experiment"),
        icon=":material/play_arrow:",
        type="primary",
        key="tagging_run",
        width="stretch",
        disabled=bool(job and (job.open or job.phase == "done")),
    ):
        try:
            start_job(engine, data)
        except BertScopeError as error:
            show_error(error)
        else:
            st.rerun()
    link_popover({})
    finished = job.result if job and job.result and job.result.scores else None
    st.subheader(_title(finished), anchor=False)
    follow_job(job, job_key(engine, data))
    _draw_pictures(engine, data, finished)
    _explain()
    if finished is not None:
        _draw_numbers(data, finished)
    show_sentences(data)


def _draw_pictures(engine: BertEngine, data: TaggedSet, finished: TaggingExperiment | None) -> None:
    """Draw the bars and, beside them, the curve; before there are any numbers what is learned from."""
    st.html(_STYLE)
    with st.container(key="tagging_pictures"):
        bars_place, side_place = st.columns([3, 2], gap="small")
    words = chart_words(engine, finished)
    with bars_place:
        st.plotly_chart(
            tagging_bars(finished, chart_style(), words),
            key="tagging_bars",
            config=picture_options("layers_as_features"),
            alt=_("Bars: F1 by the layers that features are of, measured here and as published"),
        )
    with side_place:
        if finished is None:
            show_counts(data)
        else:
            st.plotly_chart(
                tagging_layers(finished, chart_style(), words),
                key="tagging_layers",
                config=picture_options("layers_as_features_curve"),
                alt=_("Curve of F1 over the layers, above the learned weights of the layers"),
            )


def _draw_numbers(data: TaggedSet, finished: TaggingExperiment) -> None:
    """Say what was learned from, and offer all numbers as a table and as files."""
    st.caption(" · ".join([data_summary(data), *data_notes(finished.data)]))
    st.caption(rests_on(data.different_sentences))
    _table(finished)
    if save_menu():
        save_as(_("Scores as CSV"), "layers_as_features.csv", tagging_csv(finished))
        everything = tagging_json(
            finished, data.file_name or data.key, different_sentences=data.different_sentences
        )
        save_as(_("Scores as JSON"), "layers_as_features.json", everything)


def _title(finished: TaggingExperiment | None) -> str:
    """Say what came out, as far as it is known."""
    best = finished.best_layer if finished else None
    last = finished.score("last") if finished else None
    if finished is None or best is None or last is None:
        return _("Which layers make good features?")
    entities = finished.data.has_entities
    return _(
        "Best single layer: {layer}, F1 {best}; last layer {last}",
        layer=best.features,
        best=number(100 * best.mean(entities=entities), places=1),
        last=number(100 * last.mean(entities=entities), places=1),
    )


def _table(finished: TaggingExperiment) -> None:
    measures = {True: _("F1 of entities"), False: _("F1 of tags")}
    if not finished.data.has_entities:
        del measures[True]
    scores = ordered_scores(finished)
    columns = {_("Features"): [features_name(score.features) for score in scores]}
    for entities, name in measures.items():
        columns[f"{name}, %"] = [
            "{} ± {}".format(
                *(number(100 * value, places=1) for value in (score.mean(entities=entities), spread))
            )
            for score in scores
            for spread in (score.deviation(entities=entities),)
        ]
    published = [published_f1(score.features, layers=finished.layers) for score in scores]
    columns[_("Published")] = ["" if value is None else number(value, places=1) for value in published]
    with st.expander(_("All numbers"), icon=":material/table:"):
        st.dataframe(columns, hide_index=True)


def _explain() -> None:
    st.markdown(
        _(
            "**How to read this.** The model stays frozen. It reads each sentence, and of every word the "
            "vector of its first piece is taken (as in the BERT paper) from the layers that a row names. A "
            "logistic regression learns the tags from four fifths of the sentences and tags the last fifth, "
            "five times over: bars are means, lines standard deviations. Rows whose lines overlap can hardly "
            "be told apart."
        )
    )
    st.caption(
        _(
            "An entity is right if all its words and its class are. Weights of a weighted sum are learned "
            "with the classifier (ELMo, Peters et al. 2018). Published: Devlin et al. 2019, table 7, learned "
            "on 14,000 sentences of English news. Compare the order of the rows, not their height."
        )
    )
