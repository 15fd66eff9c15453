"""Settings that suit a model are accepted; others are refused with their bounds."""

from dataclasses import replace

import numpy as np
import pytest
from small_lessons import QUICK, lesson

from bertviz_core.errors import InputError
from bertviz_core.results import TASKS, TaggedExample, TextExample
from bertviz_core.training.fine_tuning import check_settings, memory_bytes, step_count, usual_settings


@pytest.mark.parametrize("task", TASKS)
def test_the_usual_settings_are_accepted(engine, task):
    data = lesson(task)
    settings = usual_settings(engine.info, data)
    check_settings(settings, engine.info, data)
    assert settings.max_tokens <= engine.info.max_tokens


def test_small_models_take_larger_steps_and_more_of_them(mini):
    data = lesson("sentence")
    small = usual_settings(mini.info, data)
    large = usual_settings(replace(mini.info, parameters=110_000_000), data)
    assert small.learning_rate > large.learning_rate and small.epochs > large.epochs
    assert 2 <= large.epochs <= 4 and 2e-5 <= large.learning_rate <= 5e-5


BAD = {
    "epochs": (0, 101, 1.5, True),
    "batch_size": (0, 257),
    "learning_rate": (0.0, -1e-5, 0.1, float("nan"), float("inf")),
    "warmup": (-0.1, 1.0, float("nan")),
    "weight_decay": (-0.1, 2.0),
    "seed": (-1, 2**31),
    "patience": (-1,),
    "last_layers": (0, 4),
    "lora_rank": (0, 1000),
    "max_tokens": (7, 65),
    "method": ("everything",),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_what_is_out_of_bounds_is_named(tiny, name, value):
    info, data = tiny("bert").info, lesson("sentence")
    with pytest.raises(InputError) as caught:
        check_settings(replace(QUICK, **{name: value}), info, data)
    assert "{" not in str(caught.value) and (name in str(caught.value) or name == "method")


def test_data_that_cannot_be_learned_is_refused(tiny):
    info, data = tiny("bert").info, lesson("sentence")
    check_settings(QUICK, info, data)
    strange = TextExample(text="the man", label="elsewhere")
    for other, said in (
        (replace(data, parts=np.zeros(24, dtype=np.int8)), "to validate"),
        (replace(data, parts=np.ones(24, dtype=np.int8)), "to learn from"),
        (replace(data, labels=("place",)), "one class"),
        (replace(data, examples=(strange, *data.examples[1:])), "elsewhere"),
    ):
        with pytest.raises(InputError, match=said):
            check_settings(QUICK, info, other)
    with pytest.raises(InputError, match="no classes"):
        check_settings(replace(QUICK, class_weights=True), info, lesson("question"))


def test_what_a_run_takes_grows_with_what_learns(mini):
    data, info = lesson("sentence"), mini.info
    assert step_count(data, replace(QUICK, epochs=3, batch_size=5)) == 3 * 4
    tagged = lesson("tagging")
    sentence = TaggedExample(tokens=("the",) * 70, tags=("O",) * 70)
    long = replace(tagged, examples=(sentence, *tagged.examples[1:]))
    settings = replace(QUICK, epochs=1, batch_size=1, max_tokens=16)
    assert (step_count(tagged, settings), step_count(long, settings)) == (16, 20)  # it is cut in five
    sizes = [
        memory_bytes(info, replace(QUICK, method=method, last_layers=2))
        for method in ("lora", "last_layers", "full")
    ]
    assert sizes[0] < sizes[2] and sizes[1] < sizes[2]
    longer, wider = replace(QUICK, max_tokens=256), replace(QUICK, batch_size=32)
    assert memory_bytes(info, longer) > sizes[2] < memory_bytes(info, wider)
    assert sizes[2] > 16 * info.parameters
