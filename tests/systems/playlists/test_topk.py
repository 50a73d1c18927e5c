"""The best of many: exact, with ties by id, and the same in any company."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from earwitness.systems.playlists import topk
from earwitness.systems.playlists.topk import NONE, Index, Scored, best_entries, ranked


def drawn(seed: int, queries: int, items: int, dims: int = 16):
    rng = np.random.default_rng(seed)
    # Few different values, so that there are ties.
    return (
        rng.integers(-2, 3, (queries, dims)).astype(np.float32),
        rng.integers(-2, 3, (items, dims)).astype(np.float32),
    )


def by_sorting(queries, items, depth, tie_order):
    products = queries @ items.T
    order = np.lexsort((np.broadcast_to(tie_order, products.shape), -products), axis=1)
    return order[:, :depth]


@pytest.mark.parametrize("items", [3, 200, 4096, 10_001])
@pytest.mark.parametrize("depth", [1, 20, 300])
def test_the_index_finds_what_sorting_everything_finds(items, depth):
    queries, vectors = drawn(items, 7, items)
    tie_order = np.random.default_rng(1).permutation(items)
    top = ranked(Index(vectors).best(queries, depth), 7, depth, tie_order)
    expected = by_sorting(queries, vectors, depth, tie_order)
    kept = min(items, depth)
    np.testing.assert_array_equal(top.codes[:, :kept], expected)
    assert (top.codes[:, kept:] == NONE).all()
    assert (top.lengths == kept).all()


def test_better_items_may_come_last():
    vectors = np.linspace(0, 1, 20_000, dtype=np.float32)[:, None]
    top = ranked(Index(vectors).best(np.ones((1, 1), np.float32), 3), 1, 3, np.arange(20_000))
    assert top.codes.tolist() == [[19_999, 19_998, 19_997]]


def test_scores_do_not_depend_on_the_other_queries():
    rng = np.random.default_rng(3)
    vectors = rng.standard_normal((5_000, 128), dtype=np.float32)
    queries = rng.standard_normal((200, 128), dtype=np.float32)
    index, order = Index(vectors), np.arange(5_000)
    together = ranked(index.best(queries, 50), 200, 50, order)
    alone = [ranked(index.best(query[None], 50), 1, 50, order) for query in queries]
    np.testing.assert_array_equal(together.codes, np.concatenate([top.codes for top in alone]))
    np.testing.assert_array_equal(together.scores, np.concatenate([top.scores for top in alone]))


def test_what_a_product_rounds_away_is_not_lost(monkeypatch):
    """A product with errors of the size that rounding makes still yields the exact order."""
    rng = np.random.default_rng(4)
    vectors = rng.standard_normal((2_000, 64), dtype=np.float32)
    queries = rng.standard_normal((5, 64), dtype=np.float32)
    exact = ranked(Index(vectors).best(queries, 20), 5, 20, np.arange(2_000))
    product = np.matmul

    def noisy(a, b, out):
        product(a, b, out=out)
        out += rng.uniform(-1e-6, 1e-6, out.shape).astype(np.float32)

    monkeypatch.setattr(topk.np, "matmul", noisy)
    again = ranked(Index(vectors).best(queries, 20), 5, 20, np.arange(2_000))
    np.testing.assert_array_equal(again.codes, exact.codes)
    np.testing.assert_array_equal(again.scores, exact.scores)


def test_ties_break_by_the_given_order():
    scored = Scored(np.zeros(3, int), np.array([0, 1, 2]), np.ones(3, np.float32))
    assert ranked(scored, 1, 3, np.array([2, 0, 1])).codes.tolist() == [[1, 2, 0]]


def test_rows_without_candidates_are_empty():
    scored = Scored(np.array([2]), np.array([5]), np.ones(1, np.float32))
    assert ranked(scored, 3, 2, np.arange(6)).codes.tolist() == [
        [NONE, NONE],
        [NONE, NONE],
        [5, NONE],
    ]


def test_best_entries_of_a_sparse_matrix_keep_ties():
    matrix = csr_array(np.array([[0, 3, 1, 3, 2], [0, 0, 0, 0, 0], [5, 0, 0, 0, 0]], np.float32))
    found = best_entries(matrix, 1)
    assert list(zip(found.rows.tolist(), found.items.tolist(), strict=True)) == [
        (0, 1),
        (0, 3),
        (2, 0),
    ]
