"""What every system must keep, whatever it recommends."""

import copy
import math
import pickle
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from earwitness.domain import Answer, BatchSystem, generator


class SystemContract:
    """Inherit, and say which system, which queries, and which items it may name.

    `empty` is a query to which there is no answer; None where a system has no such query.
    """

    system: ClassVar[BatchSystem]
    queries: ClassVar[Sequence[Mapping[str, Any]]]
    items: ClassVar[frozenset[str]]
    empty: ClassVar[Mapping[str, Any] | None] = None

    def one_by_one(self, system: BatchSystem) -> list[Answer]:
        return [system.answer(query, generator(1, str(i))) for i, query in enumerate(self.queries)]

    def batch(self, places: Sequence[int]) -> list[Answer]:
        return list(
            self.system.answer_many(
                [self.queries[i] for i in places], [generator(1, str(i)) for i in places]
            )
        )

    def test_the_same_query_gets_the_same_answer(self):
        assert self.one_by_one(self.system) == self.one_by_one(self.system)

    def test_a_batch_gets_what_each_query_gets_alone(self):
        assert self.batch(range(len(self.queries))) == self.one_by_one(self.system)

    def test_the_order_and_the_split_of_a_batch_do_not_matter(self):
        alone = self.one_by_one(self.system)
        backwards = range(len(alone) - 1, -1, -1)
        assert self.batch(backwards) == [alone[i] for i in backwards]
        for cut in range(1, len(alone)):
            parts = self.batch(range(cut)) + self.batch(range(cut, len(alone)))
            assert parts == alone

    def test_items_are_known_and_named_once(self):
        for answer in self.one_by_one(self.system):
            assert len(set(answer.items)) == len(answer.items)
            assert set(answer.items) <= self.items

    def test_scores_are_finite_and_fall(self):
        for answer in self.one_by_one(self.system):
            if answer.scores is not None:
                assert len(answer.scores) == len(answer.items)
                assert all(map(math.isfinite, answer.scores))
                assert list(answer.scores) == sorted(answer.scores, reverse=True)

    def test_the_query_is_left_as_it_was(self):
        before = copy.deepcopy(list(self.queries))
        self.one_by_one(self.system)
        assert list(self.queries) == before

    def test_it_survives_pickling(self):
        again = pickle.loads(pickle.dumps(self.system))
        assert self.one_by_one(again) == self.one_by_one(self.system)

    def test_no_candidates_is_an_empty_answer(self):
        if self.empty is not None:
            assert self.system.answer(self.empty, generator(1)).items == ()
