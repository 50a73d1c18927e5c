"""How high the relevant items stand in an answer.

An item is relevant or not; `truth["relevant"]` names those that are (T of them). A rank starts
at 1, and h(r) is 1 where the item at rank r is relevant, else 0. Three conventions hold for all:

- A case without relevant items has no score: undefined, not zero.
- An answer without items scores 0.
- Of an item that is named twice only the first place counts, so repeating gains nothing.

Chance is the expected score when C candidates, the relevant ones among them, are ranked in
uniformly random order.

Sources: Herlocker et al., Evaluating collaborative filtering recommender systems, TOIS 22(1),
2004 (HR, recall, precision); Voorhees, The TREC-8 question answering track report, 1999 (MRR);
Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 20(4), 2002 (nDCG).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer, MeasureInfo
from earwitness.errors import DataError, StudyError
from earwitness.measures import truth as truths_of
from earwitness.measures.hits import Hits

Floats = NDArray[np.float64]


class CaseHits(NamedTuple):
    """`found[r]`: is the item at rank r + 1 relevant, and named there first? And T."""

    found: list[bool]
    relevant: int


@dataclass(frozen=True)
class RankingMeasure(ABC):
    """What the ranking measures share: ranks after the cutoff k do not count."""

    cutoff: int | None

    def __post_init__(self) -> None:
        check_cutoff(self.cutoff)

    def __str__(self) -> str:
        return self.info.label

    @property
    @abstractmethod
    def info(self) -> MeasureInfo: ...

    @abstractmethod
    def of(self, hits: CaseHits) -> float:
        """The score of one case, cut to the cutoff, with T ≥ 1."""

    @abstractmethod
    def of_many(self, hits: Hits) -> Floats:
        """The same for many cases at once."""

    @abstractmethod
    def expected(self, relevant: int, candidates: int) -> float:
        """The expected score when C candidates, T of them relevant, are shuffled."""

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        """The score of one answer."""
        wanted = set(truths_of.ids(truth, "relevant"))
        relevant = len(wanted)
        if not relevant:
            return None
        found = []
        for item in answer.items[: self.cutoff]:
            found.append(item in wanted)
            wanted.discard(item)
        return self.of(CaseHits(found, relevant))

    def score_hits(self, hits: Hits) -> Floats:
        """The scores of many answers at once; nan where undefined."""
        # A case without relevant items is scored as if it had one, and the score thrown away.
        cut = Hits(hits.found[:, : self.cutoff], np.maximum(hits.relevant, 1))
        return np.where(hits.relevant > 0, self.of_many(cut), np.nan)

    def ceiling(self, truth: Mapping[str, Any]) -> float | None:
        """The most that any answer can score on this case."""
        return 1.0 if truths_of.ids(truth, "relevant") else None

    def chance(self, truth: Mapping[str, Any], candidates: int) -> float | None:
        """The expected score of `candidates` items, the relevant ones among them, shuffled."""
        relevant = len(truths_of.ids(truth, "relevant"))
        if relevant > candidates:
            raise DataError(
                f"a case has {relevant} relevant items but {candidates} candidates; "
                "count the relevant items among the candidates"
            )
        return self.expected(relevant, candidates) if relevant else None


@dataclass(frozen=True)
class HR(RankingMeasure):
    """Hit rate: 1 if any of the first k items is relevant, else 0.

    Chance: 1 − C(C−T, k) / C(C, k); with T = 1, min(k, C) / C.
    """

    cutoff: int

    @property
    def info(self) -> MeasureInfo:
        where = "comes first" if self.cutoff == 1 else f"is among the first {self.cutoff}"
        about = f"The share of cases in which a right item {where}."
        return _card(f"HR@{self.cutoff}", f"Hit rate at {self.cutoff}", about)

    def of(self, hits: CaseHits) -> float:
        return float(any(hits.found))

    def of_many(self, hits: Hits) -> Floats:
        return hits.found.any(axis=1).astype(float)

    def expected(self, relevant: int, candidates: int) -> float:
        return 1 - float(_no_hit(relevant, candidates)[min(self.cutoff, candidates)])


@dataclass(frozen=True)
class Recall(RankingMeasure):
    """The share of the relevant items that is among the first k: Σ h(r) / T, for r ≤ k.

    It cannot exceed min(k, T) / T. Chance: min(k, C) / C.
    """

    cutoff: int

    @property
    def info(self) -> MeasureInfo:
        about = f"The share of the relevant items that is among the first {self.cutoff}."
        return _card(f"Recall@{self.cutoff}", f"Recall at {self.cutoff}", about)

    def of(self, hits: CaseHits) -> float:
        return sum(hits.found) / hits.relevant

    def of_many(self, hits: Hits) -> Floats:
        share: Floats = hits.found.sum(axis=1) / hits.relevant
        return share

    def ceiling(self, truth: Mapping[str, Any]) -> float | None:
        relevant = len(truths_of.ids(truth, "relevant"))
        return min(self.cutoff, relevant) / relevant if relevant else None

    def expected(self, relevant: int, candidates: int) -> float:
        return _expected_hits(self.cutoff, relevant, candidates) / relevant


@dataclass(frozen=True)
class Precision(RankingMeasure):
    """The share of the first k places that relevant items hold: Σ h(r) / k, for r ≤ k.

    Places that a short answer leaves empty count as misses, so it cannot exceed min(k, T) / k.
    Chance: (T / C) · min(k, C) / k.
    """

    cutoff: int

    @property
    def info(self) -> MeasureInfo:
        about = f"The share of the first {self.cutoff} places that relevant items hold."
        return _card(f"Precision@{self.cutoff}", f"Precision at {self.cutoff}", about)

    def of(self, hits: CaseHits) -> float:
        return sum(hits.found) / self.cutoff

    def of_many(self, hits: Hits) -> Floats:
        share: Floats = hits.found.sum(axis=1) / self.cutoff
        return share

    def ceiling(self, truth: Mapping[str, Any]) -> float | None:
        relevant = len(truths_of.ids(truth, "relevant"))
        return min(self.cutoff, relevant) / self.cutoff if relevant else None

    def expected(self, relevant: int, candidates: int) -> float:
        return _expected_hits(self.cutoff, relevant, candidates) / self.cutoff


@dataclass(frozen=True)
class NDCG(RankingMeasure):
    """Normalised discounted cumulative gain: DCG over the DCG of the best possible order.

    DCG = Σ h(r) / log2(r + 1) for r ≤ k; the best order has min(k, T) hits in front.
    Chance: (T / C) · Σ 1 / log2(r + 1) for r ≤ min(k, C), over the same best.
    """

    cutoff: int

    @property
    def info(self) -> MeasureInfo:
        about = (
            f"How near the first {self.cutoff} items come to the best possible order; "
            "a relevant item counts less the lower it stands."
        )
        return _card(f"nDCG@{self.cutoff}", "Normalised discounted cumulative gain", about)

    def of(self, hits: CaseHits) -> float:
        gained = sum(1 / log2(rank + 1) for rank, hit in enumerate(hits.found, 1) if hit)
        return float(gained / _discounts(min(self.cutoff, hits.relevant)).sum())

    def of_many(self, hits: Hits) -> Floats:
        best = np.cumsum(_discounts(self.cutoff))
        ideal = best[np.minimum(hits.relevant, self.cutoff) - 1]
        score: Floats = hits.found @ _discounts(hits.found.shape[1]) / ideal
        return score

    def expected(self, relevant: int, candidates: int) -> float:
        share = relevant / candidates
        gained = share * _discounts(min(self.cutoff, candidates)).sum()
        return float(gained / _discounts(min(self.cutoff, relevant)).sum())


@dataclass(frozen=True)
class MRR(RankingMeasure):
    """Reciprocal rank: 1 / r for the first relevant item's rank r, 0 if there is none.

    Its mean over cases is the MRR. With a cutoff, ranks after it score 0.
    Chance: Σ P(r) / r, where P(r) is the chance that the first hit is at r; with T = 1 and no
    cutoff, (1 + 1/2 + … + 1/C) / C.
    """

    cutoff: int | None = None

    @property
    def info(self) -> MeasureInfo:
        about = "1 divided by the rank of the first right item"
        if self.cutoff is None:
            return _card("MRR", "Mean reciprocal rank", f"{about}; 0 if there is none.")
        about += f"; 0 if it is not among the first {self.cutoff}."
        return _card(f"MRR@{self.cutoff}", f"Mean reciprocal rank to {self.cutoff}", about)

    def of(self, hits: CaseHits) -> float:
        return 1 / (hits.found.index(True) + 1) if any(hits.found) else 0.0

    def of_many(self, hits: Hits) -> Floats:
        if not hits.found.shape[1]:
            return np.zeros(len(hits.found))
        score: Floats = hits.found.any(axis=1) / (hits.found.argmax(axis=1) + 1)
        return score

    def expected(self, relevant: int, candidates: int) -> float:
        first = -np.diff(_no_hit(relevant, candidates))[: self.cutoff]
        return float((first / np.arange(1, len(first) + 1)).sum())


def check_cutoff(cutoff: object) -> None:
    """Raise StudyError unless the cutoff is a whole number, 1 or more."""
    if cutoff is not None and (not isinstance(cutoff, int) or cutoff < 1):
        raise StudyError(f"the cutoff is {cutoff}; use a whole number, 1 or more")


def _card(label: str, title: str, about: str) -> MeasureInfo:
    return MeasureInfo(label, title, "higher", low=0.0, high=1.0, floor=0.0, about=about)


def _discounts(depth: int) -> Floats:
    """1 / log2(r + 1) for r = 1, …, depth."""
    discounts: Floats = 1 / np.log2(np.arange(2, depth + 2))
    return discounts


def _expected_hits(cutoff: int, relevant: int, candidates: int) -> float:
    """How many relevant items a random order has among the first k, on average."""
    return relevant * min(cutoff, candidates) / candidates


def _no_hit(relevant: int, candidates: int) -> Floats:
    """For r = 0, …, C: the chance that a random order has no relevant item down to rank r."""
    rank = np.arange(candidates)
    misses = np.maximum(candidates - relevant - rank, 0)
    return np.concatenate([[1.0], np.cumprod(misses / (candidates - rank))])
