"""Is an interval too narrow because it ignores which cases belong together?"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from earwitness.audits.base import Evidence, shown, width
from earwitness.domain import Finding, Scores, Severity
from earwitness.statistics.bootstrap import mean_intervals


@dataclass(frozen=True)
class NarrowInterval:
    """Fires when an interval over clusters is more than `wider` times as wide as the reported one.

    Needs scores with the groups that `clusters` names, and estimates with intervals. An interval
    that was computed over the clusters is as wide as this one, so it passes. Serious at twice the
    width.
    """

    wider: float = 1.2

    name = "narrow-interval"

    def examine(self, evidence: Evidence) -> list[Finding]:
        findings = []
        for cluster in evidence.clusters:
            rows = [
                row
                for scores in evidence.scores
                if cluster in scores.groups
                for row in _widths(evidence, scores, cluster)
                if row["times"] > self.wider
            ]
            if rows:
                findings.append(self._finding(cluster, sorted(rows, key=lambda row: -row["times"])))
        return findings

    def _finding(self, cluster: str, rows: list[dict[str, Any]]) -> Finding:
        worst = rows[0]
        severity: Severity = "serious" if worst["times"] >= 2 else "warning"
        return Finding(
            self.name,
            severity,
            f"The interval of {worst['measure']} for {worst['system']} is "
            f"{shown(worst['reported_width'])} wide as reported, but "
            f"{shown(worst['cluster_width'])} when the cases of one {cluster} are kept together.",
            {"cluster": cluster, "estimates": rows},
            f"Cases of one {cluster} resemble each other, so they tell less than as many unrelated "
            "ones, and the reported interval promises too much. Draw whole groups, not "
            "single cases, when you resample, and report that interval.",
        )


def _widths(evidence: Evidence, scores: Scores, cluster: str) -> list[dict[str, Any]]:
    """For each estimate of these scores: its width, and the width over clusters."""
    reported = [
        estimate
        for measure in scores.measures
        for system in scores.systems
        if (estimate := evidence.estimate(system, measure)) is not None
    ]
    rows = []
    for level in sorted({estimate.level for estimate in reported}):
        estimates = [estimate for estimate in reported if estimate.level == level]
        columns = [scores.of(estimate.measure, estimate.system) for estimate in estimates]
        intervals = mean_intervals(
            np.column_stack(columns), clusters=scores.groups[cluster], level=level
        )
        for estimate, interval in zip(estimates, intervals, strict=True):
            plain, clustered = width(estimate), width(interval)
            if plain and clustered is not None:
                rows.append(
                    {
                        "system": estimate.system,
                        "measure": estimate.measure,
                        "reported_width": plain,
                        "cluster_width": clustered,
                        "times": clustered / plain,
                    }
                )
    return rows
