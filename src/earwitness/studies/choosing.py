"""What a study file adds to a study: measures and audits, built in or anyone's own."""

from collections.abc import Sequence

from earwitness.audits import Evidence, run_audits
from earwitness.domain import Answer, Case, Measure
from earwitness.domain.naming import named_class
from earwitness.errors import DataError, StudyError
from earwitness.measures import parse


def with_measures(
    built_in: Sequence[Measure], labels: Sequence[str], cases: Sequence[Case]
) -> list[Measure]:
    """The study's own measures, then those of the file that are not among them.

    One that cannot score an answer to the cases' questions is told at once.
    """
    by_label = {measure.info.label: measure for measure in built_in}
    for label in labels:
        measure = parse(label)
        for case in cases[:1]:
            try:
                measure.score(Answer(), case.truth)
            except DataError as error:
                raise StudyError(f'measure "{label}" does not suit retrieval: {error}') from error
        by_label.setdefault(measure.info.label, measure)
    return list(by_label.values())


def with_audits(built_in: Sequence[str], names: Sequence[str]) -> list[str]:
    """The study's own audits, then those of the file; a name that is none is told at once."""
    for name in names:
        if ":" in name:
            named_class(name)
        else:
            run_audits([name], Evidence())
    return list(dict.fromkeys((*built_in, *names)))
