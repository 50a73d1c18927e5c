"""Has each task of a study audited on its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from earwitness.audits import Evidence, by_severity, run_audits
from earwitness.domain import Comparison, Estimate, Finding


def audit_tasks(
    evidence: Mapping[str, Evidence],
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
    names: Sequence[str],
) -> list[Finding]:
    """What the named audits find in each task; each finding says which task it is about."""
    findings = []
    for task, known in evidence.items():
        whole = replace(known, estimates=_of(task, estimates), comparisons=_of(task, comparisons))
        findings += [
            replace(
                finding,
                title=f"{task}: {finding.title}",
                evidence={"task": task, **finding.evidence},
            )
            for finding in run_audits(names, whole)
        ]
    return by_severity(findings)


Row = TypeVar("Row", Estimate, Comparison)


def _of(task: str, rows: Sequence[Row]) -> list[Row]:
    """The rows of one task, without the group that says so."""
    return [
        replace(row, groups={k: v for k, v in row.groups.items() if k != "task"})
        for row in rows
        if row.groups.get("task") == task
    ]
