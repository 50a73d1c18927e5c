"""A missing feature that is scored as the worst value."""

import numpy as np
import pytest
from tests.audits.contract import AuditContract

from earwitness.audits import Evidence, FeatureUse
from earwitness.audits.imputed_zero import ImputedZero


def evidence(fill, share=0.4, cases=50, candidates=40):
    """Min-max audio in a hybrid score; `fill` says what songs without audio get."""
    rng = np.random.default_rng(4)
    rest = 0.7 * rng.random((cases, candidates))
    known = rng.random((cases, candidates)) >= share
    audio = rng.random((cases, candidates))
    low = np.where(known, audio, np.inf).min(axis=1, keepdims=True)
    high = np.where(known, audio, -np.inf).max(axis=1, keepdims=True)
    audio = (audio - low) / (high - low)
    filled = {
        "zero": 0.0,
        "mean": np.where(known, audio, 0).sum(axis=1, keepdims=True)
        / known.sum(axis=1, keepdims=True),
    }[fill]
    term = 0.3 * np.where(known, audio, filled)
    return Evidence(features=[FeatureUse("hybrid", "audio", rest, term, known)])


class TestImputedZero(AuditContract):
    audit = ImputedZero()
    flawed = evidence("zero")
    clean = evidence("mean")

    def test_it_tells_how_many_and_how_far_they_fall(self):
        (found,) = self.audit.examine(self.flawed)
        assert found.severity == "serious"
        assert found.evidence["share_without"] == pytest.approx(0.4, abs=0.02)
        assert found.evidence["scored_as_worst"] == 1
        assert found.evidence["places_lost_without"] > 2
        assert found.evidence["places_lost_with"] < 0

    def test_the_shift_is_counted_in_places(self):
        use = FeatureUse(
            "s",
            "audio",
            rest=np.array([[4.0, 3.0, 2.0, np.nan]]),
            term=np.array([[0.0, 2.0, 5.0, np.nan]]),
            known=np.array([[False, True, True, False]]),
        )
        (found,) = self.audit.examine(Evidence(features=[use]))
        assert found.evidence["places_lost_without"] == 2
        assert found.evidence["share_without"] == pytest.approx(1 / 3)

    def test_a_few_songs_are_a_warning_and_hardly_any_are_passed_over(self):
        assert self.audit.examine(evidence("zero", share=0.03))[0].severity == "warning"
        assert self.audit.examine(evidence("zero", share=0.002)) == []

    def test_nothing_missing_is_silent(self):
        assert self.audit.examine(evidence("mean", share=0)) == []

    def test_a_term_that_is_the_same_for_all_accuses_nobody(self):
        use = FeatureUse(
            "s", "audio", np.array([[1.0, 2.0]]), np.zeros((1, 2)), np.array([[True, False]])
        )
        assert self.audit.examine(Evidence(features=[use])) == []
