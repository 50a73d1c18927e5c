"""The way from records to findings that every study goes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from earwitness.audits import Evidence
from earwitness.domain import Comparison, Estimate, Finding, Record, Scores
from earwitness.run import Progress
from earwitness.studies.auditing import audit_tasks

Records = Mapping[str, Sequence[Record]]


class Concluding(Protocol):
    """A protocol that can say what follows from its records."""

    def scores(self, records: Records) -> list[Scores]: ...

    def estimates(self, scores: Sequence[Scores], records: Records) -> list[Estimate]: ...

    def comparisons(self, scores: Sequence[Scores]) -> list[Comparison]: ...

    def evidence(self, scores: Sequence[Scores], records: Records) -> dict[str, Evidence]: ...


@dataclass(frozen=True)
class Concluded:
    """What follows from the records."""

    scores: Sequence[Scores]
    estimates: Sequence[Estimate]
    comparisons: Sequence[Comparison]
    findings: Sequence[Finding]


def concluded(
    protocol: Concluding, records: Records, audits: Sequence[str], progress: Progress
) -> Concluded:
    """Scores, estimates, comparisons, and what the named audits find."""
    stages = 4
    progress("conclusions", 0, stages)
    scores = protocol.scores(records)
    progress("conclusions", 1, stages)
    estimates = protocol.estimates(scores, records)
    progress("conclusions", 2, stages)
    comparisons = protocol.comparisons(scores)
    progress("conclusions", 3, stages)
    evidence = protocol.evidence(scores, records)
    findings = audit_tasks(evidence, estimates, comparisons, audits)
    progress("conclusions", 4, stages)
    return Concluded(scores, estimates, comparisons, findings)
