"""Could the study have seen the difference that it reports as absent?"""

from dataclasses import dataclass
from typing import Any

from earwitness.audits.base import Evidence, shown
from earwitness.domain import Comparison, Finding
from earwitness.statistics.paired import differences
from earwitness.statistics.power import smallest_difference


@dataclass(frozen=True)
class Underpowered:
    """Fires when a difference that matters could have gone unseen in a comparison that shows none.

    Needs the scores of both systems. The smallest difference that the cases show with `power`
    follows from their number and the standard deviation of the paired differences (two-sided
    paired t-test at `alpha`, without correction and with independent cases: the best one may
    hope for). What matters is `of_interest` for the measure, or else `share_of_range` of the
    measure's range; a measure without either is not examined.
    """

    share_of_range: float = 0.05
    power: float = 0.8
    alpha: float = 0.05

    name = "underpowered"

    def examine(self, evidence: Evidence) -> list[Finding]:
        rows = [
            row
            for one in evidence.comparisons
            if (row := self._row(evidence, one)) is not None
            and row["smallest_seen"] > row["of_interest"]
        ]
        if not rows:
            return []
        rows.sort(key=lambda row: row["of_interest"] / row["smallest_seen"])
        worst = rows[0]
        return [
            Finding(
                self.name,
                "warning",
                f"{worst['a']} and {worst['b']} do not differ significantly in "
                f"{worst['measure']}, but with {worst['n']} cases the study had a good chance "
                f"({self.power:.0%}) of seeing only differences of "
                f"{shown(worst['smallest_seen'])} or more.",
                {"power": self.power, "alpha": self.alpha, "comparisons": rows},
                f"A difference of {shown(worst['of_interest'])} would matter and could have gone "
                "unseen: that nothing was found does not show that there is nothing. Say which "
                "differences the study could see, or use more cases.",
            )
        ]

    def _row(self, evidence: Evidence, one: Comparison) -> dict[str, Any] | None:
        p = one.p if one.p_adjusted is None else one.p_adjusted
        of_interest = self._of_interest(evidence, one.measure)
        if p is None or p < self.alpha or of_interest is None or one.groups:
            return None
        for scores in evidence.scores:
            if one.measure in scores.measures and {one.a, one.b} <= set(scores.systems):
                d = differences(scores.of(one.measure, one.a), scores.of(one.measure, one.b))
                break
        else:
            return None
        if len(d) < 2 or not d.std():
            return None
        sd = float(d.std(ddof=1))
        return {
            "a": one.a,
            "b": one.b,
            "measure": one.measure,
            "n": len(d),
            "difference": one.difference,
            "smallest_seen": smallest_difference(len(d), sd, power=self.power, alpha=self.alpha),
            "of_interest": of_interest,
        }

    def _of_interest(self, evidence: Evidence, measure: str) -> float | None:
        if measure in evidence.of_interest:
            return evidence.of_interest[measure]
        for info in (one.info for one in evidence.measures):
            if info.label == measure and info.low is not None and info.high is not None:
                return self.share_of_range * (info.high - info.low)
        return None
