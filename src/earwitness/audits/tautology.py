"""Is a correlation true by construction of the formula?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from earwitness.audits.base import Evidence
from earwitness.domain import Finding
from earwitness.measures import Correlation
from earwitness.measures.spread import numbers


@dataclass(frozen=True)
class Tautology:
    """Fires when a score is correlated with a part of its own formula.

    Needs `formulas` and a `Correlation` among the measures. Where the records hold the lists, it
    checks the formula: it stays silent if the parts explain less than `explained` of the score's
    variance inside the answers (R² of a linear fit, one intercept an answer).
    """

    explained: float = 0.99

    name = "tautology"

    def examine(self, evidence: Evidence) -> list[Finding]:
        findings = []
        for measure in evidence.measures:
            if not isinstance(measure, Correlation):
                continue
            for score, part in ((measure.x, measure.y), (measure.y, measure.x)):
                parts = evidence.formulas.get(score, ())
                if part not in parts:
                    continue
                share = _explained(evidence, score, parts)
                if share is None or share >= self.explained:
                    findings.append(self._finding(evidence, measure, score, part, share))
        return findings

    def _finding(
        self, evidence: Evidence, measure: Correlation, score: str, part: str, share: float | None
    ) -> Finding:
        parts = list(evidence.formulas[score])
        values = {
            one.system: one.value
            for one in evidence.estimates
            if one.measure == str(measure) and not one.groups
        }
        seen = ", ".join(f"{v:.2f}" for v in values.values() if v is not None)
        checked = "" if share is None else f" (the parts explain {share:.1%} of it)"
        return Finding(
            self.name,
            "serious",
            f"{measure}{f' ({seen})' if seen else ''} is true by construction: {part} is a part of "
            f"the formula that computes {score}{checked}.",
            {
                "measure": str(measure),
                "formula": {score: parts},
                "explained": share,
                "values": values,
            },
            f"A score goes with its own parts whatever the items are, so this number tests the "
            f"arithmetic, not the idea behind it. To learn whether {part} helps, leave it out and "
            f"see whether the answers get worse, or compare {score} with something that it was "
            "not computed from.",
        )


def _explained(evidence: Evidence, score: str, parts: Sequence[str]) -> float | None:
    """R² of the score on the parts, both centred within each answer; None without data."""
    blocks = []
    for record in evidence.records:
        if record.answer is None:
            continue
        lists = [numbers(record.answer, name) for name in (score, *parts)]
        found = [values for values in lists if values is not None]
        if len(found) == len(lists) and len(found[0]) > len(lists):
            block = np.column_stack(found)
            blocks.append(block - block.mean(axis=0))
    if not blocks:
        return None
    data = np.concatenate(blocks)
    y, x = data[:, 0], data[:, 1:]
    total = float(y @ y)
    if total == 0:
        return None
    rest = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    return 1 - float(rest @ rest) / total
