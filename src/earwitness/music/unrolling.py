"""The order in which measures are sung: repeats, voltas, D.C., D.S., al Fine and al Coda."""

from collections.abc import Sequence
from dataclasses import dataclass

from earwitness.music.score import Measure

MOST_TURNS = 32
"""A section is sung so often at most; a larger number in a file is taken for an error."""


@dataclass(slots=True)
class Section:
    """Measures `start` to `stop` (included) between repeat signs, with all their endings."""

    start: int
    stop: int
    turns: int


def find_sections(measures: Sequence[Measure]) -> list[Section]:
    """The repeated sections, each with the number of turns that its signs ask for.

    A closing sign without an opening one goes back to the end of the section before it, or to the
    beginning. The endings that follow a closing sign belong to its section.
    """
    sections: list[Section] = []
    start = index = 0
    while index < len(measures):
        if measures[index].opens_repeat:
            start = index
        if measures[index].plays > 1:
            stop = index
            if measures[index].endings:
                while stop + 1 < len(measures) and _continues(measures, stop + 1):
                    stop += 1
            passes = [n for m in measures[start : stop + 1] for n in (m.plays, *m.endings)]
            sections.append(Section(start, stop, min(max(passes), MOST_TURNS)))
            start = index = stop
            start += 1
        index += 1
    return sections


def unroll(measures: Sequence[Measure], sections: Sequence[Section]) -> list[int]:
    """The indices of the measures in the order of singing.

    After a jump (D.C. or D.S.) repeats are not taken and last endings are sung, until Fine, or
    from To Coda on to the first Coda behind the jump. Each jump is taken once.
    """
    by_start = {section.start: section for section in sections}
    last_only = {i for section in sections for i in _early_endings(measures, section)}
    order: list[int] = []
    taken: set[int] = set()
    index = 0
    while index < len(measures):
        section = None if taken else by_start.get(index)
        if section is not None:
            order += _turns(measures, section)
            index = section.stop
        elif index not in last_only:
            order.append(index)
        measure = measures[index]
        if taken and measure.fine:
            break
        if measure.jump and index not in taken:
            taken.add(index)
            index = _target(measures, index)
            continue
        coda = _coda(measures, max(taken)) if taken and measure.to_coda else None
        index = index + 1 if coda is None else coda
    return order


def _continues(measures: Sequence[Measure], index: int) -> bool:
    """Whether the ending goes on here, or a higher one starts."""
    before, here = measures[index - 1].endings, measures[index].endings
    return bool(here) and (here == before or min(here) > max(before))


def _turns(measures: Sequence[Measure], section: Section) -> list[int]:
    """The measures of all turns; turns beyond the numbered endings take the last but one."""
    highest = _highest(measures, section)
    order: list[int] = []
    for turn in range(1, section.turns + 1):
        last = turn == section.turns
        ending = highest if last else min(turn, max(highest - 1, 1))
        for index in range(section.start, section.stop + 1):
            measure = measures[index]
            if measure.endings and ending not in measure.endings:
                continue
            order.append(index)
            if measure.plays > 1 and not last:
                break
    return order


def _highest(measures: Sequence[Measure], section: Section) -> int:
    span = measures[section.start : section.stop + 1]
    return max((number for measure in span for number in measure.endings), default=0)


def _early_endings(measures: Sequence[Measure], section: Section) -> list[int]:
    """Measures under an ending that is not the last."""
    highest = _highest(measures, section)
    span = range(section.start, section.stop + 1)
    return [i for i in span if measures[i].endings and highest not in measures[i].endings]


def _target(measures: Sequence[Measure], index: int) -> int:
    """Where a jump leads: the beginning, or the last segno before it."""
    if measures[index].jump == "dacapo":
        return 0
    return next((i for i in range(index, -1, -1) if measures[i].segno), 0)


def _coda(measures: Sequence[Measure], index: int) -> int | None:
    return next((i for i in range(index + 1, len(measures)) if measures[i].coda), None)
