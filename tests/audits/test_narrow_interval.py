import numpy as np
from tests.audits.contract import AuditContract
from tests.audits.specimens import estimate

from earwitness.audits import Evidence
from earwitness.audits.narrow_interval import NarrowInterval
from earwitness.domain import Scores
from earwitness.statistics.bootstrap import mean_interval

SETS = tuple(f"op{i // 10}" for i in range(200))


def evidence(values, clusters=None):
    """The mean of the values as it is reported, with the interval over cases or over clusters."""
    cases = tuple(str(i) for i in range(len(values)))
    scores = Scores("x", ("HR@1",), ("ours",), cases, values[None, None], {"set": SETS})
    found = mean_interval(values, clusters=clusters)
    reported = estimate(found.value, low=found.low, high=found.high)
    part = estimate(found.value, low=0.5, high=0.50001, groups={"language": "German"})
    return Evidence(scores=[scores], estimates=[part, reported], clusters=["set"])


ALIKE = np.repeat(np.random.default_rng(2).random(20), 10)
"""The cases of one set score the same."""


class TestNarrowInterval(AuditContract):
    audit = NarrowInterval()
    flawed = evidence(ALIKE)
    clean = evidence(ALIKE, clusters=SETS)

    def test_it_prints_both_widths(self):
        (finding,) = self.audit.examine(self.flawed)
        (row,) = finding.evidence["estimates"]
        # Ten equal cases tell as much as one: the interval should be about √10 times as wide.
        assert 2.5 < row["times"] < 4
        assert f"{row['reported_width']:.3g} wide as reported" in finding.title
        assert finding.severity == "serious"

    def test_cases_that_only_share_a_name_are_no_clusters(self):
        independent = np.random.default_rng(4).random(200)
        assert self.audit.examine(evidence(independent)) == []

    def test_groups_that_are_not_called_clusters_are_left_alone(self):
        slices = Evidence(scores=self.flawed.scores, estimates=self.flawed.estimates)
        assert self.audit.examine(slices) == []
