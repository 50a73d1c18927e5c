"""What a change of the question did to one item, or to the key it is offered in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from earwitness.domain import Answer, MeasureInfo


@dataclass(frozen=True)
class NotPromoted:
    """1 where the item truth["watched"] stands no higher than in truth["reference"], else 0.

    For a question that speaks against the item, such as an avoided note that it is full of.
    Undefined where either ranking lacks the item.
    """

    def __str__(self) -> str:
        return "not promoted"

    @property
    def info(self) -> MeasureInfo:
        about = (
            "The share of cases in which a song that is full of a newly avoided note does not rise."
        )
        return MeasureInfo(str(self), "Not promoted", "higher", 0.0, 1.0, 0.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        watched, reference = truth["watched"], truth["reference"]
        if watched not in answer.items or watched not in reference:
            return None
        return float(answer.items.index(watched) >= reference.index(watched))


@dataclass(frozen=True)
class PlacesLost:
    """How many places the item truth["watched"] falls against truth["reference"], as a share of
    all places: (new − old) / (items − 1), −1 to 1. Undefined where either ranking lacks it.
    """

    def __str__(self) -> str:
        return "places lost"

    @property
    def info(self) -> MeasureInfo:
        about = (
            "How far a song falls when a note that it is full of becomes an avoid, as a share of "
            "the list."
        )
        return MeasureInfo(str(self), "Places lost", "higher", -1.0, 1.0, -1.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        watched, reference = truth["watched"], truth["reference"]
        if watched not in answer.items or watched not in reference or len(reference) < 2:
            return None
        places = int(answer.items.index(watched) - reference.index(watched))
        return places / (len(reference) - 1)


@dataclass(frozen=True)
class SameOrder:
    """1 where the items stand exactly as in truth["reference"], else 0."""

    def __str__(self) -> str:
        return "same order"

    @property
    def info(self) -> MeasureInfo:
        about = "The share of cases in which the ranking is exactly the same."
        return MeasureInfo(str(self), "Same order", "higher", 0.0, 1.0, 0.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        return float(list(answer.items) == list(truth["reference"]))


@dataclass(frozen=True)
class KeyFound:
    """1 where the item truth["relevant"][0] is offered at the shift truth["shift"], else 0.

    answer.detail["shift"] says by how many semitones each item is moved. Undefined for an
    answer that names no shifts: such a system does not transpose.
    """

    def __str__(self) -> str:
        return "key found"

    @property
    def info(self) -> MeasureInfo:
        about = "The share of songs that are offered in the key in which they were hidden."
        return MeasureInfo(str(self), "Key found", "higher", 0.0, 1.0, 0.0, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        shifts = answer.detail.get("shift")
        if shifts is None:
            return None
        (song,) = truth["relevant"]
        if song not in answer.items:
            return 0.0
        return float(shifts[answer.items.index(song)] == truth["shift"])
