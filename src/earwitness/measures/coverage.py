"""How much of a catalogue a system ever recommends. It belongs to a set of answers, not to one."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from earwitness.domain import Answer, MeasureInfo
from earwitness.errors import DataError
from earwitness.measures.ranking import check_cutoff


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of the catalogue among the first k items of all answers together, 0 to 1.

    `ceiling` is the most that so many cases allow: min(1, cases · k / catalogue).
    """

    cutoff: int
    value: float
    ceiling: float
    cases: int

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = f"The share of the catalogue among the first {self.cutoff} items of all answers."
        label = f"Coverage@{self.cutoff}"
        return MeasureInfo(label, "Catalogue coverage", "higher", 0.0, 1.0, 0.0, about)


def coverage(answers: Iterable[Answer | None], catalogue: Collection[str], cutoff: int) -> Coverage:
    """Coverage of one answer a case; a failure is None and covers nothing.

    Items that the catalogue does not hold cover nothing either.
    """
    check_cutoff(cutoff)
    known = set(catalogue)
    if not known:
        raise DataError("the catalogue is empty; coverage needs one item or more")
    named: set[str] = set()
    cases = 0
    for answer in answers:
        cases += 1
        if answer is not None:
            named.update(answer.items[:cutoff])
    return Coverage(
        cutoff,
        value=len(named & known) / len(known),
        ceiling=min(1.0, cases * cutoff / len(known)),
        cases=cases,
    )
