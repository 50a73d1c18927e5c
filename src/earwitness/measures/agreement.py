"""How far an answer's order agrees with a reference order of the same items.

`truth["reference"]` lists the item ids, best first: the answer to the unchanged question, say,
when the question was changed by one note. An item named twice counts at its first place.

Sources: Kendall, Rank correlation methods, 1948 (τ); Webber, Moffat and Zobel, A similarity
measure for indefinite rankings, TOIS 28(4), 2010 (RBO).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from earwitness.domain import Answer, MeasureInfo
from earwitness.errors import StudyError
from earwitness.measures import truth as truths_of
from earwitness.measures.ranking import check_cutoff
from earwitness.statistics.agreement import kendall_tau, overlap_at, rbo


@dataclass(frozen=True)
class Tau:
    """Kendall's τ-b between the places of the items in both orders, −1 to 1.

    (C − D) / (n(n − 1)/2) for C pairs of items in the same and D in the opposite order.
    Undefined unless both hold the same items, two or more: with other items, no pairs to count.
    """

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = "Agreement of two orders of the same items: 1 the same, 0 unrelated, −1 reversed."
        return MeasureInfo("tau", "Kendall's τ", "higher", -1.0, 1.0, floor=-1.0, about=about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        reference, order = _orders(answer, truth)
        if len(reference) < 2 or set(reference) != set(order):
            return None
        place = {item: rank for rank, item in enumerate(order)}
        return kendall_tau(range(len(reference)), [place[item] for item in reference])


@dataclass(frozen=True)
class RBO:
    """Rank-biased overlap, extrapolated, 0 to 1: agreement in which the top weighs most.

    A reader goes on from each rank to the next with probability p; RBO is the expected share of
    items that both lists have in common down to where the reader stops. Undefined without a
    reference; an empty answer scores 0.
    """

    persistence: float

    def __post_init__(self) -> None:
        if not isinstance(self.persistence, float) or not 0 < self.persistence < 1:
            raise StudyError(f"RBO's persistence is {self.persistence}; use 0.9, or so, below 1")

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        label = f"RBO@{self.persistence}"
        about = "Agreement of two lists, the top weighing most: 1 the same, 0 nothing in common."
        return MeasureInfo(label, "Rank-biased overlap", "higher", 0.0, 1.0, 0.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        reference, order = _orders(answer, truth)
        return rbo(order, reference, self.persistence) if reference else None


@dataclass(frozen=True)
class Overlap:
    """The share of the first k places that hold items of both lists, in any order, 0 to 1.

    Lists shorter than k are not scaled up: their overlap cannot reach 1. Undefined without a
    reference; an empty answer scores 0.
    """

    cutoff: int

    def __post_init__(self) -> None:
        check_cutoff(self.cutoff)

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = f"The share of the first {self.cutoff} places that hold items of both lists."
        label, title = f"Overlap@{self.cutoff}", f"Overlap at {self.cutoff}"
        return MeasureInfo(label, title, "higher", 0.0, 1.0, 0.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        reference, order = _orders(answer, truth)
        return overlap_at(order, reference, self.cutoff) if reference else None


@dataclass(frozen=True)
class TopChange:
    """1 if the first item differs from the reference's first, else 0; lower is better.

    Undefined without a reference; an empty answer has lost its first item and scores 1.
    """

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = "1 if the first item changed, else 0."
        return MeasureInfo("TopChange", "Change of the first item", "lower", 0.0, 1.0, 1.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        reference, order = _orders(answer, truth)
        return float(order[:1] != reference[:1]) if reference else None


def _orders(answer: Answer, truth: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The reference and the answer, each item once."""
    return truths_of.ids(truth, "reference"), list(dict.fromkeys(answer.items))
