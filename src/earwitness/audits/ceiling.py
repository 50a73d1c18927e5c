"""Can a measure reach its best value on these cases at all?"""

from dataclasses import dataclass
from operator import itemgetter

from earwitness.audits.base import Evidence, shown
from earwitness.domain import Estimate, Finding, Severity


@dataclass(frozen=True)
class Ceiling:
    """Fires when an estimate's ceiling lies below the best value that its measure declares, and
    when several systems have reached the ceiling, so that the measure cannot tell them apart.

    Needs estimates with a ceiling. The best value is 1 where no measure of that label is given.
    A ceiling of at least `near` of the best value is for information only. A value of at least
    `reached` of the ceiling has reached it.
    """

    near: float = 0.9
    reached: float = 0.995

    name = "ceiling"

    def examine(self, evidence: Evidence) -> list[Finding]:
        highs = {measure.info.label: measure.info.high for measure in evidence.measures}
        by_measure: dict[str, list[Estimate]] = {}
        for one in evidence.estimates:
            high = highs.get(one.measure, 1.0)
            if one.ceiling is not None and high is not None and one.ceiling < high - 1e-9:
                by_measure.setdefault(one.measure, []).append(one)
        capped = [
            self._finding(measure, found, highs.get(measure) or 1.0)
            for measure, found in by_measure.items()
        ]
        return capped + self._saturated(evidence)

    def _saturated(self, evidence: Evidence) -> list[Finding]:
        """One finding a measure on which two systems or more have nothing left to gain."""
        crowds: dict[str, list[Estimate]] = {}
        for one in evidence.estimates:
            full = one.value and one.ceiling and one.value >= self.reached * one.ceiling
            if full and not one.groups:
                crowds.setdefault(one.measure, []).append(one)
        return [
            Finding(
                self.name,
                "warning",
                f"{measure} has reached its ceiling for {len(crowd)} systems, so it cannot tell "
                "them apart.",
                {
                    "measure": measure,
                    "estimates": [
                        {"system": one.system, "value": one.value, "ceiling": one.ceiling}
                        for one in crowd
                    ],
                },
                "A test that everyone passes says nothing about who is better. Read a stricter "
                "measure, such as a smaller cutoff, or make the task harder.",
            )
            for measure, crowd in crowds.items()
            if len(crowd) > 1
        ]

    def _finding(self, measure: str, found: list[Estimate], high: float) -> Finding:
        rows = [
            {
                "system": one.system,
                "value": one.value,
                "ceiling": one.ceiling,
                "share_of_ceiling": _share(one.value, one.ceiling),
                **one.groups,
            }
            for one in found
        ]
        cap, part = min(((one.ceiling or 0.0, one.groups) for one in found), key=itemgetter(0))
        best = max(
            (one.value for one in found if one.value is not None and one.groups == part),
            default=None,
        )
        where = "".join(f" ({name} {value})" for name, value in part.items())
        severity: Severity = "info" if cap >= self.near * high else "warning"
        beside = "" if best is None else f"; the best value here is {shown(best)}"
        return Finding(
            self.name,
            severity,
            f"{measure} cannot exceed {shown(cap)} on these cases{where}{beside}.",
            {"measure": measure, "ceiling": cap, "estimates": rows},
            f"Even a perfect system would not reach {shown(high)} here, because of how many "
            "items there are to find and how many places to show them. Print the ceiling beside "
            "each value, and do not compare values from cases with different ceilings.",
        )


def _share(value: float | None, ceiling: float | None) -> float | None:
    return None if value is None or not ceiling else value / ceiling
