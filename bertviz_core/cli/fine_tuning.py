"""`python -m bertviz_core finetune`: a model learns a task, and is measured on held-out examples."""

from __future__ import annotations

import shutil
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bertviz_core.cli.inputs import Arguments, named_engine
from bertviz_core.cli.learning_data import add_data_options, read_data
from bertviz_core.cli.output import print_json, print_table
from bertviz_core.cli.told_learning import stopped_by_interrupt, tell_end
from bertviz_core.errors import InputError
from bertviz_core.jobs.upload_files import is_model_file
from bertviz_core.models.own_files import FEATURES_FILE, OWN_FILE
from bertviz_core.results import METHODS, TEST, LearningSettings
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.results import Interval, LearningData, LearningRun
    from bertviz_core.training.baselines import Predicted

FEATURES = "features"
_WORK = ".learning"
"""Within the output folder, where the work is done."""

_COMPARED = ("ahead by", "from", "to (95 %)", "p", "better on", "worse on")

_NUMBERS = {
    "epochs": "how often each example is seen",
    "batch-size": "examples a step",
    "learning-rate": "the highest one",
    "warmup": "share of the steps in which the learning rate rises",
    "weight-decay": "how strongly weights are held back",
    "patience": "validations without improvement before it ends, 0: never",
    "last-layers": "layers that learn, with --mode last_layers",
    "lora-rank": "with --mode lora",
    "max-tokens": "longer texts are cut",
}


def register(commands: Any) -> None:
    """Add the command to argparse's collection of subparsers."""
    summary = "fine-tune a model on a file of examples"
    parser = commands.add_parser("finetune", help=summary, description=f"{summary}.")
    parser.add_argument(
        "--model", default=get_settings().default_model, metavar="ID", help="mini, a folder, or a hub id"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_data_options(parser)
    parser.add_argument(
        "--mode",
        choices=(FEATURES, *METHODS),
        default="full",
        help="logistic regression on the frozen model, or what learns: all of it, its last layers, LoRA",
    )
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="where the model is saved")
    kinds = {field.name: type(field.default) for field in fields(LearningSettings)}
    for name, meaning in _NUMBERS.items():
        kind = kinds[name.replace("-", "_")]
        parser.add_argument(f"--{name}", type=kind, metavar="N", help=f"{meaning}; what suits the model")
    parser.add_argument("--class-weights", action="store_true", help="rare classes weigh as much as others")
    parser.set_defaults(run=_fine_tune)


def _fine_tune(arguments: Arguments) -> None:
    _check_output(arguments.output)
    prepared = read_data(arguments)
    data = prepared.data
    predicted = _features(arguments, data) if arguments.mode == FEATURES else _learn(arguments, data)
    scores, compared = _scores(data, predicted)
    rows = len(data.part(TEST))
    if arguments.json:
        document: dict[str, Any] = {name: score.value for name, score in scores.items()}
        document["ranges"] = {name: [score.low, score.high] for name, score in scores.items()}
        document |= {"comparisons": compared, "rows": rows, "output": str(arguments.output)}
        print_json(document, (*arguments.notes, *prepared.decisions))
        return
    ends = [(name, score.value, score.low, score.high) for name, score in scores.items()]
    print_table((f"{rows} held-out rows", "score", "from", "to (95 %)"), ends)
    print()
    print_table((f"{predicted.method} against", *_COMPARED), [_compared_row(one) for one in compared])


def _features(arguments: Arguments, data: LearningData) -> Predicted:
    from bertviz_core.training.baselines import Predicted, learn_features
    from bertviz_core.training.saved_features import load_features, save_features

    if data.task not in ("sentence", "pair"):
        raise InputError("Features are for texts and pairs with classes. Choose another mode.")
    engine = named_engine(arguments)
    classifier = learn_features(engine, data)
    _drop_former(arguments.output)
    save_features(arguments.output, classifier, data, base=arguments.model)
    saved = load_features(arguments.output)
    best = saved.probabilities(engine, data.part(TEST)).argmax(axis=1)
    said = tuple(data.labels[number] for number in best.tolist())
    return Predicted(method=FEATURES, said=said, seconds=None)


