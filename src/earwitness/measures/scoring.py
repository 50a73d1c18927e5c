"""Records to scores: every measure on every system's answer to every case."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer, Case, Measure, Record, Scores
from earwitness.errors import DataError
from earwitness.measures.facts import Lists
from earwitness.measures.hits import Hits
from earwitness.measures.lists import ListMeasure
from earwitness.measures.ranking import RankingMeasure

Truths = Sequence[Mapping[str, Any]]


def score_records(
    task: str,
    cases: Sequence[Case],
    records: Iterable[Record],
    measures: Sequence[Measure],
    truths: Callable[[Record], Mapping[str, Any]] | None = None,
    groups: Sequence[str] = (),
) -> Scores:
    """Scores of one record a system and case; systems stand in the order of first appearance.

    `truths` gives the truth of a record where the case's own will not do (a reference that is
    the system's own earlier answer). `groups` names the groups of the cases to keep. A failure
    scores the measure's floor, or nan where there is none. A case that a system never met is an
    error, not a failure: the scores would be about other cases than they say.
    """
    by_system = _by_system(cases, records)
    values = np.empty((len(measures), len(by_system), len(cases)))
    for s, met in enumerate(by_system.values()):
        kept = [met[case.id] for case in cases]
        read = [case.truth for case in cases] if truths is None else [truths(one) for one in kept]
        values[:, s] = _score_system([one.answer for one in kept], read, measures)
    return Scores(
        task,
        tuple(measure.info.label for measure in measures),
        tuple(by_system),
        tuple(case.id for case in cases),
        values,
        {name: tuple(_group(case, name) for case in cases) for name in groups},
    )


def _score_system(
    answers: Sequence[Answer | None], truths: Truths, measures: Sequence[Measure]
) -> NDArray[np.float64]:
    """Measures × cases."""
    values = np.empty((len(measures), len(answers)))
    ranking = [measure for measure in measures if isinstance(measure, RankingMeasure)]
    hits = _hits(answers, truths, ranking) if ranking else None
    listing = [measure for measure in measures if isinstance(measure, ListMeasure)]
    lists = _lists(answers, truths, listing) if listing else None
    for m, measure in enumerate(measures):
        if hits is not None and isinstance(measure, RankingMeasure):
            values[m] = measure.score_hits(hits)
        elif lists is not None and isinstance(measure, ListMeasure):
            failed = np.array([answer is None for answer in answers])
            scored = measure.score_lists(lists)
            values[m] = np.where(failed, _as_float(measure.info.floor), scored)
        else:
            floor = measure.info.floor
            values[m] = [
                _as_float(floor if answer is None else measure.score(answer, truth))
                for answer, truth in zip(answers, truths, strict=True)
            ]
    return values


def _hits(
    answers: Sequence[Answer | None], truths: Truths, measures: Sequence[RankingMeasure]
) -> Hits:
    cutoffs = [measure.cutoff for measure in measures]
    depth = None if None in cutoffs else max(cutoff for cutoff in cutoffs if cutoff is not None)
    # To a ranking measure a failure is an answer without items: it scores the floor, 0.
    return Hits.from_answers([answer or Answer() for answer in answers], truths, depth)


def _lists(
    answers: Sequence[Answer | None], truths: Truths, measures: Sequence[ListMeasure]
) -> Lists:
    depth = max(measure.cutoff for measure in measures)
    return Lists.from_answers([answer or Answer() for answer in answers], truths, depth)


def _by_system(cases: Sequence[Case], records: Iterable[Record]) -> dict[str, dict[str, Record]]:
    """Each system's records by case; raises where one is missing, foreign or there twice."""
    known = {case.id for case in cases}
    by_system: dict[str, dict[str, Record]] = {}
    for record in records:
        met = by_system.setdefault(record.system, {})
        what = f'system "{record.system}" and case "{record.case}"'
        if record.case in met:
            raise DataError(f"there are two records of {what}; give one")
        if record.case not in known:
            raise DataError(f"there is a record of {what}, which is not among the cases given")
        met[record.case] = record
    for system, met in by_system.items():
        missing = [case.id for case in cases if case.id not in met]
        if missing:
            raise DataError(
                f'system "{system}" has no record of {len(missing)} of {len(cases)} cases '
                f'(such as "{missing[0]}"); run it on them, or leave them out for all systems'
            )
    return by_system


def _group(case: Case, name: str) -> str:
    if name not in case.groups:
        given = ", ".join(sorted(case.groups)) or "none"
        raise DataError(f'case "{case.id}" has no group "{name}"; it has: {given}')
    return case.groups[name]


def _as_float(score: float | None) -> float:
    return np.nan if score is None else score
