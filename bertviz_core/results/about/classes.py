"""How well a simple classifier works on a model's features of whole texts."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.reliability import wilson_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassScore:
    """Logistic regression on the last layer's features of one data set."""

    data: str
    """`film_reviews` or `spam`."""
    language: str
    """ISO 639-1 code, or `all` for the texts of every language together."""
    labels: tuple[str, ...]
    texts: int
    majority: float
    """Accuracy of always saying the most frequent label."""
    cls: float
    """Mean accuracy of the folds on the vector of the first token, `[CLS]`."""
    mean: float
    """The same on the mean of all tokens but the special ones."""

    @property
    def cls_range(self) -> tuple[float, float]:
        """Wilson's interval (1927) of `cls`, at 95 %."""
        return _range(self.cls, self.texts)

    @property
    def mean_range(self) -> tuple[float, float]:
        """The same of `mean`."""
        return _range(self.mean, self.texts)


def _range(accuracy: float, texts: int) -> tuple[float, float]:
    low, high = wilson_interval(accuracy * texts, texts)
    return float(low), float(high)
