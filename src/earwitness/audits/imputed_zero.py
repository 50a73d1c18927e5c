"""Is a feature that is not known scored as if it were the worst?"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.audits.base import Evidence, FeatureUse, shown
from earwitness.domain import Finding, Severity
from earwitness.statistics.midranks import row_midranks

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ImputedZero:
    """Fires when items without a feature get the least value of its term, and sink for it.

    Needs `features`. A case counts where some candidates have the feature and some do not. Items
    without it are scored as the worst where their term is no larger than any known one, in most
    such cases, and below the mean of the known ones. How far they sink is their mean rank with
    the term minus that without it. Fires from `few` of the candidates on; serious where `many`
    of them lack the feature.
    """

    few: float = 0.01
    many: float = 0.1

    name = "imputed-zero"

    def examine(self, evidence: Evidence) -> list[Finding]:
        findings = []
        for use in evidence.features:
            seen = _seen(use)
            if seen and seen["share_without"] >= self.few and seen["scored_as_worst"] > 0.5:
                findings.append(self._finding(use, seen))
        return findings

    def _finding(self, use: FeatureUse, seen: dict[str, Any]) -> Finding:
        severity: Severity = "serious" if seen["share_without"] >= self.many else "warning"
        return Finding(
            self.name,
            severity,
            f"{use.system} scores songs without {use.feature} as if theirs were the worst: "
            f"{seen['share_without']:.0%} of the candidates have none and fall by "
            f"{shown(seen['places_lost_without'])} places on average.",
            {"system": use.system, "feature": use.feature, **seen},
            f"Not known is not bad: the system now prefers songs for having {use.feature}, not "
            "for what it says. Give such songs the mean of the other candidates, or leave the "
            "term out for them, and report the songs with and without it apart.",
        )


def _seen(use: FeatureUse) -> dict[str, Any] | None:
    """What the term does to candidates without the feature; None where there are none to see."""
    there = ~np.isnan(use.rest)
    known, lacking = use.known & there, ~use.known & there
    mixed = np.logical_and(known.any(axis=1), lacking.any(axis=1))
    if not mixed.any():
        return None
    lowest = np.where(known, use.term, np.inf).min(axis=1)[mixed]
    mean = np.where(known, use.term, 0.0).sum(axis=1)[mixed] / known[mixed].sum(axis=1)
    given = np.where(lacking, use.term, -np.inf).max(axis=1)[mixed]
    shift = _ranks(use.rest + use.term) - _ranks(use.rest)
    return {
        "cases": len(mixed),
        "share_without": float(lacking.sum() / there.sum()),
        "scored_as_worst": float(((given <= lowest) & (given < mean)).mean()),
        "places_lost_without": float(shift[lacking & mixed[:, None]].mean()),
        "places_lost_with": float(shift[known & mixed[:, None]].mean()),
    }


def _ranks(scores: Floats) -> Floats:
    """1 for the best of each row; ties share their mean rank."""
    # Row by row: all pairs of all rows at once would not fit in memory.
    return np.concatenate([row_midranks(-row[None]) for row in scores])
