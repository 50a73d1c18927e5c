"""Does the answer hang on whether short lists are divided by K or by their length?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from earwitness.audits.base import Evidence, shown
from earwitness.domain import Finding, Measure, Scores, Severity
from earwitness.measures import Precision, ShareMeasure

Answers = Mapping[tuple[str, str], Sequence[str]]
"""The items of each system's answer to each case."""


@dataclass(frozen=True)
class ShortLists:
    """Fires when a system returns fewer than k items and a measure that divides by k moves.

    Needs records, measures and scores. A score divided by the length is score · k / length.
    Fires where the two means differ by `moved` of the larger, or more; serious where two systems
    change places.
    """

    moved: float = 0.02

    name = "short-lists"

    def examine(self, evidence: Evidence) -> list[Finding]:
        answers: Answers = {
            (one.system, one.case): one.answer.items
            for one in evidence.records
            if one.answer is not None
        }
        findings = []
        for measure in evidence.measures:
            cutoff = _divisor(measure)
            for scores in evidence.scores:
                if cutoff is None or measure.info.label not in scores.measures:
                    continue
                rows = _rows(measure.info.label, cutoff, scores, answers)
                if any(_moves(row, self.moved) for row in rows):
                    findings.append(self._finding(measure, cutoff, rows))
        return findings

    def _finding(self, measure: Measure, cutoff: int, rows: Sequence[dict[str, Any]]) -> Finding:
        label = measure.info.label
        swapped = [
            [a["system"], b["system"]]
            for a, b in combinations(rows, 2)
            if (a["by_cutoff"] - b["by_cutoff"]) * (a["by_length"] - b["by_length"]) < 0
        ]
        row = max(rows, key=lambda row: abs(row["by_length"] - row["by_cutoff"]))
        turned = f" {swapped[0][0]} and {swapped[0][1]} change places." if swapped else ""
        severity: Severity = "serious" if swapped else "warning"
        return Finding(
            self.name,
            severity,
            f"{row['system']} returns fewer than {cutoff} items in {row['short']:.0%} of the cases "
            f"({shown(row['mean_length'])} on average), and its {label} is "
            f"{shown(row['by_cutoff'])} divided by {cutoff} but {shown(row['by_length'])} divided "
            f"by the length.{turned}",
            {"measure": label, "cutoff": cutoff, "systems": list(rows), "swapped": swapped},
            f"Dividing by {cutoff} treats empty places as places without a fault, or without a "
            "hit. Report both divisions, and ask systems to fill their lists, before you compare.",
        )


def _divisor(measure: Measure) -> int | None:
    """The k by which a measure divides; None where it does not."""
    if isinstance(measure, Precision):
        return measure.cutoff
    if isinstance(measure, ShareMeasure) and measure.by == "cutoff":
        return measure.cutoff
    return None


def _rows(label: str, cutoff: int, scores: Scores, answers: Answers) -> list[dict[str, Any]]:
    """Each system's mean under both divisions, over the cases that it answered with items."""
    rows = []
    for system in scores.systems:
        shown_items = [answers.get((system, case), ())[:cutoff] for case in scores.cases]
        held = np.array([len(set(items)) for items in shown_items])
        values = scores.of(label, system)
        known = ~np.isnan(values) & (held > 0)
        if known.any():
            rows.append(
                {
                    "system": system,
                    "by_cutoff": float(values[known].mean()),
                    "by_length": float((values[known] * cutoff / held[known]).mean()),
                    "short": float((held[known] < cutoff).mean()),
                    "mean_length": float(held[known].mean()),
                    "cases": int(known.sum()),
                }
            )
    return rows


def _moves(row: dict[str, Any], least: float) -> bool:
    gap: float = row["by_length"] - row["by_cutoff"]
    return gap > 0 and gap >= least * row["by_length"]
