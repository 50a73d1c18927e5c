import numpy as np
import pytest
from tests.audits.contract import AuditContract
from tests.audits.specimens import estimate

from earwitness.audits import Evidence
from earwitness.audits.tautology import Tautology
from earwitness.domain import Answer, Record
from earwitness.measures import HR, Correlation

FORMULA = {"final_score": ("cosine_similarity", "avoid_penalty")}
OWN_PART = Correlation("avoid_penalty", "final_score")
OTHER = Correlation("final_score", "year")


def records(noise):
    """Answers whose score is cosine − penalty / 2, plus a number of its own each, plus noise."""
    rng = np.random.default_rng(5)
    made = []
    for case in range(4):
        cosine, penalty = rng.random((2, 12))
        score = case + cosine - 0.5 * penalty + noise * rng.normal(size=12)
        detail = {"cosine_similarity": cosine.tolist(), "avoid_penalty": penalty.tolist()}
        items = tuple(f"song{i}" for i in range(12))
        made.append(Record("ours", str(case), Answer(items, tuple(score.tolist()), detail)))
    return [*made, Record("ours", "failed", None, "it broke")]


class TestTautology(AuditContract):
    audit = Tautology()
    flawed = Evidence(
        measures=[HR(1), OWN_PART, OTHER],
        formulas=FORMULA,
        records=records(noise=0),
        estimates=[estimate(-0.35, measure=str(OWN_PART))],
    )
    clean = Evidence(measures=[HR(1), OTHER], formulas=FORMULA, records=records(noise=0))

    def test_it_names_the_part_and_how_much_the_formula_explains(self):
        (finding,) = self.audit.examine(self.flawed)
        assert "r(avoid_penalty, final_score) (-0.35) is true by construction" in finding.title
        assert finding.evidence["explained"] == pytest.approx(1)

    def test_without_records_the_declared_formula_is_believed(self):
        (finding,) = self.audit.examine(Evidence(measures=[OWN_PART], formulas=FORMULA))
        assert finding.evidence["explained"] is None

    def test_a_formula_that_does_not_hold_is_not_believed(self):
        evidence = Evidence(measures=[OWN_PART], formulas=FORMULA, records=records(noise=1))
        assert self.audit.examine(evidence) == []
