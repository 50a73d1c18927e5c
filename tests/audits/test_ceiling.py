from tests.audits.contract import AuditContract
from tests.audits.specimens import estimate

from earwitness.audits import Evidence
from earwitness.audits.ceiling import Ceiling
from earwitness.measures import Recall


class TestCeiling(AuditContract):
    audit = Ceiling()
    flawed = Evidence(
        measures=[Recall(20)],
        estimates=[
            estimate(0.31, "Recall@20", ceiling=0.62),
            estimate(0.2, "Recall@20", "other", ceiling=0.62),
            estimate(0.0542, "Coverage@20", ceiling=0.0633),
            estimate(0.9, "HR@1", ceiling=1.0),
            estimate(None, "nDCG@20"),
        ],
    )
    clean = Evidence(estimates=[estimate(0.31, "Recall@20", ceiling=1.0), estimate(0.5)])

    def test_the_cap_stands_beside_the_value(self):
        recall, coverage = self.audit.examine(self.flawed)
        assert recall.title == (
            "Recall@20 cannot exceed 0.62 on these cases; the best value here is 0.31."
        )
        assert recall.evidence["estimates"][0]["share_of_ceiling"] == 0.5
        assert "Coverage@20 cannot exceed 0.0633" in coverage.title
        assert {recall.severity, coverage.severity} == {"warning"}

    def test_systems_that_all_reach_the_ceiling_cannot_be_told_apart(self):
        rows = [("a", 1.0), ("b", 0.998), ("c", 0.9)]
        found = self.audit.examine(
            Evidence(estimates=[estimate(v, "HR@5", s, ceiling=1.0) for s, v in rows])
        )
        assert [f.title for f in found] == [
            "HR@5 has reached its ceiling for 2 systems, so it cannot tell them apart."
        ]
        assert [row["system"] for row in found[0].evidence["estimates"]] == ["a", "b"]
        alone = [estimate(1.0, "HR@5", "a", ceiling=1.0)]
        assert self.audit.examine(Evidence(estimates=alone)) == []

    def test_a_cap_that_hardly_limits_is_only_told(self):
        evidence = Evidence(estimates=[estimate(0.5, "Recall@20", ceiling=0.97)])
        assert self.audit.examine(evidence)[0].severity == "info"
