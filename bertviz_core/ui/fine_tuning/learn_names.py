"""What runs, their methods and their scores are called, in the visitor's language."""

from __future__ import annotations

from bertviz_core.charts.fine_tuning.learn_confusion import ConfusionWords
from bertviz_core.results import LearningReport, LearningRun, MethodScore, RunStatus, Task
from bertviz_core.training.task_scores import tags_name_entities
from bertviz_core.ui.i18n import _, number


def method_name(method: str) -> str:
    """Name a way of learning a task."""
    names = {
        "majority": _("Largest class"),
        "word_list": _("List of words"),
        "tfidf": "TF-IDF",
        "features": _("Features"),
        "similar_sentence": _("Most similar sentence"),
        "full": _("All weights"),
        "last_layers": _("Last layers"),
        "lora": "LoRA",
    }
    return names.get(method, method)


def score_name(score: str) -> str:
    """Name a measure."""
    names = {
        "accuracy": _("Accuracy"),
        "macro_f1": _("Macro-F1"),
        "entity_f1": _("F1 of entities"),
        "word_accuracy": _("Accuracy of words"),
        "exact_match": _("Exact match"),
        "f1": _("F1 of answers"),
    }
    return names.get(score, score)


def main_score(task: Task, method: MethodScore) -> str:
    """Return the measure by which the ways of a task are compared; empty where none was taken."""
    if task == "question" and "f1" in method.scores:
        return "f1"
    return next(iter(method.scores), "")


def watched_score(task: Task, labels: tuple[str, ...]) -> str:
    """Return the measure that is taken of the validation examples while a model learns."""
    if task == "question":
        return "f1"
    if task != "tagging":
        return "accuracy"
    return "entity_f1" if tags_name_entities(labels) else "word_accuracy"


def final_score(report: LearningReport | None) -> tuple[str, float] | None:
    """Return the name and value of the fine-tuned model's main score on the held-out examples."""
    if report is None or not report.methods:
        return None
    tuned = report.methods[-1]
    score = main_score(report.task, tuned)
    return (score, tuned.scores[score].value) if score else None


def phase_name(status: RunStatus) -> str:
    """Say how a run stands."""
    names = {
        "waiting": _("waits"),
        "running": _("is learning"),
        "done": _("finished"),
        "stopped": _("stopped"),
        "failed": _("failed"),
    }
    return names[status.phase]


def run_method_name(run: LearningRun) -> str:
    """Name the method of a run with the number that goes with it."""
    settings = run.settings
    if run.uploaded:
        return _("Uploaded")
    if settings.method == "last_layers":
        return _("Last {count} layers", count=settings.last_layers)
    if settings.method == "lora":
        return _("LoRA, rank {rank}", rank=settings.lora_rank)
    return method_name(settings.method)


def confusion_words() -> ConfusionWords:
    """Say what is written on the picture of what a model takes for what."""
    return ConfusionWords(right=_("Right class"), said=_("Class that it said"), examples=_("Examples"))


def duration_text(seconds: float) -> str:
    """Write a duration in signs that all languages share: 45 s, 3 min 20 s, 1 h 5 min."""
    whole = max(0, round(seconds))
    if 0 < seconds < 1:
        return "< 1 s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def learning_told(report: LearningReport) -> str:
    """Say how long a run learned, and which of its weights were kept."""
    return _(
        "Learned for {duration}: {epochs} epochs, {steps} steps. Kept are the weights after step {best}.",
        duration=duration_text(report.training_seconds),
        epochs=number(report.epochs_done, places=1),
        steps=number(report.steps_done),
        best=number(report.best_step),
    )
