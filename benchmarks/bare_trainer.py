"""What people write who fine-tune with transformers alone: its Trainer with the library's own settings."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from bertviz_core.results import TRAIN, LearningSettings
from bertviz_core.training.data.samples import sample_data


def main() -> int:
    """Fine-tune a folder on a written set and print the seconds of `train()`."""
    from torch.utils.data import Dataset
    from transformers import (
        AutoModelForSequenceClassification,
        AutoTokenizer,
        DataCollatorWithPadding,
        Trainer,
        TrainingArguments,
    )

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sample")
    parser.add_argument("epochs", type=int)
    arguments = parser.parse_args()
    data = sample_data(arguments.sample).data
    tokenizer = AutoTokenizer.from_pretrained(arguments.folder)
    rows = [
        tokenizer(example.text, truncation=True, max_length=128)
        | {"labels": data.labels.index(example.label)}
        for example in data.part(TRAIN)
    ]

    class Rows(Dataset):
        def __len__(self) -> int:
            return len(rows)

        def __getitem__(self, place: int) -> object:
            return rows[place]

    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(
            AutoModelForSequenceClassification.from_pretrained(
                arguments.folder, num_labels=len(data.labels), dtype="float32"
            ),
            TrainingArguments(
                folder,
                num_train_epochs=arguments.epochs,
                per_device_train_batch_size=LearningSettings().batch_size,
                learning_rate=5e-5,
                use_cpu=True,
                report_to="none",
                save_strategy="no",
                disable_tqdm=True,
            ),
            train_dataset=Rows(),
            data_collator=DataCollatorWithPadding(tokenizer),
        )
        start = time.perf_counter()
        trainer.train()
        seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "examples": len(rows) * arguments.epochs}), file=sys.__stdout__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
