import pytest
from tests.audits.contract import AuditContract
from tests.audits.specimens import comparison

from earwitness.audits import Evidence
from earwitness.audits.uncorrected import Uncorrected


def evidence(ps, adjusted):
    return Evidence(comparisons=[comparison(*pair) for pair in zip(ps, adjusted, strict=True)])


class TestUncorrected(AuditContract):
    audit = Uncorrected()
    flawed = evidence([0.01, 0.04, 0.2], [None] * 3)
    clean = evidence([0.01, 0.04, 0.2], [0.03, 0.08, 0.2])

    def test_a_result_that_a_correction_takes_away_is_serious(self):
        (finding,) = self.audit.examine(self.flawed)
        assert finding.severity == "serious"
        assert "3 of 3 tests have no correction" in finding.title
        assert "2 of all are below 0.05, and 1 after" in finding.title
        assert finding.evidence["chance_of_a_false_alarm"] == pytest.approx(1 - 0.95**3)

    def test_results_that_stay_are_a_warning(self):
        (finding,) = self.audit.examine(evidence([0.001, 0.002], [None, None]))
        assert finding.severity == "warning"

    def test_adjusted_values_equal_to_the_plain_ones_are_none(self):
        (finding,) = self.audit.examine(evidence([0.01, 0.04], [0.01, 0.04]))
        assert finding.evidence["without_correction"] == 2

    def test_one_left_out_of_the_correction_is_told(self):
        (finding,) = self.audit.examine(evidence([0.01, 0.04, 0.2], [0.02, 0.04, None]))
        assert finding.evidence["without_correction"] == 1

    @pytest.mark.parametrize(
        ("ps", "adjusted"),
        [([0.01], [None]), ([0.01, None], [None, None]), ([0.03, 0.03], [0.03, 0.03])],
        ids=["one test", "one test with a p", "equal ps under Benjamini-Hochberg"],
    )
    def test_nothing_to_correct(self, ps, adjusted):
        assert self.audit.examine(evidence(ps, adjusted)) == []
