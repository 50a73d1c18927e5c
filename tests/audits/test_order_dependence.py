from tests.audits.contract import AuditContract
from tests.audits.specimens import estimate

from earwitness.audits import Evidence
from earwitness.audits.order_dependence import OrderDependence

REPORTED = {("source", "HR@1"): 0.84, ("source", "HR@5"): 1.0}


def steady(_seed):
    return REPORTED


def shaky(seed):
    return REPORTED | {("source", "HR@1"): 0.84 - 0.01 * seed}


class TestOrderDependence(AuditContract):
    audit = OrderDependence()
    flawed = Evidence(headlines=REPORTED, reorder=shaky, reseed=shaky)
    clean = Evidence(headlines=REPORTED, reorder=steady, reseed=steady)

    def test_another_order_that_matters_is_serious_and_shows_all_values(self):
        (finding,) = self.audit.examine(Evidence(headlines=REPORTED, reorder=shaky))
        assert finding.severity == "serious"
        assert "HR@1 of source is reported as 0.84, but becomes 0.79 to 0.83" in finding.title
        (row,) = finding.evidence["headlines"]
        assert (row["reported"], row["measure"]) == (0.84, "HR@1")

    def test_one_other_value_is_told_as_one(self):
        def other(_seed):
            return REPORTED | {("source", "HR@1"): 0.76}

        (finding,) = self.audit.examine(Evidence(headlines=REPORTED, reorder=other))
        assert "reported as 0.84, but becomes 0.76 when" in finding.title

    def test_rounding_is_not_a_change(self):
        def rounded(_seed):
            return {key: value + 1e-15 for key, value in REPORTED.items()}

        assert self.audit.examine(Evidence(headlines=REPORTED, reorder=rounded)) == []

    def test_a_seed_that_moves_less_than_the_interval_is_a_warning(self):
        def severity(low, high):
            estimates = [estimate(0.84, system="source", low=low, high=high)]
            evidence = Evidence(headlines=REPORTED, reseed=shaky, estimates=estimates)
            return self.audit.examine(evidence)[0].severity

        assert severity(0.5, 1.0) == "warning"
        assert severity(0.8, 0.88) == "serious"

    def test_the_most_changed_headline_comes_first(self):
        def both(seed):
            return {("source", "HR@1"): 0.84 - 0.001 * seed, ("source", "HR@5"): 1 - 0.1 * seed}

        (finding,) = self.audit.examine(Evidence(headlines=REPORTED, reorder=both))
        assert [row["measure"] for row in finding.evidence["headlines"]] == ["HR@5", "HR@1"]
