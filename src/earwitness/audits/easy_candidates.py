"""Are the candidate sets so small that chance does much of the work?"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from earwitness.audits.base import Evidence, shown
from earwitness.domain import Finding, Severity
from earwitness.measures import chances


@dataclass(frozen=True)
class EasyCandidates:
    """Fires when guessing would earn much of the best value, or many cases offer little choice.

    Needs cases whose truth has `relevant` and `candidates`, and measures that know their chance
    value. Fires when chance reaches `share_of_value` of the best system's value, or when
    `share_of_cases` of the cases have fewer than `few` candidates; serious at twice either.
    """

    few: int = 10
    share_of_cases: float = 0.1
    share_of_value: float = 0.25

    name = "easy-candidates"

    def examine(self, evidence: Evidence) -> list[Finding]:
        counts = np.array(
            [case.truth["candidates"] for case in evidence.cases if "candidates" in case.truth]
        )
        if not len(counts):
            return []
        share_few = float(np.mean(counts < self.few))
        rows = _by_chance(evidence)
        by_chance = max((row["share_of_value"] for row in rows), default=0.0)
        if share_few < self.share_of_cases and by_chance < self.share_of_value:
            return []
        serious = share_few >= 2 * self.share_of_cases or by_chance >= 2 * self.share_of_value
        severity: Severity = "serious" if serious else "warning"
        lowest, quarter, middle, highest = np.quantile(counts, [0, 0.25, 0.5, 1])
        return [
            Finding(
                self.name,
                severity,
                self._title(share_few, rows),
                {
                    "cases": len(counts),
                    f"share_with_fewer_than_{self.few}_candidates": share_few,
                    "candidates": {
                        "lowest": float(lowest),
                        "lower_quartile": float(quarter),
                        "median": float(middle),
                        "highest": float(highest),
                    },
                    "measures": rows,
                },
                "With few candidates even a blind guess is often right, so a high value says "
                "little about the system. Read each value beside its chance value, and look at "
                "the cases with many candidates on their own, or make the task harder: let every "
                "item be a candidate.",
            )
        ]

    def _title(self, share_few: float, rows: list[dict[str, Any]]) -> str:
        title = f"{share_few:.0%} of the cases offer fewer than {self.few} candidates"
        if not rows:
            return f"{title}."
        row = rows[0]
        return (
            f"{title}; guessing alone would give {row['measure']} {shown(row['chance'])}, where "
            f"the best system ({row['system']}) has {shown(row['value'])}."
        )


def _by_chance(evidence: Evidence) -> list[dict[str, Any]]:
    """Each measure's mean chance value beside the best system's value, the worst first."""
    truths = [case.truth for case in evidence.cases if "candidates" in case.truth]
    rows: list[dict[str, Any]] = []
    for measure in evidence.measures:
        found = chances(measure, truths)
        label = measure.info.label
        values = [
            (one.value, one.system)
            for one in evidence.estimates
            if one.measure == label and not one.groups and one.value is not None
        ]
        if values and not np.isnan(found).all():
            value, system = max(values)
            defined = found[~np.isnan(found)]
            chance = float(defined.mean())
            rows.append(
                {
                    "measure": label,
                    "chance": chance,
                    "chance_quartiles": [float(q) for q in np.quantile(defined, [0.25, 0.5, 0.75])],
                    "system": system,
                    "value": value,
                    "share_of_value": chance / value if value > chance else 1.0,
                }
            )
    return sorted(rows, key=lambda row: -row["share_of_value"])
