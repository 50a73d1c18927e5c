"""Tracks, and artists, that stand in the same playlists."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from tests.systems.playlists.specimens import codes, playlists_of, small_world, tracks_of

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.systems.playlists import ArtistNeighbours, CoOccurrence
from earwitness.systems.playlists.cooccurrence import membership

TRACKS = tracks_of([0, 1, 2, 3, 4])
# Plays: 3, 2, 3, 1, 1 (F = 10). With t0: t1 twice, t2 twice, t3 once.
LISTS = playlists_of([0, 1, 2], [0, 1, 2, 1], [0, 3], [2, 4])


def scores(system, seed: str) -> dict[str, float]:
    answer = system.answer({"seeds": [seed], "k": 10}, np.random.default_rng())
    return dict(zip(answer.items, answer.scores, strict=True))


def test_counts():
    system = CoOccurrence(TRACKS, LISTS, exponent=0, shrinkage=0)
    assert scores(system, "t0") == {"t1": 2, "t2": 2, "t3": 1}
    assert system.recommend("t0", 10) == ["t1", "t2", "t3"]


def test_the_exponent_takes_popularity_away():
    system = CoOccurrence(TRACKS, LISTS, exponent=0.5, shrinkage=0)
    expected = {"t1": 2 / 2**0.5, "t2": 2 / 3**0.5, "t3": 1.0}
    assert scores(system, "t0") == pytest.approx(expected, rel=1e-6)


def test_shrinkage_adds_what_popularity_alone_would_give():
    system = CoOccurrence(TRACKS, LISTS, exponent=0.5, shrinkage=4)
    expected = {
        "t1": (2 + 4 * 0.2) / 2**0.5,
        "t2": (2 + 4 * 0.3) / 3**0.5,
        "t3": (1 + 4 * 0.1) / 1,
    }
    assert scores(system, "t0") == pytest.approx(expected, rel=1e-6)


def test_several_seeds_sum():
    system = CoOccurrence(TRACKS, LISTS, exponent=0, shrinkage=0)
    top = system.top([codes(0, 4), codes(), codes(3)], 3)
    assert top.codes.tolist() == [[2, 1, 3], [-1, -1, -1], [0, -1, -1]]
    assert top.scores[0].tolist() == [3, 2, 1]


def test_counts_agree_with_implicit():
    from implicit.nearest_neighbours import ItemItemRecommender

    world = small_world()
    lists = world.playlists()
    system = CoOccurrence(world.tracks, lists, exponent=0, shrinkage=0)
    peer = ItemItemRecommender(K=400)
    peer.fit(csr_matrix(membership(world.tracks, lists), dtype=float), show_progress=False)
    for seed in (0, 17, 255):
        row = peer.similarity[[seed]].tocoo()
        theirs = {int(j): c for j, c in zip(row.coords[1], row.data, strict=True) if j != seed}
        top = system.top([codes(seed)], 400)
        ours = dict(zip(top.codes[0].tolist(), top.scores[0].tolist(), strict=True))
        ours.pop(-1, None)
        assert ours == theirs


def test_artists_who_are_played_together():
    tracks = tracks_of([0, 1, 1, 2, UNKNOWN, 0])
    lists = playlists_of([0, 1], [0, 1, 3], [0, 2], [4, 0])
    system = ArtistNeighbours(tracks, lists)
    # With artist 0: artist 1 in three lists, 2 in one. Plays of t1, t2, t3: 2, 1, 1, each + ½.
    expected = {"t1": 3 * 2.5 / 4, "t2": 3 * 1.5 / 4, "t3": 1.0}
    assert scores(system, "t0") == pytest.approx(expected)
    # t5 was never played; its artist was.
    assert system.recommend("t5", 9) == ["t1", "t2", "t3"]
    assert system.recommend("t4", 9) == []
