"""The curves of marked runs on the same axes, and in what their settings differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import streamlit as st

from bertviz_core.charts.fine_tuning.runs_compare import MOST_RUNS, Along, RunCurve, RunCurveWords, run_curves
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningRun, LearningSettings
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.fine_tuning.data_choice import shown_name
from bertviz_core.ui.fine_tuning.learn_names import method_name, score_name, watched_score
from bertviz_core.ui.fine_tuning.run_history import run_history
from bertviz_core.ui.fine_tuning.run_rows import RunRow
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent, rate_text

ALONG_PARAMETER = "along"
_ALONG: tuple[Along, ...] = ("epochs", "steps")


def compare_runs(store: RunStore, marked: Sequence[RunRow]) -> None:
    """Draw the curves of at most eight runs, and the table of what is not the same in all of them."""
    drawn = [row.run for row in marked if not row.run.uploaded][:MOST_RUNS]
    if not drawn:
        return
    if len(marked) > len(drawn) == MOST_RUNS:
        st.info(_("The first {count} marked runs are drawn.", count=MOST_RUNS), icon=":material/info:")
    along = _ask_along()
    curves = [RunCurve(name=run.name, points=run_history(store, run.id)) for run in drawn]
    measures = dict.fromkeys(score_name(watched_score(run.task, run.labels)) for run in drawn)
    words = RunCurveWords(
        along=_("Epochs") if along == "epochs" else _("Steps"),
        score=_("{score} on the validation examples", score=" / ".join(measures)),
        validation_loss=_("Loss on the validation examples"),
        loss=_("Loss, smoothed"),
    )
    st.plotly_chart(
        run_curves(curves, chart_style(), words, along=along),
        key="runs_curves",
        config=picture_options("runs"),
        alt=_("Curves of the marked runs: score and loss"),
    )
    st.markdown(
        _(
            "**How to read this.** One colour a run. Above: how well it told the validation examples; "
            "below: points are their loss, the pale line is the loss of the examples it learned from. "
            "Where the points rise while the pale line falls, the model learns by heart."
        )
    )
    if len({run.fingerprint for run in drawn}) > 1:
        st.info(
            _("These runs do not have the same data and split: their scores cannot be compared."),
            icon=":material/info:",
        )
    _differences(drawn)


def _ask_along() -> Along:
    named = address.get(ALONG_PARAMETER)
    names = {"epochs": _("Epochs"), "steps": _("Steps")}
    chosen: Along | None = st.segmented_control(
        _("Along"),
        _ALONG,
        default=named if named in _ALONG else _ALONG[0],
        format_func=names.__getitem__,
        required=True,
        key="runs_along",
        label_visibility="collapsed",
        persist_state="session",
    )
    chosen = chosen or _ALONG[0]
    address.put(ALONG_PARAMETER, chosen, usual=_ALONG[0])
    return chosen


def _differences(runs: Sequence[LearningRun]) -> None:
    """List the settings that are not the same in all runs, or all of them of a single one."""
    facts = [run_facts(run) for run in runs]
    rows = {name: [values[name] for values in facts] for name in facts[0]}
    kept = {name: values for name, values in rows.items() if len(runs) == 1 or len(set(values)) > 1}
    if not kept:
        st.caption(_("All settings of these runs are the same."))
        return
    label = _("Settings") if len(runs) == 1 else _("Settings that differ")
    table: dict[str, list[str]] = {_("Setting"): list(kept)}
    for count, run in enumerate(runs, start=1):
        name = run.name if run.name not in table else f"{run.name} ({count})"
        table[name] = [values[count - 1] for values in kept.values()]
    with st.expander(label, icon=":material/tune:", expanded=len(runs) > 1):
        st.dataframe(table, hide_index=True)


def run_facts(run: LearningRun) -> dict[str, str]:
    """Return what was asked for as texts, by what each is called."""
    names = {
        "method": _("What learns"),
        "epochs": _("Epochs"),
        "batch_size": _("Examples a step"),
        "learning_rate": _("Learning rate"),
        "warmup": _("Warm-up"),
        "weight_decay": _("Weight decay"),
        "seed": _("Seed"),
        "class_weights": _("Rare classes weigh more"),
        "patience": _("Early stopping"),
        "last_layers": _("Last layers"),
        "lora_rank": _("LoRA rank"),
        "max_tokens": _("Longest text, in tokens"),
    }
    return {_("Model"): run.model, _("Data"): shown_name(run.data_name)} | {
        names.get(field.name, field.name): _text(run.settings, field.name)
        for field in fields(LearningSettings)
    }


def _text(settings: LearningSettings, name: str) -> str:
    """Write a setting; nothing for one that its method does not read."""
    if name in ("last_layers", "lora_rank") and not name.startswith(settings.method.split("_")[0]):
        return ""
    value = getattr(settings, name)
    if name == "method":
        return method_name(value)
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if name == "warmup":
        return percent(value, 0)
    return number(value) if isinstance(value, int) else rate_text(value)
