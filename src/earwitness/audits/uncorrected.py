"""Were many tests made without a correction?"""

from collections.abc import Sequence
from dataclasses import dataclass

from earwitness.audits.base import Evidence
from earwitness.domain import Comparison, Finding, Severity
from earwitness.statistics.multiplicity import holm


@dataclass(frozen=True)
class Uncorrected:
    """Fires when there are two tests or more, and p-values without adjustment among them.

    Adjusted values that all equal the plain ones count as none. Serious where Holm's correction
    takes away a result that was below `alpha`.
    """

    alpha: float = 0.05

    name = "uncorrected"

    def examine(self, evidence: Evidence) -> list[Finding]:
        tests = [one for one in evidence.comparisons if one.p is not None]
        bare = _without_correction(tests)
        if len(tests) < 2 or not bare:
            return []
        plain = [one.p for one in tests if one.p is not None]
        adjusted = [p for p in holm(plain) if p is not None]
        before = sum(p < self.alpha for p in plain)
        after = sum(p < self.alpha for p in adjusted)
        false_alarm = 1 - (1 - self.alpha) ** len(plain)
        severity: Severity = "serious" if after < before else "warning"
        return [
            Finding(
                self.name,
                severity,
                f"{bare} of {len(plain)} tests have no correction for their number: {before} of "
                f"all are below {self.alpha}, and {after} after Holm's correction.",
                {
                    "tests": len(plain),
                    "without_correction": bare,
                    "smallest_p": min(plain),
                    "below_alpha": before,
                    "below_alpha_after_holm": after,
                    "chance_of_a_false_alarm": false_alarm,
                },
                f"Where there is nothing to find, each test has a {self.alpha:.0%} chance of a "
                f"false alarm; with {len(plain)} independent tests the chance of at least one is "
                f"{false_alarm:.0%}. Adjust the p-values "
                "(Holm's method asks nothing of the data) and report the adjusted ones.",
            )
        ]


def _without_correction(tests: Sequence[Comparison]) -> int:
    """How many tests have none; all, where the adjusted values are the plain ones."""
    bare = sum(one.p_adjusted is None for one in tests)
    copied = all(one.p_adjusted == one.p for one in tests)
    # Equal p-values may stay what they are under Benjamini and Hochberg's correction.
    return len(tests) if copied and len({one.p for one in tests}) > 1 else bare
