"""The lesson of the workshop: fine-tuning, then the measures beside simpler ways."""

from __future__ import annotations

from collections.abc import Callable

from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearnedModel, LearningData, LearningReport, LearningRun
from bertviz_core.settings import get_settings
from bertviz_core.training.watch import Watch


class FineTuning:
    """Fine-tunes the model of a run; imports torch with the first one."""

    def learn(self, run: LearningRun, data: LearningData, folder: RunFolder, watch: Watch) -> LearnedModel:
        """Leave the model and its card in `folder.model`, checkpoints on the way in `folder.checkpoints`."""
        import torch

        from bertviz_core.training.fine_tuning import fine_tune, write_card

        torch.set_num_threads(get_settings().worker_threads)
        learned = fine_tune(run.model, data, run.settings, folder=folder.path, watch=watch)
        write_card(folder.model, run)
        return learned

    def measure(
        self, data: LearningData, folder: RunFolder, learned: LearnedModel, *, step: Callable[[], None]
    ) -> LearningReport:
        """Measure the model in `folder.model`, and write its card anew with the measures.

        Who stops the run meanwhile does without the simpler ways that are not done.
        """
        from bertviz_core.engine import load_engine
        from bertviz_core.training.fine_tuning import write_card
        from bertviz_core.training.report import learning_report

        run = folder.run()
        report = learning_report(
            load_engine(run.model),
            data,
            folder.model,
            learned,
            step=step,
            enough=lambda: folder.stop_requested,
        )
        write_card(folder.model, run, report)
        return report
