"""What a changed question did to one item, to the order, to the key."""

import pytest
from tests.measures.contract import MeasureContract

from earwitness.domain import Answer
from earwitness.measures.change import KeyFound, NotPromoted, PlacesLost, SameOrder

TRUTH = {"watched": "b", "reference": list("abcde")}
EXAMPLES = [(Answer(tuple(order)), TRUTH) for order in ("abcde", "bacde", "acdeb", "acde")]


class TestNotPromoted(MeasureContract):
    measure = NotPromoted()
    examples = EXAMPLES

    @pytest.mark.parametrize(("order", "score"), [("abcde", 1), ("acdeb", 1), ("bacde", 0)])
    def test_only_a_rise_counts_against_it(self, order, score):
        assert self.measure.score(Answer(tuple(order)), TRUTH) == score

    def test_without_the_item_it_is_undefined(self):
        assert self.measure.score(Answer(tuple("acde")), TRUTH) is None


class TestPlacesLost(MeasureContract):
    measure = PlacesLost()
    examples = EXAMPLES

    @pytest.mark.parametrize(
        ("order", "score"), [("abcde", 0), ("acdeb", 0.75), ("bacde", -0.25), ("acde", None)]
    )
    def test_places_as_a_share_of_the_list(self, order, score):
        assert self.measure.score(Answer(tuple(order)), TRUTH) == score


class TestSameOrder(MeasureContract):
    measure = SameOrder()
    examples = EXAMPLES

    @pytest.mark.parametrize(("order", "score"), [("abcde", 1), ("abced", 0), ("abcd", 0)])
    def test_the_whole_order_counts(self, order, score):
        assert self.measure.score(Answer(tuple(order)), TRUTH) == score


HIDDEN = {"relevant": ["b"], "shift": -3}


class TestKeyFound(MeasureContract):
    measure = KeyFound()
    examples = (
        (Answer(("a", "b"), detail={"shift": [0, -3]}), HIDDEN),
        (Answer(("a", "b"), detail={"shift": [-3, 0]}), HIDDEN),
        (Answer(("a",), detail={"shift": [-3]}), HIDDEN),
        (Answer(("a", "b")), HIDDEN),
    )

    def test_the_song_must_be_offered_in_the_hidden_key(self):
        scores = [self.measure.score(answer, truth) for answer, truth in self.examples]
        assert scores == [1, 0, 0, None]