def _learn(arguments: Arguments, data: LearningData) -> Predicted:
    """Fine-tune; Ctrl+C ends the learning with the best so far."""
    from bertviz_core.training.baselines import Predicted
    from bertviz_core.training.fine_tuning import fine_tune, predict, usual_settings, write_card

    info = named_engine(arguments).info
    settings = _settings(arguments, usual_settings(info, data, method=arguments.mode))
    work = arguments.output / _WORK
    with stopped_by_interrupt() as watch:
        learned = fine_tune(arguments.model, data, settings, folder=work, watch=watch)
    tell_end(learned)
    model = work / "model"
    predicted = Predicted(
        method=settings.method,
        said=predict(model, data.part(TEST), data).said,
        seconds=learned.seconds,
    )
    write_card(model, _run(arguments, data, settings, revision=info.revision))
    _drop_former(arguments.output)
    for file in model.iterdir():
        file.replace(arguments.output / file.name)
    shutil.rmtree(work)
    return predicted


def _settings(arguments: Arguments, usual: LearningSettings) -> LearningSettings:
    said = {name.replace("-", "_"): getattr(arguments, name.replace("-", "_")) for name in _NUMBERS}
    return replace(
        usual,
        seed=arguments.seed,
        class_weights=arguments.class_weights,
        **{name: value for name, value in said.items() if value is not None},
    )


def _run(
    arguments: Arguments, data: LearningData, settings: LearningSettings, *, revision: str | None
) -> LearningRun:
    """Return what was asked for, as the model card tells it."""
    from datetime import UTC, datetime

    from bertviz_core.jobs.run_versions import versions
    from bertviz_core.results import LearningRun

    return LearningRun(
        id="",
        name=arguments.output.resolve().name,
        owner="",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        task=data.task,
        data_name=data.name,
        fingerprint=data.fingerprint,
        counts=data.counts,
        labels=data.labels,
        model=arguments.model,
        revision=revision,
        settings=settings,
        versions=versions(),
    )


def _scores(data: LearningData, predicted: Predicted) -> tuple[dict[str, Interval], list[dict[str, Any]]]:
    """Return the scores on the held-out part, that of ways without a model, and how these compare."""
    from bertviz_core.results.json_forms import to_json
    from bertviz_core.training.baselines.majority import majority
    from bertviz_core.training.baselines.questions import similar_sentence
    from bertviz_core.training.baselines.tags import word_list
    from bertviz_core.training.baselines.tfidf import tfidf
    from bertviz_core.training.report import compare
    from bertviz_core.training.scores import interval
    from bertviz_core.training.task_scores import tallies

    def of(one: Predicted) -> dict[str, Interval]:
        return {name: interval(tally) for name, tally in tallies(data, one.said).items()}

    scores = of(predicted)
    ways = {
        "sentence": (majority, tfidf),
        "pair": (majority, tfidf),
        "tagging": (majority, word_list),
        "question": (similar_sentence,),
    }[data.task]
    main = next(iter(scores))
    others = [way(data) for way in ways]
    reached = {other.method: of(other)[main] for other in others}
    return scores | reached, [to_json(compare(data, predicted, other)) for other in others]


def _compared_row(compared: dict[str, Any]) -> list[object]:
    """Return how far the model is ahead of another way, and on how many rows it does better and worse."""
    ends = compared["difference"]
    p_value = compared["p_value"]
    return [compared["method"], *(ends[name] for name in ("value", "low", "high")), p_value] + [
        compared[name] for name in ("better", "worse")
    ]


def _check_output(folder: Path) -> None:
    """Refuse a folder that holds something else than a model of ours or the beginning of one."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if folder.exists() and not folder.is_dir():
        raise InputError("“{name}” is a file. Name a folder.", name=str(folder))
    if names and _WORK not in names and OWN_FILE not in names:
        raise InputError("The folder “{name}” holds other files. Name a new one.", name=str(folder))


def _drop_former(folder: Path) -> None:
    """Remove the files of a model of ours, so that none of them stays beside those of another one."""
    if (folder / OWN_FILE).is_file():
        for file in folder.iterdir():
            if file.is_file() and (
                is_model_file(file.name) or file.name == FEATURES_FILE or file.suffix == ".model"
            ):
                file.unlink()
