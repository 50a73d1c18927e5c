"""Agreement of an answer with a reference order."""

import pytest
from scipy import stats
from tests.measures.contract import MeasureContract

from earwitness.domain import Answer
from earwitness.measures import RBO, Overlap, Tau, TopChange

TRUTH = {"reference": list("abcde")}
EXAMPLES = [
    (Answer(tuple("abcde")), TRUTH),
    (Answer(tuple("edcba")), TRUTH),
    (Answer(tuple("bacde")), TRUTH),
    (Answer(tuple("vwxyz")), TRUTH),
    (Answer(tuple("ab")), TRUTH),
    (Answer(tuple("abcde")), {"reference": []}),
]


class AgreementContract(MeasureContract):
    examples = EXAMPLES

    def test_the_same_order_is_best(self):
        info = self.measure.info
        best = info.high if info.direction == "higher" else info.low
        assert self.measure.score(Answer(tuple("abcde")), TRUTH) == pytest.approx(best)

    def test_without_a_reference_it_is_undefined(self):
        assert self.measure.score(Answer(tuple("abcde")), {"reference": []}) is None

    def test_a_repeated_item_counts_at_its_first_place(self):
        once = self.measure.score(Answer(tuple("bacde")), TRUTH)
        assert self.measure.score(Answer(tuple("bbacdeab")), TRUTH) == once


class TestTau(AgreementContract):
    measure = Tau()

    def test_one_swap_by_hand(self):
        # 9 of the 10 pairs agree.
        assert self.measure.score(Answer(tuple("bacde")), TRUTH) == pytest.approx(0.8)
        assert self.measure.score(Answer(tuple("edcba")), TRUTH) == -1

    def test_it_is_scipys(self):
        order = "cadbe"
        expected = stats.kendalltau(range(5), [order.index(item) for item in "abcde"]).statistic
        assert self.measure.score(Answer(tuple(order)), TRUTH) == pytest.approx(expected)

    @pytest.mark.parametrize("items", ["abcd", "abcdz", "abcdef"])
    def test_other_items_leave_it_undefined(self, items):
        assert self.measure.score(Answer(tuple(items)), TRUTH) is None

    def test_one_item_has_no_order(self):
        assert self.measure.score(Answer(("a",)), {"reference": ["a"]}) is None


class TestRBO(AgreementContract):
    measure = RBO(0.9)

    def test_a_change_at_the_top_weighs_more(self):
        top = self.measure.score(Answer(tuple("bacde")), TRUTH)
        end = self.measure.score(Answer(tuple("abced")), TRUTH)
        assert top < end < 1


class TestOverlap(AgreementContract):
    measure = Overlap(2)

    def test_by_hand(self):
        assert self.measure.score(Answer(tuple("bxa")), TRUTH) == 0.5
        assert self.measure.score(Answer(tuple("ba")), TRUTH) == 1


class TestTopChange(AgreementContract):
    measure = TopChange()

    def test_only_the_first_item_matters(self):
        assert self.measure.score(Answer(tuple("aedcb")), TRUTH) == 0
        assert self.measure.score(Answer(tuple("bacde")), TRUTH) == 1
        assert self.measure.score(Answer(), TRUTH) == 1
