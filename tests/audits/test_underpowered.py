import numpy as np
import pytest
from statsmodels.stats.power import TTestPower
from tests.audits.contract import AuditContract
from tests.audits.specimens import comparison

from earwitness.audits import Evidence
from earwitness.audits.underpowered import Underpowered
from earwitness.domain import Scores
from earwitness.measures import HR, ScoreRange


def evidence(n, p=0.4, measure="HR@1", p_adjusted=None, groups=None, **more):
    values = np.random.default_rng(6).random((1, 2, n))
    cases = tuple(str(i) for i in range(n))
    return Evidence(
        measures=[HR(1), ScoreRange()],
        scores=[Scores("x", (measure,), ("ours", "theirs"), cases, values)],
        comparisons=[comparison(p, p_adjusted, measure, groups=groups or {})],
        **more,
    )


class TestUnderpowered(AuditContract):
    audit = Underpowered()
    flawed = evidence(30)
    clean = evidence(2000)

    def test_it_prints_the_smallest_difference_that_would_have_shown(self):
        (finding,) = self.audit.examine(self.flawed)
        (row,) = finding.evidence["comparisons"]
        ours, theirs = self.flawed.scores[0].values[0]
        sd = np.std(ours - theirs, ddof=1)
        expected = sd * TTestPower().solve_power(nobs=30, alpha=0.05, power=0.8)
        assert row["smallest_seen"] == pytest.approx(expected, rel=1e-6)
        assert row["of_interest"] == 0.05
        assert f"seeing only differences of {expected:.3g} or more" in finding.title

    def test_a_significant_difference_was_seen(self):
        assert self.audit.examine(evidence(30, p=0.01)) == []
        assert self.audit.examine(evidence(30, p=0.001, p_adjusted=0.01)) == []

    def test_a_difference_that_a_correction_took_away_was_not(self):
        assert self.audit.examine(evidence(30, p=0.03, p_adjusted=0.3))

    def test_a_comparison_of_a_part_is_left_alone(self):
        assert self.audit.examine(evidence(30, groups={"language": "German"})) == []

    def test_the_study_says_what_matters(self):
        assert self.audit.examine(evidence(30, of_interest={"HR@1": 0.5})) == []
        assert self.audit.examine(evidence(2000, of_interest={"HR@1": 0.001}))

    def test_a_measure_without_a_range_needs_to_be_told_what_matters(self):
        assert self.audit.examine(evidence(30, measure="ScoreRange")) == []
        told = evidence(30, measure="ScoreRange", of_interest={"ScoreRange": 0.1})
        assert self.audit.examine(told)

    def test_two_systems_that_answer_alike_are_not_examined(self):
        scores = self.flawed.scores[0]
        same = np.repeat(scores.values[:, :1], 2, axis=1)
        alike = Scores("x", scores.measures, scores.systems, scores.cases, same)
        told = Evidence(measures=[HR(1)], scores=[alike], comparisons=[comparison(1.0, 1.0)])
        assert self.audit.examine(told) == []
