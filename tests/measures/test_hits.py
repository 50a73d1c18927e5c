"""Matching ids: from records and from integer arrays alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earwitness.domain import Answer
from earwitness.errors import DataError
from earwitness.measures import Hits


def test_a_repeated_item_counts_once_at_its_first_place():
    hits = Hits.from_arrays(np.array([[4, 7, 4, 7]]), np.array([7, 4, 7]), np.array([0, 3]))
    assert hits.found.tolist() == [[True, True, False, False]]
    assert hits.relevant.tolist() == [2]


def test_filling_up_hits_nothing():
    # -1 in the second row is the number before its first: the last item of the row above.
    items = np.array([[0, 9], [-1, -1]])
    hits = Hits.from_arrays(items, np.array([9, 9]), np.array([0, 1, 2]))
    assert hits.found.tolist() == [[False, True], [False, False]]


def test_starts_must_span_the_relevant_ids():
    with pytest.raises(DataError, match="2 entries for 2 cases and 3 relevant"):
        Hits.from_arrays(np.zeros((2, 5), dtype=int), np.arange(3), np.array([0, 3]))


def test_relevant_ids_below_zero_are_refused():
    with pytest.raises(DataError, match="number the items from 0"):
        Hits.from_arrays(np.zeros((2, 5), dtype=int), np.array([-1, 3]), np.array([0, 1, 2]))


def test_large_ids_and_many_rows_are_matched_as_small_ones_are():
    rng = np.random.default_rng(3)
    items = rng.integers(-1, 12, (9_000, 6))
    counts = rng.integers(0, 5, 9_000)
    relevant = rng.integers(0, 12, counts.sum())
    starts = np.concatenate([[0], counts.cumsum()])
    hits = Hits.from_arrays(np.where(items < 0, -1, items + 2**61), relevant + 2**61, starts)
    for row in range(0, 9_000, 97):
        wanted = set(relevant[starts[row] : starts[row + 1]].tolist())
        assert hits.relevant[row] == len(wanted)
        named: set[int] = set()
        for rank, item in enumerate(items[row].tolist()):
            assert hits.found[row, rank] == (item in wanted and item not in named)
            named.add(item)


def test_answers_are_cut_or_filled_to_the_depth():
    answers = [Answer(("a", "b", "c")), Answer(("c",))]
    hits = Hits.from_answers(answers, [{"relevant": ["c"]}] * 2, depth=2)
    assert hits.found.tolist() == [[False, False], [True, False]]


cases = st.lists(
    st.tuples(st.lists(st.integers(0, 9), max_size=6), st.lists(st.integers(0, 9), max_size=6)),
    max_size=6,
)


@given(cases)
def test_arrays_and_answers_agree(cases):
    depth = max((len(order) for order, _ in cases), default=0)
    items = np.full((len(cases), depth), -1)
    for row, (order, _) in zip(items, cases, strict=True):
        row[: len(order)] = order
    relevant = np.array([item for _, ids in cases for item in ids], dtype=np.int64)
    starts = np.cumsum([0, *(len(ids) for _, ids in cases)])
    fast = Hits.from_arrays(items, relevant, starts)
    plain = Hits.from_answers(
        [Answer(tuple(map(str, order))) for order, _ in cases],
        [{"relevant": list(map(str, ids))} for _, ids in cases],
    )
    np.testing.assert_array_equal(fast.found, plain.found)
    np.testing.assert_array_equal(fast.relevant, plain.relevant)
