"""The scores inside one answer."""

import numpy as np
import pytest
from scipy import stats
from tests.measures.contract import MeasureContract

from earwitness.domain import Answer
from earwitness.errors import DataError
from earwitness.measures import Correlation, ScoreRange, ScoreVariance

ANSWER = Answer(
    ("a", "b", "c", "d"),
    (0.9, 0.7, 0.65, 0.1),
    {"cosine_similarity": [0.95, 0.7, 0.75, 0.2], "avoid_penalty": [0.1, 0.0, 0.2, 0.2]},
)
EXAMPLES = [(ANSWER, {}), (Answer(("a",), (0.5,)), {}), (Answer(("a", "b")), {})]


class TestScoreVariance(MeasureContract):
    measure = ScoreVariance()
    examples = EXAMPLES

    def test_it_divides_by_n_minus_1(self):
        assert self.measure.score(ANSWER, {}) == pytest.approx(np.var(ANSWER.scores, ddof=1))

    def test_one_score_has_no_spread(self):
        assert self.measure.score(Answer(("a",), (0.5,)), {}) is None


class TestScoreRange(MeasureContract):
    measure = ScoreRange()
    examples = EXAMPLES

    def test_by_hand(self):
        assert self.measure.score(ANSWER, {}) == pytest.approx(0.8)


class TestCorrelation(MeasureContract):
    measure = Correlation("final_score", "cosine_similarity")
    examples = EXAMPLES

    def test_it_is_pearsons(self):
        expected = stats.pearsonr(ANSWER.scores, ANSWER.detail["cosine_similarity"]).statistic
        assert self.measure.score(ANSWER, {}) == pytest.approx(expected)


class TestRankCorrelation(MeasureContract):
    measure = Correlation("final_score", "avoid_penalty", kind="spearman")
    examples = EXAMPLES

    def test_it_is_spearmans_with_ties(self):
        expected = stats.spearmanr(ANSWER.scores, ANSWER.detail["avoid_penalty"]).statistic
        assert self.measure.score(ANSWER, {}) == pytest.approx(expected)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(("a", "b"), (1.0, 2.0), {"y": [1.0, 2.0]}),
        Answer(("a", "b", "c"), (1.0, 2.0, 3.0), {"y": [0.3, 0.1 + 0.2, 0.3]}),
        Answer(("a", "b", "c"), (1.0, 2.0, 3.0), {"y": [0, 0, 0]}),
        Answer(("a", "b", "c"), (1.0, 2.0, 3.0), {"y": [1.0, None, 2.0]}),
        Answer(("a", "b", "c"), (1.0, 2.0, 3.0)),
    ],
    ids=["two items", "constant but for rounding", "constant", "a gap", "no such list"],
)
def test_a_correlation_without_meaning_is_undefined(answer):
    assert Correlation("final_score", "y").score(answer, {}) is None


def test_a_list_that_does_not_fit_the_items_is_refused():
    answer = Answer(("a", "b", "c"), (1.0, 2.0, 3.0), {"y": [1.0, 2.0]})
    with pytest.raises(DataError, match="3 items but 2 numbers in y"):
        Correlation("final_score", "y").score(answer, {})
