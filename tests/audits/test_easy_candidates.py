import pytest
from tests.audits.contract import AuditContract
from tests.audits.specimens import estimate

from earwitness.audits import Evidence
from earwitness.audits.easy_candidates import EasyCandidates
from earwitness.domain import Case
from earwitness.measures import HR, ScoreRange


def cases(*candidates):
    return [
        Case(str(i), {}, {"relevant": ["x"], "candidates": n}) for i, n in enumerate(candidates)
    ]


def evidence(*candidates, value=0.9):
    return Evidence(
        cases=cases(*candidates),
        measures=[HR(1), ScoreRange()],
        estimates=[
            estimate(value),
            estimate(value / 2, system="other"),
            estimate(1.0, groups={"language": "German"}),
        ],
    )


class TestEasyCandidates(AuditContract):
    audit = EasyCandidates()
    flawed = evidence(2, 3, 50, 60)
    clean = evidence(*[80] * 10)

    def test_it_shows_chance_beside_the_best_value(self):
        (finding,) = self.audit.examine(self.flawed)
        assert finding.severity == "serious"
        assert "50% of the cases offer fewer than 10 candidates" in finding.title
        (row,) = finding.evidence["measures"]
        assert row["chance"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 50 + 1 / 60) / 4)
        assert (row["system"], row["value"]) == ("ours", 0.9)

    def test_a_low_value_beside_chance_is_told_even_with_many_candidates(self):
        (finding,) = self.audit.examine(evidence(*[20] * 10, value=0.15))
        assert finding.severity == "warning"
        assert "guessing alone would give HR@1 0.05" in finding.title

    def test_without_chance_values_small_sets_are_still_told(self):
        (finding,) = self.audit.examine(Evidence(cases=cases(2, 3, 4)))
        assert finding.title == "100% of the cases offer fewer than 10 candidates."

    def test_a_system_no_better_than_guessing_is_told(self):
        (finding,) = self.audit.examine(evidence(*[80] * 10, value=0.0))
        assert finding.evidence["measures"][0]["share_of_value"] == 1
