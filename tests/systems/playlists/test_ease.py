"""EASE against its formula."""

import numpy as np
import pytest
from tests.systems.playlists.specimens import codes, playlists_of, small_world, tracks_of

from earwitness.errors import StudyError
from earwitness.systems.playlists import CoOccurrence, Ease
from earwitness.systems.playlists.cooccurrence import membership

WORLD = small_world()
LISTS = WORLD.playlists()


def formula(lists, n, regularisation):
    held = np.zeros((len(lists), n))
    for row, own in enumerate(lists):
        held[row, own] = 1
    inverse = np.linalg.inv(held.T @ held + regularisation * np.eye(n))
    b = np.eye(n) - inverse / np.diag(inverse)
    np.fill_diagonal(b, 0)
    return np.maximum(b, 0)


def test_it_ranks_by_the_rows_of_b():
    lists = playlists_of([0, 1, 2], [0, 1], [2, 3], [0, 3, 1], [3, 2, 4])
    b = formula(lists, 5, 0.5)
    system = Ease(tracks_of([0] * 5), lists, regularisation=0.5, min_plays=1)
    top = system.top([codes(0), codes(0, 3)], 5)
    for row, weights in enumerate([b[0], b[0] + b[3]]):
        kept = top.lengths[row]
        np.testing.assert_allclose(
            top.scores[row, :kept], weights[top.codes[row, :kept]], rtol=1e-5
        )
    assert set(top.codes[0].tolist()) - {-1} == set(np.flatnonzero(b[0] > 0).tolist())


def test_the_head_are_the_tracks_with_enough_plays():
    system = Ease(WORLD.tracks, LISTS, min_plays=20, max_tracks=30)
    plays = membership(WORLD.tracks, LISTS).sum(axis=0)
    assert len(system.head) == min(30, (plays >= 20).sum())
    assert plays[system.head].min() >= np.sort(plays)[-30]


def test_the_tail_is_answered_by_neighbours():
    neighbours = CoOccurrence(WORLD.tracks, LISTS)
    system = Ease(WORLD.tracks, LISTS, max_tracks=30, neighbours=neighbours)
    tail = codes(*np.setdiff1d(LISTS.tracks, system.head)[:3])
    seeds = [tail[:1], system.head[:1], tail[1:2]]
    top, below = system.top(seeds, 10), neighbours.top(seeds, 10)
    np.testing.assert_array_equal(top.codes[[0, 2]], below.codes[[0, 2]])
    assert set(top.codes[1].tolist()) <= {*system.head.tolist(), -1}


def test_without_a_head_all_is_left_to_the_neighbours():
    system = Ease(WORLD.tracks, LISTS, min_plays=10_000)
    seeds = [codes(code) for code in range(20)]
    expected = CoOccurrence(WORLD.tracks, LISTS).top(seeds, 10).codes
    np.testing.assert_array_equal(system.top(seeds, 10).codes, expected)


def test_options_are_checked():
    with pytest.raises(StudyError, match="all must be above 0"):
        Ease(WORLD.tracks, LISTS, regularisation=0)
