"""`python -m bertviz_core word-vectors train|evaluate`: make the static word vectors again; measure them."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path

from bertviz_core.models.static_vectors import (
    EVALUATION,
    FOLDER,
    STATIC_LANGUAGES,
    read_static_vectors,
    write_static_vectors,
)
from bertviz_core.results import StaticVectors
from bertviz_core.samples.word_vectors import analogy_questions, gender_marks, occupations, word_pairs
from bertviz_core.training.word_vectors.corpus import beside, corpus_lines, write_words
from bertviz_core.training.word_vectors.count import CountRecipe, count_vectors
from bertviz_core.training.word_vectors.evaluate import evaluate_vectors
from bertviz_core.training.word_vectors.learn import Recipe, learn_vectors

REACH = 10
"""Words on either side within which men and women are counted beside an occupation."""


def register(subcommands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `word-vectors` and its steps to the command line."""
    parser = subcommands.add_parser("word-vectors", help="make the static word vectors again")
    steps = parser.add_subparsers(dest="step", required=True)

    step = steps.add_parser("train", help="learn the vectors of one language")
    step.add_argument("--language", choices=STATIC_LANGUAGES, required=True)
    step.add_argument("--corpus", type=Path, nargs="+", required=True, help=".txt or .txt.xz")
    step.add_argument("--output", type=Path, default=FOLDER)
    usual = Recipe()
    step.add_argument(
        "--method",
        choices=("counts", "skip-gram", "cbow"),
        default="counts",
        help="mutual information counted and its singular vectors, or word2vec",
    )
    step.add_argument("--window", type=int, default=usual.window)
    step.add_argument("--epochs", type=int, default=usual.epochs, help="of word2vec")
    step.add_argument("--negative", type=int, default=usual.negative, help="drawn words a step, of word2vec")
    step.add_argument("--sample", type=float, default=usual.sample)
    step.set_defaults(run=train)

    step = steps.add_parser("evaluate", help="measure analogies and judged pairs, in all languages there are")
    step.add_argument("--vectors", type=Path, default=FOLDER)
    step.set_defaults(run=evaluate)


def train(arguments: argparse.Namespace) -> None:
    """Learn, write vectors and words, and count men and women beside occupations."""
    language: str = arguments.language
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "words.txt"
        count = write_words(arguments.corpus, file)
        vectors, recipe = _learned(file, arguments)
        counted = beside(corpus_lines([file]), occupations(language), gender_marks(language), reach=REACH)
    write_static_vectors(arguments.output, vectors)
    learned = {"corpus_words": count, "method": arguments.method, "recipe": recipe, "beside": counted}
    _update(arguments.output / EVALUATION, {language: learned})
    print(json.dumps({"language": language, "words": len(vectors), "corpus_words": count}))


def _learned(file: Path, arguments: argparse.Namespace) -> tuple[StaticVectors, dict[str, object]]:
    """Return the vectors of a file of words, and how they were learned."""
    if arguments.method == "counts":
        count = CountRecipe(window=arguments.window, sample=arguments.sample)
        return count_vectors(file, arguments.language, count), asdict(count)
    recipe = Recipe(
        skip_gram=arguments.method == "skip-gram",
        window=arguments.window,
        epochs=arguments.epochs,
        negative=arguments.negative,
        sample=arguments.sample,
    )
    return learn_vectors(file, arguments.language, recipe), asdict(recipe)


def evaluate(arguments: argparse.Namespace) -> None:
    """Measure the vectors of a folder, and keep the scores beside them."""
    for language in STATIC_LANGUAGES:
        if not (arguments.vectors / f"{language}.safetensors").exists():
            continue
        vectors = read_static_vectors(arguments.vectors, language)
        scores = evaluate_vectors(vectors, analogy_questions(language), word_pairs(language))
        _update(arguments.vectors / EVALUATION, {language: {"scores": asdict(scores)}})
        print(json.dumps({"language": language, "accuracy": scores.accuracy, **asdict(scores)}))


def _update(file: Path, facts: dict[str, dict[str, object]]) -> None:
    """Add what is known of languages to a file of JSON."""
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for language, new in facts.items():
        known[language] = known.get(language, {}) | new
    file.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
