"""Does the result hang on how the files were listed, or on one sampling seed?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from earwitness.audits.base import Evidence, Headlines, shown, width
from earwitness.domain import Finding, Severity

SAME = 1e-12
"""Values that differ by no more than this differ by rounding."""


@dataclass(frozen=True)
class OrderDependence:
    """Fires when a headline value changes in a rerun that should give the same.

    Another listing order must change nothing: if it does, that is serious. Another sampling seed
    may change a value within its interval: beyond half of the interval's width it is serious.
    """

    orders: int = 5
    seeds: int = 20

    name = "order-dependence"

    def examine(self, evidence: Evidence) -> list[Finding]:
        findings = []
        if evidence.reorder is not None:
            changed = _changed(evidence, [evidence.reorder(i) for i in range(1, self.orders + 1)])
            if changed:
                findings.append(self._order_finding(changed))
        if evidence.reseed is not None:
            changed = _changed(evidence, [evidence.reseed(i) for i in range(1, self.seeds + 1)])
            if changed:
                findings.append(self._seed_finding(changed))
        return findings

    def _order_finding(self, changed: Sequence[dict[str, Any]]) -> Finding:
        return Finding(
            self.name,
            "serious",
            f"{_told(changed[0])} when the same inputs are listed in another order.",
            {"reruns": self.orders, "headlines": changed},
            "The order in which files happen to be listed says nothing about the system, so no "
            "result should hang on it. Use all cases; where you must draw a sample, draw it by a "
            "hash of each case's name, and break ties by name.",
        )

    def _seed_finding(self, changed: Sequence[dict[str, Any]]) -> Finding:
        beyond = any(
            row["half_width"] is not None and row["largest_change"] > row["half_width"]
            for row in changed
        )
        severity: Severity = "serious" if beyond else "warning"
        return Finding(
            self.name,
            severity,
            f"{_told(changed[0])} when only the random seed of the sample changes.",
            {"reruns": self.seeds, "headlines": changed},
            "One seed is one draw of the lottery: another would have given another result. Use "
            "all cases instead of a sample, or report the mean and the spread over many seeds.",
        )


def _changed(evidence: Evidence, reruns: Sequence[Headlines]) -> list[dict[str, Any]]:
    """The headlines that did not stay the same, the most changed first."""
    rows = []
    for (system, measure), reported in evidence.headlines.items():
        values = [rerun[system, measure] for rerun in reruns]
        lowest, highest = min(values), max(values)
        change = max(highest - reported, reported - lowest)
        if change > SAME:
            rows.append(
                {
                    "system": system,
                    "measure": measure,
                    "reported": reported,
                    "lowest": lowest,
                    "highest": highest,
                    "largest_change": change,
                    "half_width": _half_width(evidence, system, measure),
                }
            )
    return sorted(rows, key=lambda row: -row["largest_change"])


def _half_width(evidence: Evidence, system: str, measure: str) -> float | None:
    estimate = evidence.estimate(system, measure)
    whole = None if estimate is None else width(estimate)
    return None if whole is None else whole / 2


def _told(row: dict[str, Any]) -> str:
    lowest, highest = shown(row["lowest"]), shown(row["highest"])
    becomes = lowest if lowest == highest else f"{lowest} to {highest}"
    return (
        f"{row['measure']} of {row['system']} is reported as {shown(row['reported'])}, but becomes "
        f"{becomes}"
    )
