"""What a measure declares of itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from earwitness.domain.record import Answer

Direction = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class MeasureInfo:
    """A measure's card: its label, which direction is better, its range, floor and meaning.

    `floor` is what a failed record scores; None where there is no worst value, so that a failure
    is undefined.
    """

    label: str
    title: str
    direction: Direction
    low: float | None
    high: float | None
    floor: float | None
    about: str


class Measure(Protocol):
    """One answer and the case's truth -> one score, or None where it is undefined."""

    @property
    def info(self) -> MeasureInfo: ...

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None: ...


@runtime_checkable
class BoundedMeasure(Measure, Protocol):
    """A measure that knows what can be reached on a case, and what chance would reach."""

    def ceiling(self, truth: Mapping[str, Any]) -> float | None:
        """The most that any answer can score; None where every answer is undefined."""

    def chance(self, truth: Mapping[str, Any], candidates: int) -> float | None:
        """The expected score of a ranking of so many candidates in uniformly random order."""
